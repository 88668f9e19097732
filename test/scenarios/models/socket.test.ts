import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { objectsIn } from '../../../src/providers/http/read-json.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../support/model-server/reply/reply.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const FAILED = 'mine: asking over HTTPS from now on, for the WebSocket failed:'

let server: ModelServer
let runtime: StartedRuntime
beforeEach(async () => {
	server = await startModelServer({ sockets: true })
	runtime = await startRuntime({
		files: { 'a.txt': `${'a long line of it\n'.repeat(500)}` },
		runtime: {
			providers: [
				{
					id: 'mine',
					api: 'responses',
					baseUrl: server.url,
					key: async () => ({ value: 'sk-test-0123456789', source: 'MINE_KEY' }),
					keyName: 'MINE_KEY',
					keyOptional: false,
				},
			],
			chain: { models: [{ provider: 'mine', model: 'gpt-5.5' }], isChosen: true },
		},
	})
})
afterEach(async () => {
	await runtime.stop()
	await server.close()
})

async function run(text: string): Promise<string> {
	await runtime.prompt(text)
	return (await runtime.until('run-end')).reason
}

function read(offset: number): ScriptedReply {
	const reading = { name: 'read', arguments: { path: 'a.txt', offset, limit: 100 } }
	return { reasoning: `Line ${offset} it is.`, text: 'Let me look.', calls: [reading] }
}

function events<Type extends AgentEvent['type']>(type: Type): readonly Extract<AgentEvent, { type: Type }>[] {
	return runtime.envelopes.flatMap(({ event }) => (event.type === type ? [event as never] : []))
}

function notices(): readonly string[] {
	return events('notice').map(notice => notice.text)
}

describe('a session over a WebSocket', () => {
	test('sends each result once, and nothing else again', async () => {
		server.script(read(1), read(101), read(201), { text: 'Done.' }, { text: 'Welcome.' })
		assert.equal(await run('Look at a.txt.'), 'finished')
		assert.equal(await run('Thanks.'), 'finished')
		assert.deepEqual(
			server.requests.map(({ over, body }) => [over, objectsIn(body.input).at(-1)?.type]),
			[
				['socket', 'message'],
				['socket', 'function_call_output'],
				['socket', 'function_call_output'],
				['socket', 'function_call_output'],
				['socket', 'message'],
			],
		)
		const added = server.requests.slice(1).map(({ body }) => objectsIn(body.input).length)
		assert.deepEqual(added, [1, 1, 1, 1])
		assert.deepEqual(notices(), [])
		server.assertFinished()
	})

	test('goes on over HTTPS when the socket fails before a reply begins: said once, no retry, no wait', async () => {
		server.script(
			read(1),
			{ fault: { kind: 'drop', after: 'nothing' } },
			read(101),
			{ text: 'Done.' },
			{ text: 'Welcome.' },
		)
		assert.equal(await run('Look at a.txt.'), 'finished')
		assert.equal(await run('Thanks.'), 'finished')
		assert.deepEqual(
			server.requests.map(({ over }) => over),
			['socket', 'socket', 'https', 'https', 'https'],
		)
		assert.deepEqual(notices(), [`${FAILED} the connection was dropped`])
		assert.deepEqual(events('retry-wait'), [])
		assert.deepEqual(
			events('attempt-end').map(({ attempt, error }) => [attempt, error]),
			[1, 1, 1, 1].map(attempt => [attempt, undefined]),
		)
		assert.equal(events('tool-end').length, 2)
		server.assertFinished()
	})

	test('shows text once and runs tools once when the socket breaks in the middle, twice', async () => {
		const text = ['All of it ', 'is long.']
		const broken: ScriptedReply = { text, fault: { kind: 'drop', after: 'text' } }
		server.script(read(1), broken, broken, { text })
		assert.equal(await run('Look at a.txt.'), 'finished')
		assert.deepEqual(
			server.requests.map(({ over }) => over),
			['socket', 'socket', 'socket', 'https'],
		)
		assert.deepEqual(notices(), [`${FAILED} two replies in a row broke off`])
		assert.deepEqual(events('reply-restart'), [])
		const shown = events('text-delta').map(delta => delta.text)
		assert.equal(shown.join(''), 'Let me look.All of it is long.')
		assert.equal(events('tool-end').length, 1)
		server.assertFinished()
	})
})
