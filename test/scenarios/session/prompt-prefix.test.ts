// What a prompt cache lives on: of two neighbouring requests the newer one begins with the whole of the older one, to
// the byte, but for the brackets that end it.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { modelName } from '../../../src/core/model-ref.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../support/model-server/reply/reply.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

const TURNS = 50
const MODEL = { provider: 'mine', model: 'thinker' }

/** Everything a turn may bring: thoughts, words, two calls side by side, one of which fails. */
function turn(number: number): ScriptedReply {
	return {
		reasoning: `Thought ${number}.`,
		text: `Turn ${number} – ünïcode 😀`,
		calls: [
			{ name: 'read', arguments: { path: 'a.txt', offset: (number % 3) + 1 } },
			number % 5 === 0
				? { name: 'read', arguments: `{"path": "missing-${number}"` }
				: { name: 'list', arguments: {} },
		],
	}
}

for (const api of ['responses', 'chat', 'messages'] as const)
	test(`${api}: over ${TURNS} turns, and into the next prompt, nothing that was sent is ever sent differently`, async () => {
		const server = await startModelServer({ wires: [api] })
		opened.push(server.close)
		const runtime = await startRuntime({
			files: { 'a.txt': 'one\ntwo\nthree\nfour\n' },
			runtime: {
				providers: [
					{
						id: MODEL.provider,
						api,
						baseUrl: server.url,
						key: async () => ({ value: 'test-key-0123456789', source: 'TEST_API_KEY' }),
						keyName: 'TEST_API_KEY',
						keyOptional: false,
					},
				],
				settings: { ...DEFAULT_SETTINGS, models: { [modelName(MODEL)]: { reasoning: true } } },
				chain: { models: [MODEL], isChosen: true },
			},
		})
		opened.push(runtime.stop)
		const turns = Array.from({ length: TURNS - 1 }, (_, index) => turn(index + 1))
		server.script(...turns, { reasoning: 'So.', text: 'Done.' }, { text: 'Welcome.' })
		await runtime.prompt('Read it again and again.')
		assert.equal((await runtime.until('run-end')).error, undefined)
		await runtime.prompt('Thanks.')
		assert.equal((await runtime.until('run-end')).error, undefined)
		server.assertFinished()

		const bodies = server.requests.map(request => request.bytes)
		assert.equal(bodies.length, TURNS + 1)
		const broken = bodies.flatMap((body, index) => {
			const before = bodies[index - 1]
			return before && !body.subarray(0, before.length - CLOSING.length).equals(withoutEnd(before))
				? [index + 1]
				: []
		})
		assert.deepEqual(broken, [])
	})

const CLOSING = ']}'

function withoutEnd(body: Buffer): Buffer {
	assert.equal(body.subarray(-CLOSING.length).toString(), CLOSING)
	return body.subarray(0, -CLOSING.length)
}
