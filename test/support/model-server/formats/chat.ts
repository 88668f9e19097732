// OpenAI's Chat Completions API, with the `reasoning_content` that compatible servers add to it.

import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts'
import type { FinishReason } from '../../../../src/core/model.ts'
import { checkChat } from '../check/check-chat.ts'
import { openAiErrorBody } from '../reply/openai-error.ts'
import { type Frame, type PlainReply, pieces, type Wire } from '../reply/reply.ts'

export const chatWire: Wire = {
	name: 'chat',
	callIdPrefix: 'call_',
	frames,
	whole,
	errorBody: openAiErrorBody,
	errorFrame: error => ({ data: JSON.stringify(openAiErrorBody(500, error)) }),
	check: checkChat,
}

const FINISH: Record<FinishReason, string> = {
	stop: 'stop',
	'tool-calls': 'tool_calls',
	length: 'length',
	refusal: 'stop',
	'content-filter': 'content_filter',
	paused: 'stop',
}

function frames(reply: PlainReply, request: JsonObject, id: string): Frame[] {
	const wantsUsage = isObject(request.stream_options) && request.stream_options.include_usage === true
	const chunk = (choices: JsonValue[], usage: JsonValue = null): string =>
		JSON.stringify({
			...head(request, id, 'chat.completion.chunk'),
			choices,
			...(wantsUsage ? { usage } : {}),
		})
	const delta = (fields: JsonObject, finish: string | null = null): string =>
		chunk([{ index: 0, delta: fields, logprobs: null, finish_reason: finish }])

	const result: Frame[] = [{ data: delta({ role: 'assistant', content: '', refusal: null }) }]
	for (const text of reply.reasonings) {
		result.push({ data: delta({ reasoning_content: text }), mark: 'reasoning' })
	}
	for (const text of reply.texts) {
		const fields: JsonObject = reply.stop === 'refusal' ? { refusal: text } : { content: text }
		result.push({ data: delta(fields), mark: 'text' })
	}
	reply.calls.forEach((call, index) => {
		const head = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }
		result.push({ data: delta({ tool_calls: [head] }) })
		const parts = pieces(call.arguments)
		parts.forEach((part, position) => {
			const data = delta({ tool_calls: [{ index, function: { arguments: part } }] })
			result.push(position === parts.length - 1 ? { data, mark: 'call' } : { data })
		})
	})
	result.push({ data: delta({}, FINISH[reply.stop]), mark: 'final' })
	if (wantsUsage) result.push({ data: chunk([], usageOf(reply)), mark: 'final' })
	result.push({ data: '[DONE]', mark: 'final' })
	return result
}

function whole(reply: PlainReply, request: JsonObject, id: string): JsonObject {
	const text = reply.texts.length > 0 ? reply.texts.join('') : null
	const isRefusal = reply.stop === 'refusal'
	const message: JsonObject = {
		role: 'assistant',
		content: isRefusal ? null : text,
		refusal: isRefusal ? text : null,
		annotations: [],
	}
	if (reply.reasonings.length > 0) message.reasoning_content = reply.reasonings.join('')
	if (reply.calls.length > 0) {
		message.tool_calls = reply.calls.map(call => ({
			id: call.id,
			type: 'function',
			function: { name: call.name, arguments: call.arguments },
		}))
	}
	return {
		...head(request, id, 'chat.completion'),
		choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[reply.stop] }],
		usage: usageOf(reply),
	}
}

function head(request: JsonObject, id: string, object: string): JsonObject {
	return {
		id: `chatcmpl-${id}`,
		object,
		created: 1_790_000_000,
		model: request.model ?? 'test-model',
		service_tier: 'default',
		system_fingerprint: 'fp_scripted',
	}
}

function usageOf({ usage }: PlainReply): JsonObject {
	return {
		prompt_tokens: usage.inputTokens,
		completion_tokens: usage.outputTokens,
		total_tokens: usage.inputTokens + usage.outputTokens,
		prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, audio_tokens: 0 },
		completion_tokens_details: {
			reasoning_tokens: usage.reasoningTokens,
			audio_tokens: 0,
			accepted_prediction_tokens: 0,
			rejected_prediction_tokens: 0,
		},
	}
}
