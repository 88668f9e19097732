import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { modelInfo } from '../../../../src/providers/discovery/catalogue.ts'
import { CHAT_REQUEST } from '../../../../src/providers/formats/openai-chat/request.ts'
import { conversation, request, wholeBody } from '../../../support/providers/conversation.ts'

const AUTHOR = { provider: 'mine', model: 'some-model' }
const at = (baseUrl: string) => ({
	config: {
		id: 'mine',
		api: 'chat' as const,
		baseUrl,
		key: async () => undefined,
		keyName: undefined,
		keyOptional: true,
	},
	info: modelInfo(AUTHOR),
})

describe('a Chat Completions request', () => {
	test('holds the whole conversation, and what grows comes last', () => {
		const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,cG5n' } }
		const tool = (name: string, description: string) => ({
			type: 'function',
			function: { name, description, parameters: { type: 'object' } },
		})
		const call = (id: string, text: string) => ({
			id,
			type: 'function',
			function: { name: 'read', arguments: text },
		})
		const sealed = { message: { reasoning_content: 'Hm.' } }
		const body = wholeBody(
			CHAT_REQUEST,
			request(conversation(AUTHOR, sealed)),
			at('http://localhost:11434/v1'),
		)
		assert.deepEqual(body, {
			model: 'some-model',
			stream: true,
			stream_options: { include_usage: true },
			max_tokens: 1_000,
			tools: [tool('list', 'Lists.'), tool('read', 'Reads.')],
			messages: [
				{ role: 'system', content: 'You are terse.' },
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
					content: 'Let me see.',
					reasoning_content: 'Hm.',
					tool_calls: [call('c1', '{"path":"a.ts"}'), call('c2', '{"unreadable_arguments":"{\\"path\\":"}')],
				},
				{ role: 'tool', tool_call_id: 'c1', content: '1 export' },
				{ role: 'tool', tool_call_id: 'c2', content: 'error: not JSON' },
				{ role: 'user', content: [picture] },
				{ role: 'user', content: 'Go on.' },
			],
		})
		assert.equal(Object.keys(body).at(-1), 'messages')
	})

	test("uses OpenAI's own names at OpenAI only", () => {
		const body = CHAT_REQUEST.head(request([]), at('https://api.openai.com/v1'))
		const { max_tokens, max_completion_tokens, prompt_cache_key } = body
		assert.deepEqual([max_tokens, max_completion_tokens, prompt_cache_key], [undefined, 1_000, 'session-1'])
	})

	test('gives thoughts back as the parts of the content that they came as', () => {
		const thoughts = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }]
		const { messages } = wholeBody(
			CHAT_REQUEST,
			request(conversation(AUTHOR, { message: { content: thoughts } })),
			at('http://localhost/v1'),
		)
		assert.ok(Array.isArray(messages))
		assert.deepEqual(Object(messages[2]).content, [...thoughts, { type: 'text', text: 'Let me see.' }])
	})

	test('gives a call back with what its author attached to it', () => {
		const signed = { extra_content: { google: { thought_signature: 'abc' } } }
		const { messages } = wholeBody(
			CHAT_REQUEST,
			request(conversation(AUTHOR, { call: signed })),
			at('http://localhost/v1'),
		)
		assert.ok(Array.isArray(messages))
		const call = {
			id: 'c1',
			type: 'function',
			function: { name: 'read', arguments: '{"path":"a.ts"}' },
			...signed,
		}
		assert.deepEqual(Object(messages[2]).tool_calls[0], call)
	})
})
