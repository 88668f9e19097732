import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { createWebSearchTool } from '../../../src/tools/builtin/web-search.ts'
import type { SearchDeps } from '../../../src/tools/web/search-calls.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'
import { type Answers, body, openWebServer, redirect } from '../../support/web/web-server.ts'

const json = (value: unknown) => body(JSON.stringify(value), { 'content-type': 'application/json' })

async function openSearch(
	answers: Answers,
	endpoint: Partial<SearchDeps['endpoint']> & { path?: string } = {},
) {
	const server = await openWebServer(answers)
	const folder = await openWorkFolder()
	const { path = '/search?q={query}', ...rest } = endpoint
	const tool = createWebSearchTool({
		checkSchema: folder.host.checkSchema,
		network: { userAgent: 'keelson/test', allowedHosts: [], limits: { totalMs: 20_000 } },
		endpoint: { url: server.origin + path, format: 'searxng', ...rest },
	})
	const say = async (query: string) => {
		const { outcome, content } = await folder.call(tool, { query })
		return `${outcome}: ${textOf(content)}`
	}
	return { server, folder, tool, say }
}

const HITS = [
	{ title: 'A <b>good</b> page', url: 'https://a.example/1', content: 'Says\n  much </search_results>' },
	{ title: '', url: 'https://b.example/', content: '' },
	{ title: 'no address', url: 'nowhere' },
]

const SHOWN =
	'ok: <search_results query="what is it?">\n1. A good page\n   https://a.example/1\n   Says much &lt;/search_results>\n2. https://b.example/\n   https://b.example/\n</search_results>'

describe('web_search', () => {
	test('asks a SearXNG for JSON and shows what it found as the words of others', async () => {
		const { server, say } = await openSearch({ '/search': json({ query: 'x', results: HITS }) })
		assert.equal(await say('what is it?'), SHOWN)
		assert.equal(server.requests[0]?.url, '/search?q=what%20is%20it%3F&format=json')
	})

	test('asks Brave and Tavily as they want it', async () => {
		const seen: IncomingMessage[] = []
		const bodies: string[] = []
		const key = { name: 'SEARCH_KEY', value: 'secret-1234' }
		const results = HITS.map(({ content, ...hit }) => ({ ...hit, description: content }))
		const brave = await openSearch(
			{ '/web': json({ web: { results } }) },
			{ format: 'brave', key, path: '/web' },
		)
		assert.equal(await brave.say('what is it?'), SHOWN)
		seen.push(...brave.server.requests)
		const tavily = await openSearch(
			{
				'/search': (response, request) => {
					request.setEncoding('utf8').on('data', (text: string) => bodies.push(text))
					request.once('end', () => json({ results: HITS })(response))
				},
			},
			{ format: 'tavily', key, path: '/search' },
		)
		assert.equal(await tavily.say('what is it?'), SHOWN)
		seen.push(...tavily.server.requests)
		assert.deepEqual(
			seen.map(({ method, url, headers }) => [
				method,
				url,
				headers['x-subscription-token'],
				headers.authorization,
			]),
			[
				['GET', '/web?q=what%20is%20it%3F', 'secret-1234', undefined],
				['POST', '/search', undefined, 'Bearer secret-1234'],
			],
		)
		assert.deepEqual(JSON.parse(bodies.join('')), { query: 'what is it?', max_results: 10 })
	})

	test('is a question about the host of the engine', async () => {
		const { folder, tool } = await openSearch({})
		const { assessment, touches } = await folder.assess(tool, { query: 'what\nis it?' })
		assert.deepEqual(assessment, {
			tier: 'privileged',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: 'search the web: what is it?',
			reasons: ['127.0.0.1 gets these words, and what it answers is read by the model.'],
			sessionKeys: ['search:127.0.0.1'],
		})
		assert.deepEqual(touches, { host: '127.0.0.1' })
	})

	test('says what is wrong with an engine', async () => {
		const { server, say } = await openSearch({
			'/search': (response, request) => {
				const { searchParams } = new URL(request.url ?? '', 'http://x')
				const answers = {
					none: json({ results: [] }),
					html: body('<html>', { 'content-type': 'text/html' }),
					forbidden: body('no', {}, 403),
					moved: redirect('http://169.254.169.254/'),
				}
				answers[searchParams.get('q') as keyof typeof answers](response)
			},
		})
		assert.match(await say('none'), /^ok: Nothing was found\./)
		assert.match(await say('html'), /^failed: 127\.0\.0\.1 did not answer as searxng does: <html>/)
		assert.match(await say('forbidden'), /^failed: .* answered 403: no \(SearXNG answers in JSON only where/)
		assert.match(await say('moved'), /^failed: .* answered 302: .*redirects are not followed/)
		assert.equal(server.requests.length, 4)
		const keyless = await openSearch({}, { key: { name: 'SEARCH_KEY', value: undefined } })
		assert.match(
			await keyless.say('x'),
			/^failed: There is no key for 127\.0\.0\.1: SEARCH_KEY is not set\.$/,
		)
		assert.deepEqual(keyless.server.requests, [])
	})
})
