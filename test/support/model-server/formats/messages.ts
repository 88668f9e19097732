// Anthropic's Messages API: every event a real stream has, in its order.

import { type JsonObject, type JsonValue, parseJson } from '../../../../src/core/json.ts'
import type { FinishReason } from '../../../../src/core/model.ts'
import { checkMessages } from '../check/check-messages.ts'
import { type Frame, type PlainReply, pieces, type ScriptedError, type Wire } from '../reply/reply.ts'
import { signThinking } from '../reply/seal.ts'

export const messagesWire: Wire = {
	name: 'messages',
	callIdPrefix: 'toolu_',
	frames,
	whole: (reply, request, id) => ({
		...message(request, id),
		content: blocks(reply),
		stop_reason: STOP[reply.stop],
		usage: { ...startUsage(reply), ...endUsage(reply) },
	}),
	errorBody,
	errorFrame: error => ({ event: 'error', data: JSON.stringify(errorBody(529, error)) }),
	check: checkMessages,
}

const STOP: Record<FinishReason, string> = {
	stop: 'end_turn',
	'tool-calls': 'tool_use',
	length: 'max_tokens',
	refusal: 'refusal',
	'content-filter': 'refusal',
	paused: 'pause_turn',
}

function frames(reply: PlainReply, request: JsonObject, id: string): Frame[] {
	const result: Frame[] = []
	const add = (type: string, fields: JsonObject, mark?: Frame['mark']) => {
		const data = JSON.stringify({ type, ...fields })
		result.push(mark ? { event: type, data, mark } : { event: type, data })
	}
	add('message_start', { message: { ...message(request, id), usage: startUsage(reply) } })
	let index = 0
	const block = (start: JsonObject, deltas: readonly JsonObject[], marks: BlockMarks = {}) => {
		add('content_block_start', { index, content_block: start })
		// The real service sends its first ping right behind the first block's start.
		if (index === 0) add('ping', {})
		for (const delta of deltas) add('content_block_delta', { index, delta }, marks.delta)
		add('content_block_stop', { index }, marks.stop)
		index++
	}
	if (reply.reasonings.length > 0) {
		const deltas = reply.reasonings.map(thinking => ({ type: 'thinking_delta', thinking }))
		const signature = { type: 'signature_delta', signature: signThinking(reply.reasonings.join('')) }
		const start = { type: 'thinking', thinking: '', signature: '' }
		block(start, [...deltas, signature], { delta: 'reasoning' })
	}
	if (reply.texts.length > 0) {
		const deltas = reply.texts.map(text => ({ type: 'text_delta', text }))
		block({ type: 'text', text: '' }, deltas, { delta: 'text' })
	}
	for (const call of reply.calls) {
		const start = { type: 'tool_use', id: call.id, name: call.name, input: {} }
		const deltas = ['', ...pieces(call.arguments)].map(piece => ({
			type: 'input_json_delta',
			partial_json: piece,
		}))
		block(start, deltas, { stop: 'call' })
	}
	const delta = { stop_reason: STOP[reply.stop], stop_sequence: null }
	add('message_delta', { delta, usage: endUsage(reply) }, 'final')
	add('message_stop', {}, 'final')
	return result
}

type BlockMarks = { delta?: Frame['mark']; stop?: Frame['mark'] }

function blocks(reply: PlainReply): JsonObject[] {
	const result: JsonObject[] = []
	const thinking = reply.reasonings.join('')
	if (thinking) result.push({ type: 'thinking', thinking, signature: signThinking(thinking) })
	if (reply.texts.length > 0) result.push({ type: 'text', text: reply.texts.join('') })
	for (const call of reply.calls) {
		const input: JsonValue = parseJson(call.arguments) ?? {}
		result.push({ type: 'tool_use', id: call.id, name: call.name, input })
	}
	return result
}

function message(request: JsonObject, id: string): JsonObject {
	return {
		id: `msg_${id}`,
		type: 'message',
		role: 'assistant',
		model: request.model ?? 'test-model',
		content: [],
		stop_reason: null,
		stop_sequence: null,
	}
}

/** `input_tokens` leaves out what was read from or written to the cache, unlike everyone else's. */
function startUsage({ usage }: PlainReply): JsonObject {
	return {
		input_tokens: usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens,
		cache_creation_input_tokens: usage.cacheWriteTokens,
		cache_read_input_tokens: usage.cachedInputTokens,
		cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
		output_tokens: 1,
		service_tier: 'standard',
	}
}

function endUsage({ usage }: PlainReply): JsonObject {
	return {
		input_tokens: usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens,
		cache_creation_input_tokens: usage.cacheWriteTokens,
		cache_read_input_tokens: usage.cachedInputTokens,
		output_tokens: usage.outputTokens,
		...(usage.reasoningTokens > 0
			? { output_tokens_details: { thinking_tokens: usage.reasoningTokens } }
			: {}),
	}
}

function errorBody(status: number, error: ScriptedError): JsonObject {
	const usual = USUAL[status] ?? { type: 'api_error', message: 'Internal server error' }
	return {
		type: 'error',
		error: { type: error.type ?? error.code ?? usual.type, message: error.message ?? usual.message },
		request_id: 'req_scripted',
	}
}

const USUAL: Record<number, { type: string; message: string }> = {
	400: { type: 'invalid_request_error', message: 'The request is not valid.' },
	401: { type: 'authentication_error', message: 'invalid x-api-key' },
	402: { type: 'billing_error', message: 'Your credit balance is too low to access the Anthropic API.' },
	403: { type: 'permission_error', message: 'Your API key does not have permission to use this model.' },
	404: { type: 'not_found_error', message: 'model: test-model' },
	413: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
	429: { type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
	529: { type: 'overloaded_error', message: 'Overloaded' },
}
