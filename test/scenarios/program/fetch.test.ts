import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'
import { html, openWebServer } from '../../support/web/web-server.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

test('the built program fetches a page, its thread beside it', async () => {
	const web = await openWebServer({ '/': html('<h1>Page</h1><table><tr><td>1<td>2</table>') })
	await mkdir(desk.home, { recursive: true })
	const settings = { fetch: { allowedHosts: ['127.0.0.1'] } }
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
	server.script(
		{ calls: [{ name: 'fetch', arguments: { url: `${web.origin}/` } }] },
		{ text: 'It says Page.' },
	)
	const { code, stdout } = await runAgent(
		['run', '-m', 'openai/test-model', '--approve', 'all', 'Look it up'],
		{
			desk,
			env: server.environment,
		},
	)
	assert.deepEqual([code, stdout], [0, 'It says Page.\n'])
	const sent = JSON.stringify(server.requests[1]?.body)
	assert.match(sent, /# Page\\n\\n\| {2}\| {2}\|\\n\| --- \| --- \|\\n\| 1 \| 2 \|\\n<\/page>/)
	assert.doesNotMatch(sent, /plain text without its layout/)
	assert.match(web.requests[0]?.headers['user-agent'] ?? '', /^keelson\/\d/)
	server.assertFinished()
})

test('web_search is offered where an engine is configured, and its key is shown to nobody', async () => {
	const engine = await openWebServer({
		'/search': (response, request) => {
			const hit = {
				title: 'Found',
				url: 'https://a.example/',
				content: `key ${request.headers.authorization}`,
			}
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: [hit] }))
		},
	})
	await mkdir(desk.home, { recursive: true })
	const webSearch = { url: `${engine.origin}/search?q={query}`, apiKeyEnv: 'MY_ENGINE' }
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify({ webSearch }))
	server.script({ calls: [{ name: 'web_search', arguments: { query: 'a b' } }] }, { text: 'Found it.' })
	const { code } = await runAgent(['run', '-m', 'openai/test-model', '--approve', 'all', 'Look it up'], {
		desk,
		env: { ...server.environment, MY_ENGINE: 'plain words 77' },
	})
	assert.equal(code, 0)
	assert.equal(engine.requests[0]?.headers.authorization, 'Bearer plain words 77')
	const sent = JSON.stringify(server.requests[1]?.body)
	assert.match(sent, /1\. Found\\n {3}https:\/\/a\.example\//)
	assert.doesNotMatch(sent, /plain words 77/)
})

test('without one, and from a file of the project, there is no web_search', async () => {
	await mkdir(join(desk.cwd, '.keelson'))
	const webSearch = { url: 'http://127.0.0.1:1/?q={query}' }
	await writeFile(join(desk.cwd, '.keelson', 'settings.json'), JSON.stringify({ webSearch }))
	server.script({ text: 'ok' })
	const { code, stderr } = await runAgent(['run', '-m', 'openai/test-model', 'Say ok'], {
		desk,
		env: server.environment,
	})
	assert.equal(code, 0)
	assert.match(stderr, /webSearch\.url is never taken from a project file/)
	assert.doesNotMatch(JSON.stringify(server.requests[0]?.body), /web_search/)
})
