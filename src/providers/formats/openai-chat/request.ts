// A request in the words of Chat Completions, as OpenAI and everyone compatible with it reads them. Pure.

import type OpenAI from 'openai'
import type { JsonObject, JsonValue } from '../../../core/json.ts'
import type { AssistantMessage, Message, UserMessage } from '../../../core/messages.ts'
import type { ModelRequest, ToolSpec } from '../../../core/model.ts'
import { objectIn } from '../../http/read-json.ts'
import { dataUrl, type Images, missingImage } from '../../wire/images.ts'
import { argumentsObject, resultText } from '../../wire/replay.ts'
import { openAiFormat } from '../../wire/structured-output.ts'
import { isOpenAiHost } from '../../wire/vendor-hosts.ts'
import type { RequestFormat, WireTarget } from '../../wire/wire-format.ts'

export const CHAT_REQUEST: RequestFormat = { head, belong: areResults, items }

function head(request: ModelRequest, { config, info }: WireTarget): JsonObject {
	const isOpenAi = isOpenAiHost(config.baseUrl)
	const format = openAiFormat(request.outputSchema)
	return {
		model: request.model,
		stream: true,
		stream_options: { include_usage: true },
		// OpenAI's newer models refuse the old name, and most compatible servers do not know the new one.
		...(isOpenAi
			? { max_completion_tokens: request.maxOutputTokens }
			: { max_tokens: request.maxOutputTokens }),
		...(isOpenAi && { prompt_cache_key: request.cacheKey }),
		...(info.reasoning && request.effort && { reasoning_effort: request.effort }),
		...(format && { response_format: { type: 'json_schema', json_schema: format } }),
		...(request.tools.length > 0 && { tools: request.tools.map(functionTool) }),
		messages: request.system ? [{ role: 'system', content: request.system }] : [],
	} satisfies OpenAI.Chat.ChatCompletionCreateParamsStreaming
}

function functionTool({ name, description, inputSchema }: ToolSpec) {
	const tool = { type: 'function', function: { name, description, parameters: inputSchema } } as const
	return tool satisfies OpenAI.Chat.ChatCompletionFunctionTool
}

function areResults(before: Message, message: Message): boolean {
	return before.role === 'tool' && message.role === 'tool'
}

/** Tool messages take only text, so the pictures of a batch of results follow it in a user message. */
function items(messages: readonly Message[], images: Images): readonly JsonObject[] {
	const pictures = messages.flatMap(message =>
		message.role === 'tool' ? message.content.filter(part => part.type === 'image') : [],
	)
	const written = messages.map(message => chatMessage(message, images))
	return pictures.length === 0
		? written
		: [...written, { role: 'user', content: userParts(pictures, images) }]
}

function chatMessage(message: Message, images: Images): JsonObject {
	switch (message.role) {
		case 'user':
			return userMessage(message, images)
		case 'assistant':
			return assistantMessage(message)
		case 'tool':
			return {
				role: 'tool',
				tool_call_id: message.callId,
				content: resultText(message, false),
			} satisfies OpenAI.Chat.ChatCompletionToolMessageParam
	}
}

/** Plain text as a plain string: the one form that every server takes. */
function userMessage({ content }: UserMessage, images: Images): JsonObject {
	const isText = content.every(part => part.type === 'text')
	const text = content.map(part => (part.type === 'text' ? part.text : '')).join('\n\n')
	return {
		role: 'user',
		content: isText ? text : userParts(content, images),
	} satisfies OpenAI.Chat.ChatCompletionUserMessageParam
}

function userParts(content: UserMessage['content'], images: Images): UserContent[] {
	return content.map((part): UserContent => {
		if (part.type === 'text') return { type: 'text', text: part.text }
		const base64 = images.get(part.uri)
		if (base64 === undefined) return { type: 'text', text: missingImage(part) }
		return { type: 'image_url', image_url: { url: dataUrl(part, base64) } }
	})
}

type UserContent =
	| Pick<OpenAI.Chat.ChatCompletionContentPartText, 'type' | 'text'>
	| { type: OpenAI.Chat.ChatCompletionContentPartImage['type']; image_url: { url: string } }

function assistantMessage({ content }: AssistantMessage): JsonObject {
	const text = content.map(part => (part.type === 'text' ? part.text : '')).join('')
	const calls: JsonObject[] = []
	let sealed: JsonObject = {}
	let ofNextCall: JsonObject = {}
	for (const part of content) {
		if (part.type === 'reasoning' && part.opaque) {
			const { message, call } = objectIn(part.opaque.data)
			sealed = joinMessages(sealed, objectIn(message))
			ofNextCall = objectIn(call)
		}
		if (part.type === 'tool-call') {
			const written = JSON.stringify(argumentsObject(part.arguments))
			const call = {
				id: part.callId,
				type: 'function',
				function: { name: part.tool, arguments: written },
			} satisfies OpenAI.Chat.ChatCompletionMessageFunctionToolCall
			calls.push({ ...call, ...ofNextCall })
			ofNextCall = {}
		}
	}
	const { content: thoughts, ...rest } = sealed
	return {
		role: 'assistant',
		content: Array.isArray(thoughts) ? withText(thoughts, text) : text === '' ? null : text,
		...rest,
		...(calls.length > 0 && { tool_calls: calls }),
	}
}

/** Thoughts that came as parts of the content stand before its text. */
function withText(thoughts: readonly JsonValue[], text: string): JsonValue[] {
	return text === '' ? [...thoughts] : [...thoughts, { type: 'text', text }]
}

/** A reply may hold several blocks of reasoning; the wire has one field for all of them. */
function joinMessages(before: JsonObject, more: JsonObject): JsonObject {
	const all = { ...before }
	for (const [name, value] of Object.entries(more)) {
		const known = all[name]
		if (typeof known === 'string' && typeof value === 'string') all[name] = known + value
		else if (Array.isArray(known) && Array.isArray(value)) all[name] = [...known, ...value]
		else all[name] = value
	}
	return all
}
