// A request in the words of Anthropic's Messages API. Pure.

import type Anthropic from '@anthropic-ai/sdk'
import type { JsonObject } from '../../../core/json.ts'
import type {
	AssistantPart,
	Message,
	ResultPart,
	ToolCall,
	ToolMessage,
	UserPart,
} from '../../../core/messages.ts'
import type { Effort, ModelInfo, ModelRequest, ToolSpec } from '../../../core/model.ts'
import type { ModelRef } from '../../../core/model-ref.ts'
import { objectIn } from '../../http/read-json.ts'
import { type Images, missingImage } from '../../wire/images.ts'
import { argumentsObject, fitMessage, resultText } from '../../wire/replay.ts'
import { isStrictSchema } from '../../wire/structured-output.ts'
import type { RequestFormat, WireTarget } from '../../wire/wire-format.ts'

export const MESSAGES_REQUEST: RequestFormat = { head, belong, items }

/**
 * Three cache marks, none of which ever moves within the bytes: one on the last tool and one on the system
 * prompt, which are the same in every request, and one for the whole request, which Anthropic itself puts on
 * the newest block. A mark written into the newest message would have to be taken out of it again a turn
 * later, and the bytes of the prefix would change with it.
 */
function head(request: ModelRequest, { config, info }: WireTarget): JsonObject {
	const schema = request.outputSchema
	const format = schema?.type === 'object' &&
		isStrictSchema(schema) && { type: 'json_schema' as const, schema }
	const { thinking, effort } = thinkingOf(request, info)
	return {
		model: request.model,
		stream: true,
		max_tokens: request.maxOutputTokens,
		cache_control: CACHE_MARK,
		...(thinking && { thinking }),
		...((effort || format) && { output_config: { ...(effort && { effort }), ...(format && { format }) } }),
		...(request.tools.length > 0 && {
			tools: markLast([...request.tools.map(toolParam), ...(config.searchesWeb ? [SEARCH] : [])]),
		}),
		...(request.system && { system: markLast([{ type: 'text', text: request.system }]) }),
		messages: [],
	} satisfies Anthropic.MessageCreateParamsStreaming
}

const CACHE_MARK = { type: 'ephemeral' } as const satisfies Anthropic.CacheControlEphemeral

/** Done there, in the middle of a reply. With more searches a reply may be broken off to be asked for anew. */
const SEARCH = {
	type: 'web_search_20250305',
	name: 'web_search',
	max_uses: 5,
} as const satisfies Anthropic.WebSearchTool20250305

function markLast<Block extends object>(blocks: readonly Block[]) {
	return blocks.map((block, index) =>
		index === blocks.length - 1 ? { ...block, cache_control: CACHE_MARK } : block,
	)
}

function toolParam({ name, description, inputSchema }: ToolSpec) {
	// Every tool takes an object.
	const schema = { ...inputSchema, type: 'object' as const }
	return { name, description, input_schema: schema } satisfies Anthropic.Tool
}

type Thinking = { thinking?: ThinkingParam; effort?: Exclude<Effort, 'none'> }
type ThinkingParam =
	| { type: Anthropic.ThinkingConfigAdaptive['type']; display: 'summarized' }
	| { type: Anthropic.ThinkingConfigEnabled['type']; budget_tokens: number }

/** Models up to 4.5 think within a budget that has to be asked for; later ones judge for themselves. */
function thinkingOf(request: ModelRequest, info: ModelInfo): Thinking {
	if (!info.reasoning) return {}
	const { effort } = request
	if (!THINKS_ON_A_BUDGET.test(request.model)) {
		// Some cannot be kept from thinking and refuse to be told so; little effort is as close as it gets.
		if (effort === 'none') return { effort: 'low' }
		return { thinking: { type: 'adaptive', display: 'summarized' }, ...(effort && { effort }) }
	}
	if (effort === undefined || effort === 'none') return {}
	if (!mayBeginToThink(request.messages, info.ref)) return {}
	const budgetTokens = Math.min(BUDGET_TOKENS[effort], request.maxOutputTokens - 1_024)
	if (budgetTokens < 1_024) return {}
	return { thinking: { type: 'enabled', budget_tokens: budgetTokens } }
}

const THINKS_ON_A_BUDGET = /claude-(?:3-7|(?:opus|sonnet)-4(?:-[015](?!\d))?(?:-\d{8})?$|haiku-4)/

const BUDGET_TOKENS = { low: 4_096, medium: 10_240, high: 24_576 } as const

/**
 * Thinking cannot begin in the middle of a tool loop: with it on, the message that made the calls has to begin
 * with its thinking, which one by another model does not.
 */
function mayBeginToThink(messages: readonly Message[], model: ModelRef): boolean {
	let opening: Message | undefined
	let hasResults = false
	for (let at = messages.length - 1; at >= 0; at--) {
		const read = fitMessage(messages[at]!, model)
		if (read?.role === 'assistant') opening = read
		else if (read && opening) break
		else hasResults ||= read?.role === 'tool'
	}
	return !hasResults || opening?.content[0]?.type === 'reasoning'
}

/** The vendor's names and no other; what stands under them was made or checked elsewhere. */
type Loosely<Shape> = { [Name in keyof Shape]: unknown }

/** Roles must alternate, and all results of one reply belong into one message. */
function belong(before: Message, message: Message): boolean {
	return roleOf(before) === roleOf(message)
}

function roleOf(message: Message): 'user' | 'assistant' {
	return message.role === 'assistant' ? 'assistant' : 'user'
}

function items(messages: readonly Message[], images: Images): readonly JsonObject[] {
	const [first] = messages
	return first
		? [{ role: roleOf(first), content: messages.flatMap(message => blocksOf(message, images)) }]
		: []
}

function blocksOf(message: Message, images: Images): JsonObject[] {
	switch (message.role) {
		case 'user':
			return blocks(message.content, images)
		case 'assistant':
			return message.content.flatMap(assistantBlock)
		case 'tool':
			return [toolResult(message, images)]
	}
}

function assistantBlock(part: AssistantPart): JsonObject[] {
	switch (part.type) {
		case 'text':
			return [textBlock(part.text)]
		case 'reasoning':
			return part.opaque ? [objectIn(part.opaque.data)] : []
		case 'tool-call':
			return [toolUse(part)]
	}
}

function toolResult(message: ToolMessage, images: Images): JsonObject {
	const text = resultText(message, true)
	const pictures = message.content.filter(part => part.type === 'image')
	return {
		type: 'tool_result',
		tool_use_id: message.callId,
		content: pictures.length === 0 ? text : [textBlock(text), ...blocks(pictures, images)],
		...(message.outcome !== 'ok' && { is_error: true }),
	} satisfies Loosely<Anthropic.ToolResultBlockParam>
}

function toolUse({ callId, tool, arguments: written }: ToolCall): JsonObject {
	const block = { type: 'tool_use', id: callId, name: tool, input: argumentsObject(written) } as const
	return block satisfies Anthropic.ToolUseBlockParam
}

function textBlock(text: string): JsonObject {
	return { type: 'text', text } satisfies Anthropic.TextBlockParam
}

function blocks(content: readonly (UserPart | ResultPart)[], images: Images): JsonObject[] {
	return content.map((part): JsonObject => {
		if (part.type === 'text') return textBlock(part.text)
		const base64 = images.get(part.uri)
		if (base64 === undefined) return textBlock(missingImage(part))
		const source = { type: 'base64', media_type: part.mediaType, data: base64 }
		source satisfies Loosely<Anthropic.Base64ImageSource>
		return { type: 'image', source } satisfies Loosely<Anthropic.ImageBlockParam>
	})
}
