// A request in the words of OpenAI's Responses API. Pure.

import type OpenAI from 'openai'
import type { JsonObject } from '../../../core/json.ts'
import type {
	AssistantMessage,
	Message,
	ResultPart,
	ToolCall,
	ToolMessage,
	UserMessage,
	UserPart,
} from '../../../core/messages.ts'
import type { ModelRequest, ToolSpec } from '../../../core/model.ts'
import { objectIn } from '../../http/read-json.ts'
import { dataUrl, type Images, missingImage } from '../../wire/images.ts'
import { argumentsText, resultText } from '../../wire/replay.ts'
import { openAiFormat } from '../../wire/structured-output.ts'
import type { RequestFormat, WireTarget } from '../../wire/wire-format.ts'

export const RESPONSES_REQUEST: RequestFormat = { head, belong: () => false, items }

function head(request: ModelRequest, { config, info }: WireTarget): JsonObject {
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
		...(request.tools.length > 0 && {
			tools: [...request.tools.map(functionTool), ...(config.searchesWeb ? [SEARCH] : [])],
		}),
		input: [],
	} satisfies OpenAI.Responses.ResponseCreateParamsStreaming
}

/** Done there, in the middle of a reply. */
const SEARCH = { type: 'web_search' } as const satisfies OpenAI.Responses.WebSearchTool

function functionTool({ name, description, inputSchema }: ToolSpec) {
	const tool = { type: 'function', name, description, parameters: inputSchema, strict: false } as const
	return tool satisfies OpenAI.Responses.FunctionTool
}

function items(messages: readonly Message[], images: Images): readonly JsonObject[] {
	return messages.flatMap(message => inputItems(message, images))
}

function inputItems(message: Message, images: Images): readonly JsonObject[] {
	switch (message.role) {
		case 'user':
			return [userItem(message.content, images)]
		case 'assistant':
			return assistantItems(message)
		case 'tool':
			return [toolItem(message, images)]
	}
}

function userItem(content: UserMessage['content'], images: Images): JsonObject {
	const item = { type: 'message', role: 'user', content: inputContent(content, images) } as const
	return item satisfies OpenAI.Responses.EasyInputMessage
}

function assistantItems({ content }: AssistantMessage): readonly JsonObject[] {
	return content.flatMap((part): JsonObject[] => {
		switch (part.type) {
			case 'text':
				return [assistantItem(part.text)]
			case 'reasoning':
				return part.opaque ? [objectIn(part.opaque.data)] : []
			case 'tool-call':
				return [callItem(part)]
		}
	})
}

/** Without the id and the state that the types want: what was said elsewhere has none. */
function assistantItem(text: string): JsonObject {
	const part = { type: 'output_text', text } as const
	part satisfies Partial<OpenAI.Responses.ResponseOutputText>
	return { type: 'message', role: 'assistant', content: [part] } satisfies Partial<
		Record<keyof OpenAI.Responses.ResponseOutputMessage, unknown>
	>
}

function callItem({ callId, tool, arguments: written }: ToolCall): JsonObject {
	const item = {
		type: 'function_call',
		call_id: callId,
		name: tool,
		arguments: argumentsText(written),
	} as const
	return item satisfies OpenAI.Responses.ResponseFunctionToolCall
}

function toolItem(message: ToolMessage, images: Images): JsonObject {
	const text = resultText(message, false)
	const pictures = message.content.filter(part => part.type === 'image')
	const output =
		pictures.length === 0 ? text : [{ type: 'input_text' as const, text }, ...inputContent(pictures, images)]
	return {
		type: 'function_call_output',
		call_id: message.callId,
		output,
	} satisfies OpenAI.Responses.ResponseInputItem.FunctionCallOutput
}

function inputContent(content: readonly (UserPart | ResultPart)[], images: Images): InputPart[] {
	return content.map((part): InputPart => {
		if (part.type === 'text') return { type: 'input_text', text: part.text }
		const base64 = images.get(part.uri)
		if (base64 === undefined) return { type: 'input_text', text: missingImage(part) }
		return { type: 'input_image', image_url: dataUrl(part, base64), detail: 'auto' }
	})
}

/** Of the vendor's, with no field that we leave out. */
type InputPart =
	| Pick<OpenAI.Responses.ResponseInputText, 'type' | 'text'>
	| { type: OpenAI.Responses.ResponseInputImage['type']; image_url: string; detail: 'auto' }
