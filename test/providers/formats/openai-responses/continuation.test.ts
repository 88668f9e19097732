import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { type Heard, newSince } from '../../../../src/providers/formats/openai-responses/continuation.ts'

function bytes(...items: readonly JsonObject[]): Uint8Array {
	return Buffer.from(items.map(item => `,${JSON.stringify(item)}`).join(''))
}

function user(text: string): JsonObject {
	return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

function answer(text: string): JsonObject {
	return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
}

function call(callId: string): JsonObject {
	return { type: 'function_call', call_id: callId, name: 'read', arguments: '{"path":"a"}' }
}

function output(callId: string): JsonObject {
	return { type: 'function_call_output', call_id: callId, output: 'It says “b”.' }
}

const SEALED = { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }

/** As the server writes what we write shorter. */
const REPLY: readonly JsonObject[] = [
	{ id: 'rs_1', ...SEALED, status: 'completed' },
	{ id: 'rs_2', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Not sealed.' }] },
	{ id: 'msg_1', status: 'completed', ...answer('One. ') },
	{ id: 'msg_2', status: 'completed', ...answer('Two.') },
	{ id: 'fc_1', status: 'completed', ...call('c1') },
]
const OURS = [SEALED, answer('One. Two.'), call('c1')]

const heard: Heard = { responseId: 'resp_1', model: 'gpt-5.5', history: bytes(user('Hello.')), reply: REPLY }

function textOf(news: Uint8Array | undefined): string | undefined {
	return news && Buffer.from(news).toString()
}

describe('what is new', () => {
	test('is what follows the reply, to the byte', () => {
		const news = bytes(output('c1'), user('Go “on”. 😀'))
		const history = Buffer.concat([heard.history, bytes(...OURS), news])
		assert.equal(textOf(newSince(heard, 'gpt-5.5', history)), textOf(news))
	})

	for (const [what, model, items] of [
		['nothing was added', 'gpt-5.5', [user('Hello.'), ...OURS]],
		['another model is asked', 'gpt-5.5-mini', [user('Hello.'), ...OURS, output('c1')]],
		['what came before has changed', 'gpt-5.5', [user('Hullo.'), ...OURS, output('c1')]],
		['what came before is shorter', 'gpt-5.5', []],
		['the reply is not in it', 'gpt-5.5', [user('Hello.'), user('Hello?')]],
		['the reply was shortened', 'gpt-5.5', [user('Hello.'), answer('One. Two.'), user('Hm.')]],
		[
			'the reply says something else',
			'gpt-5.5',
			[user('Hello.'), SEALED, answer('One. Too.'), call('c1'), output('c1')],
		],
		[
			'a call has another id',
			'gpt-5.5',
			[user('Hello.'), SEALED, answer('One. Two.'), call('c1-2'), output('c1-2')],
		],
		['the reply goes on', 'gpt-5.5', [user('Hello.'), ...OURS, answer('Three.'), output('c1')]],
	] as const) {
		test(`is not known when ${what}`, () => {
			assert.equal(newSince(heard, model, bytes(...items)), undefined)
		})
	}

	test('and what was heard make up the whole conversation, whatever was said', () => {
		const said = fc.string({ unit: 'grapheme' })
		const turn = fc.record({ before: fc.array(said), reply: said, after: fc.array(said, { minLength: 1 }) })
		fc.assert(
			fc.property(turn, ({ before, reply, after }) => {
				const history = bytes(...before.map(user))
				const known = { ...heard, history, reply: [answer(reply)] }
				const news = bytes(...after.map(user))
				const whole = Buffer.concat([history, bytes(answer(reply)), news])
				assert.equal(textOf(newSince(known, 'gpt-5.5', whole)), textOf(news))
			}),
		)
	})
})
