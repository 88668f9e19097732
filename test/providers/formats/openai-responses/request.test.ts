import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ProviderConfig } from '../../../../src/core/model.ts'
import { modelInfo } from '../../../../src/providers/discovery/catalogue.ts'
import { RESPONSES_REQUEST } from '../../../../src/providers/formats/openai-responses/request.ts'
import { conversation, request, wholeBody } from '../../../support/providers/conversation.ts'

const AUTHOR = { provider: 'openai', model: 'gpt-5.5' }
const CONFIG: ProviderConfig = {
	id: 'openai',
	api: 'responses',
	baseUrl: 'https://api.openai.com/v1',
	key: async () => undefined,
	keyName: undefined,
	keyOptional: false,
}
const SEALED = { type: 'reasoning', summary: [], encrypted_content: 'gAAA' }
const target = (model: string) => ({
	config: CONFIG,
	info: modelInfo({ provider: 'openai', model }),
})

describe('a Responses request', () => {
	test('holds the whole conversation, and what grows comes last', () => {
		const picture = { type: 'input_image', image_url: 'data:image/png;base64,cG5n', detail: 'auto' }
		const tool = (name: string, description: string) => ({
			type: 'function',
			name,
			description,
			parameters: { type: 'object' },
			strict: false,
		})
		const body = wholeBody(
			RESPONSES_REQUEST,
			request(conversation(AUTHOR, SEALED), { model: 'gpt-5.5' }),
			target('gpt-5.5'),
		)
		assert.deepEqual(body, {
			model: 'gpt-5.5',
			stream: true,
			store: false,
			prompt_cache_key: 'session-1',
			max_output_tokens: 1_000,
			reasoning: { summary: 'auto' },
			include: ['reasoning.encrypted_content'],
			instructions: 'You are terse.',
			tools: [tool('list', 'Lists.'), tool('read', 'Reads.')],
			input: [
				{
					type: 'message',
					role: 'user',
					content: [
						{ type: 'input_text', text: 'What is this?' },
						picture,
						{ type: 'input_text', text: '[image image/png, 3 bytes: not available here]' },
					],
				},
				SEALED,
				{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] },
				{ type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' },
				{
					type: 'function_call',
					call_id: 'c2',
					name: 'read',
					arguments: '{"unreadable_arguments":"{\\"path\\":"}',
				},
				{
					type: 'function_call_output',
					call_id: 'c1',
					output: [{ type: 'input_text', text: '1 export' }, picture],
				},
				{ type: 'function_call_output', call_id: 'c2', output: 'error: not JSON' },
				{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
			],
		})
		assert.equal(Object.keys(body).at(-1), 'input')
	})

	test('asks for reasoning only where there is some, and for as much as was wanted', () => {
		const plain = RESPONSES_REQUEST.head(request([], { effort: 'high' }), target('gpt-4.1'))
		assert.deepEqual([plain.reasoning, plain.include], [undefined, undefined])
		const thoughtful = RESPONSES_REQUEST.head(request([], { effort: 'high' }), target('gpt-5.5'))
		assert.deepEqual(thoughtful.reasoning, { effort: 'high', summary: 'auto' })
	})

	test('promises a schema strictly where the schema allows it', () => {
		const loose = { type: 'object', properties: { a: { type: 'string' } } }
		const strict = { ...loose, required: ['a'], additionalProperties: false }
		for (const [outputSchema, isStrict] of [
			[loose, false],
			[strict, true],
		] as const) {
			const { text } = RESPONSES_REQUEST.head(request([], { outputSchema }), target('gpt-5.5'))
			const format = { type: 'json_schema', name: 'answer', schema: outputSchema, strict: isStrict }
			assert.deepEqual(text, { format })
		}
	})

	test('leaves out an empty system prompt and an empty list of tools', () => {
		const body = RESPONSES_REQUEST.head(request([], { system: '', tools: [] }), target('gpt-5.5'))
		assert.ok(!('instructions' in body) && !('tools' in body))
	})
})
