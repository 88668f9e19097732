import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, type Ended, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer({ sockets: true })
	desk = await makeDesk()
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

function run(env: Record<string, string> = {}): Promise<Ended> {
	server.script({ text: 'Hello.' })
	return runAgent(['run', '-m', 'openai/gpt-5.5', 'hi'], { desk, env: { ...server.environment, ...env } })
}

async function set(settings: object): Promise<void> {
	await mkdir(desk.home, { recursive: true })
	await writeFile(join(desk.home, 'settings.json'), JSON.stringify(settings))
}

function ways(): readonly string[] {
	return server.requests.map(request => request.over)
}

describe('agent run', () => {
	test('asks over a WebSocket where there is one, says nothing of it, and does not stay for it', async () => {
		const { code, stdout, stderr } = await run()
		assert.deepEqual({ code, stdout, ways: ways() }, { code: 0, stdout: 'Hello.\n', ways: ['socket'] })
		assert.doesNotMatch(stderr, /socket/i)
	})

	test('asks over HTTPS with KEELSON_SOCKET=0, or where the settings say so', async () => {
		await run({ KEELSON_SOCKET: '0' })
		await set({ network: { socket: false } })
		await run()
		await set({ providers: { openai: { socket: false } } })
		await run()
		assert.deepEqual([ways(), server.sockets.knocks], [['https', 'https', 'https'], 0])
	})

	test('says on stderr when a socket that it was told of is not there', async () => {
		await set({ providers: { openai: { socket: true } } })
		server.sockets.shut(404)
		const { code, stdout, stderr } = await run()
		assert.deepEqual({ code, stdout }, { code: 0, stdout: 'Hello.\n' })
		assert.match(
			stderr,
			/openai: asking over HTTPS from now on, for the WebSocket failed: the server answered 404/,
		)
	})

	test('says what KEELSON_SOCKET may be', async () => {
		const { code, stderr } = await run({ KEELSON_SOCKET: 'no' })
		assert.equal(code, 3)
		assert.match(stderr, /KEELSON_SOCKET must be 0 or 1, not "no"/)
	})
})
