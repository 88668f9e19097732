// Searches that a provider makes for its model: offered where the user wants them, shown, and given back to who made them.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import type { AssistantPart, Message } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { MESSAGES_REQUEST } from '../../../src/providers/formats/anthropic-messages/request.ts'
import { MESSAGES_START, messagesStep } from '../../../src/providers/formats/anthropic-messages/stream.ts'
import { newSince } from '../../../src/providers/formats/openai-responses/continuation.ts'
import { RESPONSES_REQUEST } from '../../../src/providers/formats/openai-responses/request.ts'
import { RESPONSES_START, responsesStep } from '../../../src/providers/formats/openai-responses/stream.ts'
import type { RequestFormat } from '../../../src/providers/wire/wire-format.ts'
import { conversation, request, wholeBody } from '../../support/providers/conversation.ts'

const REF = { provider: 'mine', model: 'some-model' }

function bodyOf(format: RequestFormat, messages: readonly Message[], searchesWeb: boolean): JsonObject {
	const config = {
		id: 'mine',
		api: 'messages' as const,
		baseUrl: 'https://api.example',
		key: async () => undefined,
		keyName: undefined,
		keyOptional: false,
		searchesWeb,
	}
	return wholeBody(format, request(messages), { config, info: modelInfo(REF) })
}

function namesOf({ tools }: JsonObject): unknown {
	return Array.isArray(tools) ? tools.map(tool => (tool as JsonObject).type ?? 'tool') : tools
}

/** The conversation goes on after a reply of these parts. */
function goingOn(parts: readonly ModelPart[]): readonly Message[] {
	const content = parts.flatMap((part): AssistantPart[] => {
		if (part.type === 'text-delta') return [{ type: 'text', text: part.text }]
		if (part.type !== 'reasoning-end' || part.opaque === undefined) return []
		return [{ type: 'reasoning', text: part.text, opaque: { by: REF, data: part.opaque } }]
	})
	return [
		{ role: 'user', content: [{ type: 'text', text: 'Look it up.' }] },
		{ role: 'assistant', model: REF, content, stop: 'end' } as unknown as Message,
		{ role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
	]
}

describe('Messages', () => {
	const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
	const RESULT = {
		type: 'web_search_tool_result',
		tool_use_id: 'srvtoolu_1',
		content: [{ type: 'web_search_result', url: 'https://a.example/', title: 'A', encrypted_content: 'Eq' }],
	}
	const citation = {
		type: 'web_search_result_location',
		url: 'https://a.example/',
		title: 'A [1]',
		encrypted_index: 'x',
	}
	const EVENTS: readonly JsonObject[] = [
		{ type: 'content_block_start', index: 0, content_block: SEARCH },
		{ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"query":' } },
		{ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"what"}' } },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'content_block_start', index: 1, content_block: RESULT },
		{ type: 'content_block_stop', index: 1 },
		{ type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
		{ type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is.' } },
		{ type: 'content_block_delta', index: 2, delta: { type: 'citations_delta', citation } },
		{ type: 'content_block_stop', index: 2 },
	]
	const fold = (events: readonly JsonObject[]) => {
		let state = MESSAGES_START
		return events.flatMap(event => {
			const step = messagesStep(state, event)
			state = step.state
			return step.parts
		})
	}

	test('offers the search behind its own tools, and only where it is wanted', () => {
		const body = bodyOf(MESSAGES_REQUEST, conversation(REF, {}), true)
		assert.deepEqual(namesOf(body), ['tool', 'tool', 'web_search_20250305'])
		assert.deepEqual(namesOf(bodyOf(MESSAGES_REQUEST, conversation(REF, {}), false)), ['tool', 'tool'])
	})

	test('shows what was searched and cited, and gives both blocks back as they were', () => {
		const parts = fold(EVENTS)
		assert.deepEqual(
			parts.filter(({ type }) => type !== 'reasoning-end'),
			[
				{ type: 'reasoning-delta', text: 'searched the web: what\n' },
				{ type: 'text-delta', text: 'It is.' },
				{ type: 'text-delta', text: ' ([A  1 ](https://a.example/))' },
			],
		)
		const { messages } = bodyOf(MESSAGES_REQUEST, goingOn(parts), true)
		const reply = Array.isArray(messages) ? (messages[1] as JsonObject) : {}
		assert.deepEqual(Array.isArray(reply.content) && reply.content.slice(0, 2), [
			{ ...SEARCH, input: { query: 'what' } },
			RESULT,
		])
	})

	test('counts what was searched, which is charged apart', () => {
		const usage = { input_tokens: 9, output_tokens: 2, server_tool_use: { web_search_requests: 3 } }
		const end = fold([
			...EVENTS,
			{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
			{ type: 'message_stop' },
		]).at(-1)
		assert.equal(end?.type === 'finish' && end.usage?.webSearches, 3)
	})

	test('keeps nothing of a search that broke off before its result', () => {
		assert.deepEqual(fold(EVENTS.slice(0, 4)), [])
	})
})

describe('Responses', () => {
	const ITEM = {
		id: 'ws_1',
		type: 'web_search_call',
		status: 'completed',
		action: { type: 'search', query: 'what' },
	}
	const { id: _, ...OURS } = ITEM
	const parts = responsesStep(RESPONSES_START, {
		type: 'response.output_item.done',
		output_index: 0,
		item: ITEM,
	}).parts

	test('counts what was searched, which is charged apart, and not what was opened', () => {
		const done = { type: 'response.output_item.done' }
		const opened = { ...ITEM, id: 'ws_2', action: { type: 'open_page', url: 'https://a.example/' } }
		const usage = { input_tokens: 9, output_tokens: 2 }
		let state = RESPONSES_START
		const parts = [
			{ ...done, output_index: 0, item: ITEM },
			{ ...done, output_index: 1, item: opened },
			{
				...done,
				output_index: 2,
				item: { type: 'message', content: [{ type: 'output_text', text: 'So.' }] },
			},
			{ type: 'response.completed', response: { status: 'completed', usage } },
		].flatMap(event => {
			const step = responsesStep(state, event)
			state = step.state
			return step.parts
		})
		const end = parts.at(-1)
		assert.equal(end?.type === 'finish' && end.usage?.webSearches, 1)
	})

	test('offers the search behind its own tools, and only where it is wanted', () => {
		const body = bodyOf(RESPONSES_REQUEST, conversation(REF, {}), true)
		assert.deepEqual(namesOf(body), ['function', 'function', 'web_search'])
		assert.deepEqual(namesOf(bodyOf(RESPONSES_REQUEST, conversation(REF, {}), false)), [
			'function',
			'function',
		])
	})

	test('shows what was searched, and gives it back without the id that nobody has stored', () => {
		assert.deepEqual(parts[0], { type: 'reasoning-delta', text: 'searched the web: what\n' })
		const { input } = bodyOf(
			RESPONSES_REQUEST,
			goingOn([...parts, { type: 'text-delta', text: 'It is.' }]),
			true,
		)
		assert.deepEqual(Array.isArray(input) && input[1], OURS)
	})

	test('a conversation on a socket goes on behind it', () => {
		const bytes = (...items: readonly JsonObject[]) =>
			Buffer.from(items.map(item => `,${JSON.stringify(item)}`).join(''))
		const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }
		const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'y' }] }
		const heard = {
			responseId: 'r',
			model: 'm',
			history: bytes(user),
			reply: [ITEM, { id: 'msg', ...answer }],
		}
		const news = newSince(heard, 'm', bytes(user, OURS, answer, user))
		assert.deepEqual(news && Buffer.from(news), bytes(user))
	})
})
