import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import { CHAT_START, chatEnd, chatStep } from '../../../../src/providers/formats/openai-chat/stream.ts'

const DONE = { type: '[DONE]' }
const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
	choices: [{ index: 0, delta, finish_reason: finish }],
})
const pieces = (...calls: JsonObject[]) => chunk({ tool_calls: calls })
const named = (id: string, text: string) => ({ id, function: { name: 'read', arguments: text } })
const call = (callId: string, text: string): ModelPart => ({
	type: 'tool-call',
	callId,
	tool: 'read',
	arguments: text,
})
const finish = (reason: 'length' | 'stop' | 'tool-calls' | 'content-filter'): ModelPart => ({
	type: 'finish',
	reason,
	usage: undefined,
})

function fold(...events: JsonObject[]): readonly ModelPart[] {
	let state = CHAT_START
	const parts: ModelPart[] = []
	for (const event of events) {
		const step = chatStep(state, event)
		state = step.state
		parts.push(...step.parts)
		if (parts.at(-1)?.type === 'finish') return parts
	}
	return [...parts, ...chatEnd(state)]
}

describe('calls in Chat Completions', () => {
	test('are handed on when the next one begins', () => {
		const { state } = chatStep(CHAT_START, pieces({ index: 0, ...named('c1', '{"a":1}') }))
		const next = chatStep(state, pieces({ index: 1, ...named('c2', '') }))
		assert.deepEqual(next.parts, [call('c1', '{"a":1}')])
	})

	test('are told apart by their ids where all are numbered alike, or not at all', () => {
		for (const index of [{ index: 0 }, {}]) {
			const parts = fold(
				pieces({ ...index, ...named('c1', '{"a":1}') }),
				pieces({ ...index, ...named('c2', '{"b":') }),
				pieces({ ...index, function: { arguments: '2}' } }),
				chunk({}, 'tool_calls'),
			)
			assert.deepEqual(parts, [call('c1', '{"a":1}'), call('c2', '{"b":2}'), finish('tool-calls')])
		}
	})

	test('may grow side by side', () => {
		const parts = fold(
			pieces({ index: 0, ...named('c1', '{"a":') }, { index: 1, ...named('c2', '{"b":') }),
			pieces({ index: 1, function: { arguments: '2}' } }, { index: 0, function: { arguments: '1}' } }),
			chunk({}, 'tool_calls'),
		)
		assert.deepEqual(parts, [call('c1', '{"a":1}'), call('c2', '{"b":2}'), finish('tool-calls')])
	})

	test('count though the server says that it simply stopped', () => {
		const parts = fold(pieces({ index: 0, ...named('c1', '{}') }), chunk({}, 'stop'), DONE)
		assert.deepEqual(parts, [call('c1', '{}'), finish('tool-calls')])
	})

	test('are dropped when the limit cut them in half', () => {
		const parts = fold(
			pieces({ index: 0, ...named('c1', '{}') }, { index: 1, ...named('c2', '{"b":') }),
			chunk({}, 'length'),
			DONE,
		)
		assert.deepEqual(parts, [call('c1', '{}'), finish('length')])
	})

	test('count when the stream breaks off behind them, but not when it breaks off in them', () => {
		const whole = pieces({ index: 0, ...named('c1', '{"a":1}') })
		const half = pieces({ index: 0, ...named('c1', '{"a":') })
		assert.deepEqual(fold(whole).slice(0, -1), [call('c1', '{"a":1}')])
		assert.deepEqual(fold(whole, { error: { message: 'Overloaded' } }).slice(0, 1), [call('c1', '{"a":1}')])
		assert.deepEqual(
			fold(half).map(part => part.type),
			['error'],
		)
	})

	test('are those of the older way as well, of which there is one a reply', () => {
		const piece = (function_call: JsonObject) => chunk({ content: null, function_call })
		assert.deepEqual(
			fold(
				piece({ name: 'read', arguments: '' }),
				piece({ arguments: '{"a"' }),
				piece({ arguments: ':1}' }),
				chunk({}, 'function_call'),
				DONE,
			),
			[call('', '{"a":1}'), finish('tool-calls')],
		)
	})

	test('may have an object for arguments', () => {
		const given = { id: 'c1', function: { name: 'read', arguments: { a: 1 } } }
		assert.deepEqual(fold(pieces(given), chunk({}, 'stop'), DONE)[0], call('c1', '{"a":1}'))
	})

	test('bring along what their author attached to them', () => {
		const extra_content = { google: { thought_signature: 'abc' } }
		const parts = fold(pieces({ index: 0, ...named('c1', '{}'), extra_content }), chunk({}, 'stop'), DONE)
		assert.deepEqual(parts.slice(0, 2), [
			{ type: 'reasoning-end', text: '', opaque: { call: { extra_content } } },
			call('c1', '{}'),
		])
	})
})

test('of several choices the first one is the reply', () => {
	const other = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
		choices: [{ index: 1, delta, finish_reason }],
	})
	const both = {
		choices: [
			...(chunk({ content: 'b' }).choices as JsonObject[]),
			...(other({ content: 'x' }).choices as JsonObject[]),
		],
	}
	assert.deepEqual(
		fold(
			other({ content: 'no' }),
			chunk({ content: 'a' }),
			other({ content: 'no' }, 'length'),
			{ choices: both.choices.toReversed() },
			chunk({}, 'stop'),
			other({ content: 'no' }),
			DONE,
		),
		[{ type: 'text-delta', text: 'a' }, { type: 'text-delta', text: 'b' }, finish('stop')],
	)
})

describe('reasoning in Chat Completions', () => {
	test('goes back in the field it came in, its details joined', () => {
		const detail = (text: string) => ({ type: 'reasoning.text', index: 0, text })
		const parts = fold(
			chunk({ reasoning: 'Hm', reasoning_details: [detail('Hm')] }),
			chunk({ reasoning: ', yes.', reasoning_details: [{ ...detail(', yes.'), signature: 's' }] }),
			chunk({ content: 'Yes.' }, 'stop'),
			DONE,
		)
		const reasoning_details = [{ ...detail('Hm, yes.'), signature: 's' }]
		assert.deepEqual(parts, [
			{ type: 'reasoning-delta', text: 'Hm' },
			{ type: 'reasoning-delta', text: ', yes.' },
			{
				type: 'reasoning-end',
				text: 'Hm, yes.',
				opaque: { message: { reasoning: 'Hm, yes.', reasoning_details } },
			},
			{ type: 'text-delta', text: 'Yes.' },
			finish('stop'),
		])
	})
})

describe('thoughts in the content, as Magistral writes them', () => {
	const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

	test('are shown as such, and go back as the parts they were', () => {
		const parts = fold(
			chunk({ content: [thinking('Hm')] }),
			chunk({ content: [thinking(', yes.')] }),
			chunk({ content: [{ type: 'text', text: 'Yes' }] }),
			chunk({ content: '.' }, 'stop'),
			DONE,
		)
		assert.deepEqual(parts, [
			{ type: 'reasoning-delta', text: 'Hm' },
			{ type: 'reasoning-delta', text: ', yes.' },
			{ type: 'reasoning-end', text: 'Hm, yes.', opaque: { message: { content: [thinking('Hm, yes.')] } } },
			{ type: 'text-delta', text: 'Yes' },
			{ type: 'text-delta', text: '.' },
			finish('stop'),
		])
	})
})

describe('the end of Chat Completions', () => {
	test.each([
		['MAX_TOKENS', 'length'],
		['model_length', 'length'],
		['SAFETY', 'content-filter'],
		['sensitive', 'content-filter'],
		['eos', 'stop'],
		['end_turn', 'stop'],
	] as const)('may be called %s', (said, reason) => {
		assert.deepEqual(fold(chunk({ content: 'Yes.' }, said), DONE).at(-1), finish(reason))
	})

	test.each(['MAX_TOKENS', 'SAFETY'] as const)('that is %s without a word is not asked for again', said => {
		assert.equal(fold(chunk({}, said), DONE).at(-1)?.type, 'finish')
	})

	test('counts what Moonshot took from its cache', () => {
		const last = fold(chunk({ content: 'Yes.' }, 'stop'), {
			choices: [],
			usage: { prompt_tokens: 30, completion_tokens: 2, cached_tokens: 20 },
		}).at(-1)
		assert.ok(last?.type === 'finish' && last.usage?.cachedInputTokens === 20)
	})

	test('is a reason to finish, even if the rest never comes', () => {
		assert.deepEqual(fold(chunk({ content: 'Yes.' }), chunk({}, 'stop')).at(-1), finish('stop'))
	})

	test('is [DONE], even without a reason', () => {
		assert.deepEqual(fold(chunk({ content: 'Yes.' }), DONE).at(-1), finish('stop'))
	})

	test('is the bill when it comes after the reason', () => {
		const { state } = chatStep(CHAT_START, chunk({ content: 'Yes.' }, 'stop'))
		const step = chatStep(state, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })
		const usage = {
			inputTokens: 3,
			cachedInputTokens: 0,
			cacheWriteTokens: 0,
			outputTokens: 2,
			reasoningTokens: 0,
		}
		assert.deepEqual(step.parts, [{ type: 'finish', reason: 'stop', usage }])
	})

	test('without a word is an error', () => {
		const last = fold(chunk({}, 'stop'), DONE).at(-1)
		assert.ok(last?.type === 'error' && last.error.code === 'empty-reply')
	})

	test('is a filter or a refusal where the server says so', () => {
		const reason = (events: JsonObject[]) => {
			const last = fold(...events, DONE).at(-1)
			return last?.type === 'finish' ? last.reason : last?.type
		}
		assert.equal(reason([chunk({ content: 'Y' }, 'content_filter')]), 'content-filter')
		assert.equal(reason([chunk({ refusal: 'I will not.' }), chunk({}, 'stop')]), 'refusal')
	})
})
