import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import { RESPONSES_START, responsesStep } from '../../../../src/providers/formats/openai-responses/stream.ts'

function fold(...events: JsonObject[]): readonly ModelPart[] {
	let state = RESPONSES_START
	return events.flatMap(event => {
		const step = responsesStep(state, event)
		state = step.state
		return step.parts
	})
}

const message = (text: string) => ({ type: 'message', id: 'm1', content: [{ type: 'output_text', text }] })
const completed = (output: JsonObject[] = []) => ({ type: 'response.completed', response: { output } })
const stopped: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }

describe('a Responses stream', () => {
	test('may say everything in its last event, which needs no id', () => {
		const call = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' }
		assert.deepEqual(fold(completed([message('Yes.'), call])), [
			{ type: 'text-delta', text: 'Yes.' },
			{ type: 'tool-call', callId: 'c1', tool: 'read', arguments: '{}' },
			{ type: 'finish', reason: 'tool-calls', usage: undefined },
		])
	})

	test('may say a whole message without deltas, or the rest of one', () => {
		const done = { type: 'response.output_item.done', output_index: 0, item: message('Yes, sir.') }
		assert.deepEqual(fold(done, completed()), [{ type: 'text-delta', text: 'Yes, sir.' }, stopped])
		const delta = { type: 'response.output_text.delta', item_id: 'm1', delta: 'Yes' }
		assert.deepEqual(fold(delta, done, completed()), [
			{ type: 'text-delta', text: 'Yes' },
			{ type: 'text-delta', text: ', sir.' },
			stopped,
		])
	})

	test('tells where another message of the same reply begins, and not where the only one ends', () => {
		const said = (id: string, text: string) => [
			{ type: 'response.output_text.delta', item_id: id, delta: text.slice(0, 2) },
			{ type: 'response.output_text.delta', item_id: id, delta: text.slice(2) },
			{ type: 'response.output_item.done', item: { ...message(text), id } },
		]
		assert.deepEqual(fold(...said('m1', 'First.'), ...said('m2', 'Second.'), completed()), [
			{ type: 'text-delta', text: 'Fi' },
			{ type: 'text-delta', text: 'rst.' },
			{ type: 'text-end' },
			{ type: 'text-delta', text: 'Se' },
			{ type: 'text-delta', text: 'cond.' },
			stopped,
		])
		const whole = (id: string, text: string) => ({ ...message(text), id })
		assert.deepEqual(fold(completed([whole('m1', 'First.'), whole('m2', ' '), whole('m3', 'Last.')])), [
			{ type: 'text-delta', text: 'First.' },
			{ type: 'text-end' },
			{ type: 'text-delta', text: ' ' },
			{ type: 'text-end' },
			{ type: 'text-delta', text: 'Last.' },
			stopped,
		])
	})

	test('does not hand on a call that the limit cut in half', () => {
		const item = {
			type: 'function_call',
			status: 'incomplete',
			call_id: 'c1',
			name: 'read',
			arguments: '{"a',
		}
		const cut = { response: { incomplete_details: { reason: 'max_output_tokens' } } }
		assert.deepEqual(
			fold({ type: 'response.output_item.done', item }, { type: 'response.incomplete', ...cut }),
			[{ type: 'finish', reason: 'length', usage: undefined }],
		)
	})

	test('ends with a filter or a refusal where the server says so', () => {
		const filtered = { response: { incomplete_details: { reason: 'content_filter' } } }
		assert.deepEqual(fold({ type: 'response.incomplete', ...filtered }), [
			{ type: 'finish', reason: 'content-filter', usage: undefined },
		])
		const refusal = { type: 'response.refusal.delta', item_id: 'm1', delta: 'I will not.' }
		assert.deepEqual(fold(refusal, completed()).at(-1), {
			type: 'finish',
			reason: 'refusal',
			usage: undefined,
		})
	})

	test('without a word is an error', () => {
		const [last] = fold(completed())
		assert.ok(last?.type === 'error' && last.error.code === 'empty-reply')
	})

	test('gives up at once on an error event, with or without an error inside', () => {
		for (const error of [{ code: 'insufficient_quota', message: 'No.' }]) {
			for (const event of [
				{ type: 'error', ...error },
				{ type: 'error', error },
				{ type: 'response.failed', response: { error } },
			]) {
				const [last] = fold(event)
				assert.ok(last?.type === 'error' && last.error.code === 'quota-exhausted')
			}
		}
	})

	test('is ended by what the response says of itself, whatever the event is called', () => {
		const end = (type: string, response: JsonObject) =>
			fold({ type, response: { output: [message('Hm.')], ...response } }).at(-1)
		assert.deepEqual(end('response.done', {}), stopped)
		assert.deepEqual(end('response.done', { status: 'completed' }), stopped)
		assert.deepEqual(end('response.completed', { status: 'incomplete' }), {
			type: 'finish',
			reason: 'length',
			usage: undefined,
		})
		const failed = end('response.completed', {
			status: 'failed',
			error: { code: 'insufficient_quota', message: 'no' },
		})
		assert.ok(failed?.type === 'error' && failed.error.code === 'quota-exhausted')
		assert.equal(end('response.done', { status: 'cancelled' })?.type, 'error')
	})

	test('says nothing twice where every event gives the item another id', () => {
		const delta = (id: string, text: string) => ({
			type: 'response.output_text.delta',
			output_index: 1,
			item_id: id,
			delta: text,
		})
		const done = {
			type: 'response.output_item.done',
			output_index: 1,
			item: { ...message('Yes, sir.'), id: 'z' },
		}
		assert.deepEqual(fold(delta('x', 'Yes,'), delta('y', ' sir.'), done, completed()), [
			{ type: 'text-delta', text: 'Yes,' },
			{ type: 'text-delta', text: ' sir.' },
			stopped,
		])
	})

	test('loses nothing where every item is given the same place', () => {
		const thought = {
			type: 'response.reasoning_text.delta',
			output_index: 0,
			item_id: 'r1',
			delta: 'A long thought.',
		}
		const first = { type: 'response.output_text.delta', output_index: 0, item_id: 'm0', delta: 'One. ' }
		const second = { type: 'response.output_text.delta', output_index: 0, item_id: 'm1', delta: 'Two' }
		const done = { type: 'response.output_item.done', output_index: 0, item: message('Two three.') }
		const told = fold(thought, first, second, done, completed())
		assert.equal(told.map(part => (part.type === 'text-delta' ? part.text : '')).join(''), 'One. Two three.')
	})
})
