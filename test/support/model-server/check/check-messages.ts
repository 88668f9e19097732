// What the Messages API refuses: empty text, wrong turns, calls and results that are not neighbours, changed thinking.

import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts'
import type { RequestProblem } from '../reply/reply.ts'
import { signThinking } from '../reply/seal.ts'
import { doubled, firstProblem, objects, type Rule, text, unknownField } from './check.ts'

export function checkMessages(request: JsonObject): RequestProblem | undefined {
	return firstProblem(RULES, request)
}

const FIELDS =
	'max_tokens messages model cache_control container diagnostics inference_geo metadata output_config ' +
	'service_tier speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p ' +
	'user_profile_id workspace_id'

const RULES: readonly Rule[] = [
	request => {
		const field = unknownField(request, FIELDS)
		return field === undefined ? undefined : says(`${field}: Extra inputs are not permitted`)
	},
	request => (text(request.model) ? undefined : says('model: Field required')),
	({ max_tokens: max }) => {
		if (max === undefined) return says('max_tokens: Field required')
		return typeof max === 'number' && Number.isInteger(max) && max >= 1
			? undefined
			: says('max_tokens: Input should be a valid integer greater than or equal to 1')
	},
	({ thinking, max_tokens: max }) => {
		if (!isObject(thinking) || thinking.type !== 'enabled') return undefined
		const budget = Number(thinking.budget_tokens)
		if (!(budget >= 1024)) {
			return says('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
		}
		return budget < Number(max)
			? undefined
			: says('`max_tokens` must be greater than `thinking.budget_tokens`.')
	},
	({ system }) => {
		if (system === undefined || typeof system === 'string') return undefined
		return objects(system).some(block => block.text === '')
			? says('system: text content blocks must be non-empty')
			: undefined
	},
	checkTools,
	checkCacheMarks,
	checkTurns,
	request => {
		const messages = objects(request.messages)
		for (const [index, message] of messages.entries()) {
			const problem = checkContent(message, index, index === messages.length - 1)
			if (problem) return problem
		}
		return undefined
	},
	checkPairs,
	checkThinking,
]

function says(message: string): RequestProblem {
	return { message }
}

function checkTools(request: JsonObject): RequestProblem | undefined {
	const tools = objects(request.tools)
	for (const [index, tool] of tools.entries()) {
		if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool.name))) {
			return says(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
		}
		if (!isObject(tool.input_schema)) return says(`tools.${index}.custom.input_schema: Field required`)
		if (tool.input_schema.type !== 'object') {
			return says(`tools.${index}.custom.input_schema.type: Input should be 'object'`)
		}
		const field = unknownField(tool, TOOL_FIELDS)
		if (field) return says(`tools.${index}.custom.${field}: Extra inputs are not permitted`)
	}
	return doubled(tools.map(tool => String(tool.name))) === undefined
		? undefined
		: says('tools: Tool names must be unique.')
}

const TOOL_FIELDS =
	'type name description input_schema cache_control strict defer_loading eager_input_streaming allowed_callers ' +
	'input_examples'

function checkCacheMarks(request: JsonObject): RequestProblem | undefined {
	const blocks = [
		request,
		...objects(request.system),
		...objects(request.tools),
		...objects(request.messages).flatMap(message => objects(message.content)),
	]
	const marked = blocks.filter(block => isObject(block.cache_control))
	if (marked.length > 4) {
		return says(
			`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}. See \`cache_control\` in the documentation.`,
		)
	}
	return marked.some(block => block.type === 'thinking')
		? says('thinking blocks cannot have cache_control')
		: undefined
}

function checkTurns({ messages }: JsonObject): RequestProblem | undefined {
	if (!Array.isArray(messages)) return says('messages: Field required')
	if (messages.length === 0) return says('messages: at least one message is required')
	let before: JsonValue | undefined
	for (const [index, message] of messages.entries()) {
		const role = isObject(message) ? message.role : undefined
		if (role !== 'user' && role !== 'assistant') {
			return says(`messages.${index}.role: Input should be 'user' or 'assistant'`)
		}
		if (index === 0 && role !== 'user') return says('messages: first message must use the "user" role')
		// Anthropic itself has come to merge such neighbours; servers that speak its API still refuse them.
		if (role === before) {
			return says(
				`messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
			)
		}
		before = role
	}
	return undefined
}

const BLOCKS: Record<string, readonly string[]> = {
	user: ['text', 'image', 'document', 'tool_result', 'search_result'],
	assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
}

function checkContent(message: JsonObject, index: number, isLast: boolean): RequestProblem | undefined {
	const { content } = message
	const role = String(message.role)
	if (content === '' || (Array.isArray(content) && content.length === 0)) {
		if (isLast && role === 'assistant') return undefined
		return says(
			`messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
		)
	}
	if (typeof content === 'string') {
		return content.trim() ? undefined : says('messages: text content blocks must contain non-whitespace text')
	}
	if (!Array.isArray(content)) return says(`messages.${index}.content: Input should be a valid list`)
	for (const [position, block] of content.entries()) {
		const at = `messages.${index}.content.${position}`
		if (!isObject(block)) return says(`${at}: Input should be a valid dictionary`)
		if (!BLOCKS[role]?.includes(String(block.type))) {
			return says(
				`${at}: Input tag '${String(block.type)}' found using 'type' does not match any of the expected tags`,
			)
		}
		const problem = checkBlock(block, at)
		if (problem) return problem
	}
	return undefined
}

const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/

function checkBlock(block: JsonObject, at: string): RequestProblem | undefined {
	switch (block.type) {
		case 'text':
			if (typeof block.text !== 'string') return says(`${at}.text.text: Field required`)
			if (block.text === '') return says('messages: text content blocks must be non-empty')
			return block.text.trim()
				? undefined
				: says('messages: text content blocks must contain non-whitespace text')
		case 'thinking':
			return block.signature === signThinking(String(block.thinking))
				? undefined
				: says(`${at}: Invalid \`signature\` in \`thinking\` block`)
		case 'tool_use':
			if (!CALL_ID.test(String(block.id))) {
				return says(`${at}.tool_use.id: String should match pattern '${CALL_ID.source}'`)
			}
			if (!text(block.name)) return says(`${at}.tool_use.name: Field required`)
			return isObject(block.input)
				? undefined
				: says(`${at}.tool_use.input: Input should be a valid dictionary`)
		case 'tool_result':
			if (!CALL_ID.test(String(block.tool_use_id))) {
				return says(`${at}.tool_result.tool_use_id: String should match pattern '${CALL_ID.source}'`)
			}
			return objects(block.content).some(part => part.type === 'text' && part.text === '')
				? says('messages: text content blocks must be non-empty')
				: undefined
		case 'image':
			return checkImage(block, at)
		default:
			return undefined
	}
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function checkImage(block: JsonObject, at: string): RequestProblem | undefined {
	const source = isObject(block.source) ? block.source : {}
	if (source.type !== 'base64') return undefined
	if (!IMAGE_TYPES.includes(String(source.media_type))) {
		return says(`${at}.image.source.base64.media_type: Input should be ${IMAGE_TYPES.join(', ')}`)
	}
	return text(source.data) ? undefined : says(`${at}.image.source.base64: image cannot be empty`)
}

/** Each call is answered in the very next message, before anything else in it; no result answers anything but that. */
function checkPairs(request: JsonObject): RequestProblem | undefined {
	const messages = objects(request.messages)
	const idsOf = (message: JsonObject | undefined, type: string, field: string): string[] =>
		objects(message?.content)
			.filter(block => block.type === type)
			.map(block => String(block[field]))
	if (doubled(messages.flatMap(message => idsOf(message, 'tool_use', 'id'))) !== undefined) {
		return says('messages: `tool_use` ids must be unique')
	}
	for (const [index, message] of messages.entries()) {
		const calls = idsOf(message, 'tool_use', 'id')
		const next = objects(messages[index + 1]?.content)
		const firstOther = next.findIndex(block => block.type !== 'tool_result')
		const leading = next.slice(0, firstOther < 0 ? next.length : firstOther)
		const answered = new Set(leading.map(block => String(block.tool_use_id)))
		const open = calls.filter(id => !answered.has(id))
		if (open.length > 0) {
			return says(
				`messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
			)
		}
		const results = idsOf(message, 'tool_result', 'tool_use_id')
		const asked = new Set(idsOf(messages[index - 1], 'tool_use', 'id'))
		const stray = results.find(id => !asked.has(id))
		if (stray !== undefined) {
			return says(
				`messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
			)
		}
		const twice = doubled(results)
		if (twice !== undefined) {
			return says(
				`messages.${index}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
			)
		}
	}
	return undefined
}

/** With a budget for thinking, a tool loop that is going on has to have begun with it. */
function checkThinking({ thinking, messages }: JsonObject): RequestProblem | undefined {
	if (!isObject(thinking) || thinking.type !== 'enabled') return undefined
	const all = objects(messages)
	const at = all.findLastIndex(message => message.role === 'assistant')
	const isLoop = objects(all.at(-1)?.content).some(block => block.type === 'tool_result')
	const first = objects(all[at]?.content)[0]
	if (!isLoop || first?.type === 'thinking' || first?.type === 'redacted_thinking') return undefined
	return says(
		`messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
	)
}
