import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import { MESSAGES_START, messagesStep } from '../../../../src/providers/formats/anthropic-messages/stream.ts'

function fold(...events: JsonObject[]): readonly ModelPart[] {
	let state = MESSAGES_START
	return events.flatMap(event => {
		const step = messagesStep(state, event)
		state = step.state
		return step.parts
	})
}

const block = (content: JsonObject, ...deltas: JsonObject[]): readonly JsonObject[] => [
	{ type: 'content_block_start', index: 0, content_block: content },
	...deltas.map(delta => ({ type: 'content_block_delta', index: 0, delta })),
	{ type: 'content_block_stop', index: 0 },
]
const ending = (stop_reason: string): readonly JsonObject[] => [
	{ type: 'message_delta', delta: { stop_reason } },
	{ type: 'message_stop' },
]

describe('a Messages stream', () => {
	test('keeps thoughts that may not be read, to be given back', () => {
		const sealed = { type: 'redacted_thinking', data: 'EqQB' }
		assert.deepEqual(fold(...block(sealed)), [{ type: 'reasoning-end', text: '', opaque: sealed }])
	})

	test('has an empty object for a call without arguments', () => {
		const use = { type: 'tool_use', id: 'c1', name: 'list', input: {} }
		assert.deepEqual(fold(...block(use, { type: 'input_json_delta', partial_json: '' })), [
			{ type: 'tool-call', callId: 'c1', tool: 'list', arguments: '{}' },
		])
	})

	test.each([
		['max_tokens', 'length'],
		['model_context_window_exceeded', 'length'],
		['refusal', 'refusal'],
		['end_turn', 'stop'],
		['pause_turn', 'paused'],
		['length', 'length'],
		['MAX_TOKENS', 'length'],
		['content_filter', 'content-filter'],
		['tool_calls', 'stop'],
	] as const)('that stopped for %s ends with %s', (stop, reason) => {
		const text = block({ type: 'text', text: '' }, { type: 'text_delta', text: 'Hm.' })
		assert.deepEqual(fold(...text, ...ending(stop)).at(-1), { type: 'finish', reason, usage: undefined })
	})

	test('counts what came from the cache and what went into it as input', () => {
		const usage = {
			input_tokens: 5,
			cache_read_input_tokens: 100,
			cache_creation_input_tokens: 20,
			output_tokens: 1,
		}
		const parts = fold(
			{ type: 'message_start', message: { usage } },
			...block({ type: 'text', text: 'Hm.' }),
			{
				type: 'message_delta',
				delta: { stop_reason: 'end_turn' },
				usage: { input_tokens: null, output_tokens: 9 },
			},
			{ type: 'message_stop' },
		)
		assert.deepEqual(parts.at(-1), {
			type: 'finish',
			reason: 'stop',
			usage: {
				inputTokens: 125,
				cachedInputTokens: 100,
				cacheWriteTokens: 20,
				outputTokens: 9,
				reasoningTokens: 0,
			},
		})
	})
})
