import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Message } from '../../../../src/core/messages.ts'
import type { ModelRequest } from '../../../../src/core/model.ts'
import { modelInfo } from '../../../../src/providers/discovery/catalogue.ts'
import { MESSAGES_REQUEST } from '../../../../src/providers/formats/anthropic-messages/request.ts'
import { conversation, request, wholeBody } from '../../../support/providers/conversation.ts'

const target = (model: string) => ({
	config: {
		id: 'anthropic',
		api: 'messages' as const,
		baseUrl: 'https://api.anthropic.com',
		key: async () => undefined,
		keyName: undefined,
		keyOptional: false,
	},
	info: modelInfo({ provider: 'anthropic', model }),
})
const AUTHOR = { provider: 'anthropic', model: 'some-model' }
const SEALED = { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' }
const MARK = { cache_control: { type: 'ephemeral' } }

describe('a Messages request', () => {
	test('holds the whole conversation, and what grows comes last', () => {
		const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'cG5n' } }
		const use = (id: string, input: object) => ({ type: 'tool_use', id, name: 'read', input })
		const body = wholeBody(MESSAGES_REQUEST, request(conversation(AUTHOR, SEALED)), target('some-model'))
		assert.deepEqual(body, {
			model: 'some-model',
			stream: true,
			max_tokens: 1_000,
			...MARK,
			tools: [
				{ name: 'list', description: 'Lists.', input_schema: { type: 'object' } },
				{ name: 'read', description: 'Reads.', input_schema: { type: 'object' }, ...MARK },
			],
			system: [{ type: 'text', text: 'You are terse.', ...MARK }],
			messages: [
				{
					role: 'user',
					content: [
						{ type: 'text', text: 'What is this?' },
						picture,
						{ type: 'text', text: '[image image/png, 3 bytes: not available here]' },
					],
				},
				{
					role: 'assistant',
					content: [
						SEALED,
						{ type: 'text', text: 'Let me see.' },
						use('c1', { path: 'a.ts' }),
						use('c2', { unreadable_arguments: '{"path":' }),
					],
				},
				{
					role: 'user',
					content: [
						{
							type: 'tool_result',
							tool_use_id: 'c1',
							content: [{ type: 'text', text: '1 export' }, picture],
						},
						{ type: 'tool_result', tool_use_id: 'c2', content: 'not JSON', is_error: true },
						{ type: 'text', text: 'Go on.' },
					],
				},
			],
		})
		assert.equal(Object.keys(body).at(-1), 'messages')
	})

	test('keeps every byte of the one before it, up to the end of its messages', () => {
		const all = conversation(AUTHOR, SEALED)
		const before = JSON.stringify(wholeBody(MESSAGES_REQUEST, request(all.slice(0, 2)), target('some-model')))
		const after = JSON.stringify(wholeBody(MESSAGES_REQUEST, request(all), target('some-model')))
		assert.ok(after.startsWith(before.slice(0, -2)))
	})

	test('lets newer models think as they see fit, with as much effort as was wanted', () => {
		const model = 'claude-opus-5-5'
		const thinking = { type: 'adaptive', display: 'summarized' }
		const plain = headOf([], { model })
		assert.deepEqual([plain.thinking, plain.output_config], [thinking, undefined])
		assert.deepEqual(headOf([], { model, effort: 'high' }).output_config, { effort: 'high' })
	})

	test('gives older models a budget to think within, when it is wanted', () => {
		const changes = { model: 'claude-sonnet-4-5-20250929', maxOutputTokens: 64_000 }
		const thinking = { type: 'enabled', budget_tokens: 10_240 }
		assert.equal(headOf([], changes).thinking, undefined)
		assert.deepEqual(headOf([], { ...changes, effort: 'medium' }).thinking, thinking)
	})

	test('does not begin to think in the middle of a tool loop', () => {
		const changes = { model: 'claude-sonnet-4-5', maxOutputTokens: 64_000, effort: 'low' } as const
		const loopOf = (model: string) => conversation({ provider: 'anthropic', model }, SEALED).slice(0, 4)
		assert.notEqual(headOf(loopOf(changes.model), changes).thinking, undefined)
		assert.equal(headOf(loopOf('another-model'), changes).thinking, undefined)
	})
})

function headOf(
	messages: readonly Message[],
	changes: Partial<ModelRequest> & { model: string },
): JsonObject {
	return MESSAGES_REQUEST.head(request(messages, changes), target(changes.model))
}
