// The engine in a real browser: a page on one origin, a model server on another, and nothing of Node's in between.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'

const { bundleEngine }: { bundleEngine(folder: string): Promise<number> } = await import(
	join(import.meta.dirname, '../../../scripts/bundle-engine.mjs')
)

const CHROMIUM = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find(path => path && existsSync(path))
const skipped =
	CHROMIUM === undefined && 'there is no Chromium here: apt-get install chromium, or CHROMIUM_PATH'
if (skipped) console.warn(`the engine in a browser is not tested: ${skipped}`)

/** Code for a page, as text: what it is compiled for here does not matter there. */
const IN_PAGE = `
	const { createEngine, defineTool, AgentError } = await import('/engine.mjs')
	const weather = defineTool({
		name: 'weather',
		description: 'Weather of a city.',
		parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
		run: ({ city }) => city + ': 21 °C at ' + document.title,
	})
	const events = []
	const asked = []
	const engine = createEngine({
		model: 'mine/test-model',
		providers: [{ id: 'mine', api, baseUrl, apiKey: 'sk-page-0123456789' }],
		instructions: 'You know the weather.',
		tools: [weather],
		approve: ({ permission }) => { asked.push(permission.title); return true },
	})
	const session = await engine.session()
	const run = session.prompt('How warm is it in Kiel?')
	for await (const { event } of run) events.push(event.type)
	const { text, reason, usage } = await run.result
	const value = await engine.ask('How deep is it?', { type: 'object', properties: { depth: { type: 'integer' } }, required: ['depth'] })
	const refused = await engine.run('again').catch(error => [error instanceof AgentError, error.code])
	await engine.close()
	return { text, reason, inputTokens: usage.inputTokens, asked, value, refused, deltas: events.filter(type => type === 'text-delta').length > 0 }
`

describe.skipIf(skipped)('in Chromium, the engine', () => {
	let model: ModelServer
	let servers: readonly Server[]
	let folder: string
	let browser: Awaited<ReturnType<typeof chromium.launch>>
	let page: Awaited<ReturnType<typeof browser.newPage>>
	let baseUrl: string
	const problems: string[] = []

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'keelson-engine-'))
		const [started, launched] = await Promise.all([
			startModelServer({ key: 'sk-page-0123456789' }),
			chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] }),
			bundleEngine(folder),
		])
		model = started
		browser = launched
		const engine = await readFile(join(folder, 'engine.mjs'))
		const site = await listening((url, _, response) => {
			// As strict as pages are at most: no code may be made.
			response.setHeader(
				'content-security-policy',
				"default-src 'self'; connect-src *; script-src 'self' 'unsafe-inline'",
			)
			if (url === '/engine.mjs')
				return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(engine)
			response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>a page</title>')
		})
		const front = await listening(withCors(model))
		servers = [site.server, front.server]
		baseUrl = `${front.url}/v1`
		page = await browser.newPage()
		page.on('pageerror', error => problems.push(String(error)))
		await page.goto(site.url)
	}, 60_000)

	afterAll(async () => {
		await browser?.close()
		for (const server of servers ?? []) {
			server.close()
			server.closeAllConnections()
		}
		await model?.close()
		await rm(folder, { recursive: true, force: true })
	})

	const inPage = (code: string, given: Record<string, string>) =>
		page.evaluate(
			`(async (${Object.keys(given).join(', ')}) => {${code}})(${Object.values(given)
				.map(value => JSON.stringify(value))
				.join(', ')})`,
		)

	test('answers with the demo, which needs no server', async () => {
		const { text, reason } = (await inPage(
			`const { createEngine } = await import('/engine.mjs')
			const { text, reason } = await createEngine({ model: 'demo/demo' }).run('What can you do?')
			return { text, reason }`,
			{},
		)) as { text: string; reason: string }
		assert.equal(reason, 'finished')
		assert.match(text, /demo/)
	})

	for (const api of ['chat', 'responses', 'messages'])
		test(`streams ${api} from a server of another origin, with a tool, an approval and a typed answer`, async () => {
			model.script(
				{
					usage: { inputTokens: 40, outputTokens: 5 },
					calls: [{ name: 'weather', arguments: { city: 'Kiel' } }],
				},
				{ usage: { inputTokens: 50, outputTokens: 5 }, text: ['It is ', '21 °C in Kiel.'] },
				{ text: '{"depth":12}' },
				{ status: 401 },
			)
			const before = model.requests.length
			const base = api === 'messages' ? baseUrl.replace(/\/v1$/, '') : baseUrl
			assert.deepEqual(await inPage(IN_PAGE, { api, baseUrl: base }), {
				text: 'It is 21 °C in Kiel.',
				reason: 'finished',
				inputTokens: 90,
				asked: ['weather {"city":"Kiel"}'],
				value: { depth: 12 },
				refused: [true, 'auth-failed'],
				deltas: true,
			})
			const [, second] = model.requests.slice(before)
			assert.match(JSON.stringify(second!.body), /Kiel: 21 °C at a page/)
			assert.deepEqual(problems, [])
		})
})

type Serve = (
	url: string,
	request: Parameters<Parameters<typeof createServer>[1] & object>[0],
	response: Parameters<Parameters<typeof createServer>[1] & object>[1],
) => void

async function listening(serve: Serve): Promise<{ server: Server; url: string }> {
	const server = createServer((request, response) => serve(request.url ?? '/', request, response))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What a gateway for pages does: answers the preflight, and lets every origin read what the server says. */
function withCors({ anthropicUrl }: ModelServer): Serve {
	const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
	return (url, request, response) => {
		if (request.method === 'OPTIONS') {
			const headers = String(request.headers['access-control-request-headers'] ?? '')
			return void response
				.writeHead(204, {
					...open,
					'access-control-allow-methods': 'POST',
					'access-control-allow-headers': headers,
				})
				.end()
		}
		const onward = ask(
			`${anthropicUrl}${url}`,
			{ method: request.method ?? 'GET', headers: request.headers },
			answer => {
				response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...open })
				answer.pipe(response)
			},
		)
		request.pipe(onward)
	}
}
