// OpenAI's Responses API: every event a real stream has, in its order.

import type { JsonObject, JsonValue } from '../../../../src/core/json.ts'
import { checkResponses } from '../check/check-responses.ts'
import { openAiErrorBody } from '../reply/openai-error.ts'
import { type Frame, type PlainReply, pieces, type ScriptedError, type Wire } from '../reply/reply.ts'
import { sealReasoning } from '../reply/seal.ts'

export const responsesWire: Wire = {
	name: 'responses',
	callIdPrefix: 'call_',
	frames,
	whole: (reply, request, id) => finished(reply, request, id),
	errorBody: openAiErrorBody,
	errorFrame,
	check: checkResponses,
}

function frames(reply: PlainReply, request: JsonObject, id: string): Frame[] {
	const result: Frame[] = []
	const add = (type: string, fields: JsonObject, mark?: Frame['mark']) => {
		const data = JSON.stringify({ type, sequence_number: result.length, ...fields })
		result.push(mark ? { event: type, data, mark } : { event: type, data })
	}
	add('response.created', { response: snapshot('in_progress', request, id) })
	add('response.in_progress', { response: snapshot('in_progress', request, id) })
	items(reply, request, id).forEach((item, outputIndex) => {
		addItem(add, reply, item, outputIndex)
	})
	const response = finished(reply, request, id)
	add(response.status === 'completed' ? 'response.completed' : 'response.incomplete', { response }, 'final')
	return result
}

type Add = (type: string, fields: JsonObject, mark?: Frame['mark']) => void

function addItem(add: Add, reply: PlainReply, item: Item, outputIndex: number): void {
	const at = { output_index: outputIndex }
	const inItem = { item_id: item.id, ...at }
	switch (item.type) {
		case 'reasoning': {
			const part = { ...inItem, summary_index: 0 }
			const text = reply.reasonings.join('')
			add('response.output_item.added', { ...at, item: { ...item, summary: [] } })
			add('response.reasoning_summary_part.added', { ...part, part: { type: 'summary_text', text: '' } })
			for (const delta of reply.reasonings) {
				add('response.reasoning_summary_text.delta', { ...part, delta, obfuscation: '' }, 'reasoning')
			}
			add('response.reasoning_summary_text.done', { ...part, text })
			add('response.reasoning_summary_part.done', { ...part, part: { type: 'summary_text', text } })
			break
		}
		case 'message': {
			const part = { ...inItem, content_index: 0 }
			const text = reply.texts.join('')
			const kind = reply.stop === 'refusal' ? 'refusal' : 'output_text'
			add('response.output_item.added', { ...at, item: { ...item, status: 'in_progress', content: [] } })
			add('response.content_part.added', { ...part, part: contentPart(kind, '') })
			for (const delta of reply.texts) {
				const fields = kind === 'refusal' ? { delta } : { delta, logprobs: [], obfuscation: '' }
				add(`response.${kind}.delta`, { ...part, ...fields }, 'text')
			}
			const whole = kind === 'refusal' ? { refusal: text } : { text, logprobs: [] }
			add(`response.${kind}.done`, { ...part, ...whole })
			add('response.content_part.done', { ...part, part: contentPart(kind, text) })
			break
		}
		case 'function_call': {
			add('response.output_item.added', { ...at, item: { ...item, status: 'in_progress', arguments: '' } })
			for (const delta of pieces(item.arguments)) {
				add('response.function_call_arguments.delta', { ...inItem, delta, obfuscation: '' })
			}
			add('response.function_call_arguments.done', { ...inItem, arguments: item.arguments })
			break
		}
	}
	const done = { ...at, item }
	if (item.type === 'function_call') add('response.output_item.done', done, 'call')
	else add('response.output_item.done', done)
}

type Item = JsonObject & { id: string } & (
		| { type: 'reasoning' }
		| { type: 'message' }
		| { type: 'function_call'; name: string; arguments: string }
	)

function items(reply: PlainReply, request: JsonObject, id: string): Item[] {
	const result: Item[] = []
	const status = reply.stop === 'length' || reply.stop === 'content-filter' ? 'incomplete' : 'completed'
	if (reply.reasonings.length > 0) {
		const text = reply.reasonings.join('')
		const itemId = `rs_${id}`
		const include = Array.isArray(request.include) ? request.include : []
		const isSealed = include.includes('reasoning.encrypted_content')
		const sealed = isSealed ? { encrypted_content: sealReasoning(text) } : {}
		result.push({ id: itemId, type: 'reasoning', summary: [{ type: 'summary_text', text }], ...sealed })
	}
	if (reply.texts.length > 0) {
		const kind = reply.stop === 'refusal' ? 'refusal' : 'output_text'
		const content = [contentPart(kind, reply.texts.join(''))]
		result.push({ id: `msg_${id}`, type: 'message', status, role: 'assistant', content })
	}
	reply.calls.forEach((call, index) => {
		const { name, arguments: text } = call
		const itemId = `fc_${id}_${index}`
		result.push({
			id: itemId,
			type: 'function_call',
			status: 'completed',
			arguments: text,
			call_id: call.id,
			name,
		})
	})
	return result
}

function contentPart(kind: 'output_text' | 'refusal', text: string): JsonObject {
	return kind === 'refusal'
		? { type: 'refusal', refusal: text }
		: { type: 'output_text', annotations: [], logprobs: [], text }
}

function finished(reply: PlainReply, request: JsonObject, id: string): JsonObject {
	const reason = { length: 'max_output_tokens', 'content-filter': 'content_filter' }[reply.stop as string]
	const { usage } = reply
	return {
		...snapshot(reason ? 'incomplete' : 'completed', request, id),
		...(reason ? { incomplete_details: { reason } } : { completed_at: 1_790_000_001 }),
		output: items(reply, request, id),
		usage: {
			input_tokens: usage.inputTokens,
			input_tokens_details: {
				cached_tokens: usage.cachedInputTokens,
				cache_write_tokens: usage.cacheWriteTokens,
			},
			output_tokens: usage.outputTokens,
			output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
			total_tokens: usage.inputTokens + usage.outputTokens,
		},
	}
}

/** The real service sends the request's settings back with each snapshot; the same goes here, defaults filled in. */
function snapshot(status: string, request: JsonObject, id: string): JsonObject {
	const said = (name: string, otherwise: JsonValue) => request[name] ?? otherwise
	return {
		id: `resp_${id}`,
		object: 'response',
		created_at: 1_790_000_000,
		status,
		background: false,
		completed_at: null,
		error: null,
		incomplete_details: null,
		instructions: said('instructions', null),
		max_output_tokens: said('max_output_tokens', null),
		max_tool_calls: null,
		model: said('model', 'test-model'),
		output: [],
		parallel_tool_calls: said('parallel_tool_calls', true),
		previous_response_id: null,
		prompt_cache_key: said('prompt_cache_key', null),
		reasoning: said('reasoning', { effort: null, summary: null }),
		safety_identifier: null,
		service_tier: 'default',
		store: said('store', true),
		temperature: 1,
		text: said('text', { format: { type: 'text' }, verbosity: 'medium' }),
		tool_choice: said('tool_choice', 'auto'),
		tools: said('tools', []),
		top_logprobs: 0,
		top_p: 1,
		truncation: 'disabled',
		usage: null,
		user: null,
		metadata: {},
	}
}

function errorFrame(error: ScriptedError, as: 'error' | 'response.failed', id: string): Frame {
	const code = error.code ?? 'server_error'
	const message = error.message ?? 'The server had an error while processing your request. Sorry about that!'
	if (as === 'error') {
		const data = { type: 'error', sequence_number: 99, code, message, param: null }
		return { event: 'error', data: JSON.stringify(data) }
	}
	const response = { ...snapshot('failed', {}, id), error: { code, message } }
	return { event: as, data: JSON.stringify({ type: as, sequence_number: 99, response }) }
}
