// A request in the words of OpenAI's Responses API. Pure.

import type { JsonObject } from '../../core/json.ts'
import type { AssistantMessage, Message, ResultPart, ToolMessage, UserPart } from '../../core/messages.ts'
import type { ModelRequest, ToolSpec } from '../../core/model.ts'
import { dataUrl, type Images, missingImage } from '../images.ts'
import { objectIn } from '../read-json.ts'
import { resultText } from '../replay.ts'
import { openAiFormat } from '../structured-output.ts'
import type { RequestFormat, WireTarget } from '../wire-format.ts'

export const RESPONSES_REQUEST: RequestFormat = { head, belong: () => false, items }

function head(request: ModelRequest, { info }: WireTarget): JsonObject {
	const format = openAiFormat(request.outputSchema)
	return {
		model: request.model,
		stream: true,
		// Nothing is kept at OpenAI: the sealed reasoning comes back to us and is sent along instead.
		store: false,
		prompt_cache_key: request.cacheKey,
		max_output_tokens: request.maxOutputTokens,
		...(info.reasoning && {
			reasoning: { ...(request.effort && { effort: request.effort }), summary: 'auto' },
			include: ['reasoning.encrypted_content'],
		}),
		...(format && { text: { format: { type: 'json_schema', ...format } } }),
		...(request.system && { instructions: request.system }),
		...(request.tools.length > 0 && { tools: request.tools.map(functionTool) }),
		input: [],
	}
}

function functionTool({ name, description, inputSchema }: ToolSpec): JsonObject {
	return { type: 'function', name, description, parameters: inputSchema, strict: false }
}

function items(messages: readonly Message[], images: Images): readonly JsonObject[] {
	return messages.flatMap(message => inputItems(message, images))
}

function inputItems(message: Message, images: Images): readonly JsonObject[] {
	switch (message.role) {
		case 'user':
			return [{ type: 'message', role: 'user', content: inputContent(message.content, images) }]
		case 'assistant':
			return assistantItems(message)
		case 'tool':
			return [toolItem(message, images)]
	}
}

function assistantItems({ content }: AssistantMessage): readonly JsonObject[] {
	return content.flatMap((part): JsonObject[] => {
		switch (part.type) {
			case 'text':
				return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text }] }]
			case 'reasoning':
				return part.opaque ? [objectIn(part.opaque.data)] : []
			case 'tool-call':
				return [{ type: 'function_call', call_id: part.callId, name: part.tool, arguments: part.arguments }]
		}
	})
}

function toolItem(message: ToolMessage, images: Images): JsonObject {
	const text = resultText(message, false)
	const pictures = message.content.filter(part => part.type === 'image')
	const output =
		pictures.length === 0 ? text : [{ type: 'input_text', text }, ...inputContent(pictures, images)]
	return { type: 'function_call_output', call_id: message.callId, output }
}

function inputContent(content: readonly (UserPart | ResultPart)[], images: Images): JsonObject[] {
	return content.map((part): JsonObject => {
		if (part.type === 'text') return { type: 'input_text', text: part.text }
		const base64 = images.get(part.uri)
		if (base64 === undefined) return { type: 'input_text', text: missingImage(part) }
		return { type: 'input_image', image_url: dataUrl(part, base64), detail: 'auto' }
	})
}
