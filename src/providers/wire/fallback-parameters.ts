// What a server may refuse to be asked, and how to ask instead. Compatible servers each lack something
// else; the few that matter are tried once and remembered, so the next request is right at once. Pure.

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

export type ParameterFallback = {
	/** The field it is about. */
	name: string
	/** @returns the body to send instead, or undefined when there is nothing in it to concede */
	apply(body: JsonObject): JsonObject | undefined
	/** What the user is told of it; nothing is where the model does as well without. */
	notice?: string
}

type FallbackRule = {
	name: string
	/** How the server's refusal reads. */
	refusal: RegExp
	apply(body: JsonObject, text: string): JsonObject | undefined
}

/**
 * @param status - of the refusal: only a complaint about the request itself can be answered with another one
 */
export function fallbackFor(body: JsonObject, status: number, text: string): ParameterFallback | undefined {
	if (!isComplaint(status)) return undefined
	// Not implemented: of all that is asked, streaming is what a simple server lacks.
	if (status === 501 && body.stream === true) return UNSTREAMED
	const tool = refusedTool(body, text)
	if (tool !== undefined) return withoutTool(tool)
	const rule = RULES.find(({ refusal, apply }) => refusal.test(text) && apply(body, text) !== undefined)
	return rule && { name: rule.name, apply: asked => rule.apply(asked, text) }
}

/** One whose schema the server does not take, which is a stranger's: those of MCP servers go out as they are. */
function refusedTool(body: JsonObject, text: string): string | undefined {
	const names = toolsIn(body).map(toolName)
	const [, named, place] = REFUSED_TOOL.exec(text) ?? []
	const found = names.find((name, index) => name === named || String(index) === place)
	return typeof found === 'string' ? found : undefined
}

/** OpenAI names the tool, Anthropic its place in the list. */
const REFUSED_TOOL = /invalid schema for function '([\w-]+)'|\btools\.(\d+)\.(?:custom\.)?input_schema\b/i

function withoutTool(name: string): ParameterFallback {
	return {
		name: 'tools',
		notice: `the schema of ${name} is refused, so that tool is not offered`,
		apply: body => {
			const kept: JsonValue[] = toolsIn(body).filter(tool => toolName(tool) !== name)
			return kept.length < toolsIn(body).length ? { ...body, tools: kept } : undefined
		},
	}
}

function toolsIn({ tools }: JsonObject): readonly JsonValue[] {
	return Array.isArray(tools) ? tools : []
}

function toolName(tool: JsonValue): JsonValue | undefined {
	if (!isObject(tool)) return undefined
	return isObject(tool.function) ? tool.function.name : tool.name
}

/** The same without streaming, for a server that cannot. */
export const UNSTREAMED: ParameterFallback = {
	name: 'stream',
	apply: ({ stream, stream_options, ...rest }) => (stream === true ? rest : undefined),
}

/** Of the status of a refusal: it is the request that is wrong, not the moment or the key. */
export function isComplaint(status: number): boolean {
	return [400, 422, 501].includes(status)
}

export function applyFallbacks(body: JsonObject, fallbacks: readonly ParameterFallback[]): JsonObject {
	return fallbacks.reduce((asked, fallback) => fallback.apply(asked) ?? asked, body)
}

const RULES: readonly FallbackRule[] = [
	drop('stream_options', /stream_options/),
	{
		name: 'stream',
		refusal:
			/stream(?:ing)?\b.{0,60}(?:not (?:supported|available|allowed)|unsupported|disabled|must be false)|(?:not support|unsupported|disabled|does not allow).{0,40}\bstream/i,
		apply: UNSTREAMED.apply,
	},
	{
		// Summaries need a verified organisation; without them the model thinks just as well.
		name: 'reasoning.summary',
		refusal: /reasoning.{0,3}summar/i,
		apply: ({ reasoning, ...rest }) => {
			if (!isObject(reasoning) || reasoning.summary === undefined) return undefined
			const { summary, ...others } = reasoning
			return Object.keys(others).length > 0 ? { reasoning: others, ...rest } : rest
		},
	},
	{
		name: 'the output limit',
		refusal: /max_(?:output_|completion_)?tokens/,
		apply: (body, text) => {
			const limit = Number(NAMED_LIMIT.exec(text)?.[1])
			const name = OUTPUT_LIMITS.find(each => Number(body[each]) > limit)
			return name === undefined ? undefined : { ...body, [name]: limit }
		},
	},
	{
		name: 'max_completion_tokens',
		refusal: /max_completion_tokens/,
		apply: ({ max_tokens, max_completion_tokens, ...rest }) => {
			if (max_tokens !== undefined) return { max_completion_tokens: max_tokens, ...rest }
			return max_completion_tokens === undefined ? undefined : rest
		},
	},
	{
		name: 'max_tokens',
		refusal: /max_tokens.{0,120}(?:too large|context|at most|less than|maximum)/i,
		// The Messages API, the only one whose system prompt is a list, insists on a limit.
		apply: ({ max_tokens, ...rest }) =>
			max_tokens === undefined || Array.isArray(rest.system) ? undefined : rest,
	},
	drop('include', /(?:unsupported|unknown|invalid|unrecognized).{0,40}\binclude\b|encrypted_content/i),
	drop('prompt_cache_key', /prompt_cache_key/),
	drop('cache_control', /cache_control/),
	drop('thinking', /thinking/),
	{
		// Some models cannot be kept from thinking; little of it is as close as they get.
		name: 'no effort at all',
		refusal: /effort.{0,200}none|none.{0,200}effort/is,
		apply: body => {
			const { reasoning } = body
			// In their old places: the history has to stay the last field.
			if (body.reasoning_effort === 'none') return { ...body, reasoning_effort: 'low' }
			if (!isObject(reasoning) || reasoning.effort !== 'none') return undefined
			return { ...body, reasoning: { ...reasoning, effort: 'low' } }
		},
	},
	// The schema is in the prompt as well, and the answer is checked here: without the promise it only takes longer.
	{
		name: 'output_config.format',
		refusal: /output_config\.format|json_schema|invalid schema for (?!function)/i,
		apply: ({ output_config, ...rest }) => {
			if (!isObject(output_config) || output_config.format === undefined) return undefined
			const { format, ...others } = output_config
			return Object.keys(others).length > 0 ? { output_config: others, ...rest } : rest
		},
	},
	drop('text', /text\.format|json_schema|invalid schema for (?!function)/i),
	drop('response_format', /response_format|json_schema|invalid schema for (?!function)/i),
	drop('output_config', /output_config|effort/),
	drop('reasoning_effort', /reasoning_effort/),
	drop('reasoning', /reasoning/),
]

const OUTPUT_LIMITS = ['max_tokens', 'max_output_tokens', 'max_completion_tokens']

/** `max_tokens: 64001 > 64000, which is the maximum`, `supports at most 16384 completion tokens` */
const NAMED_LIMIT = /(?:\d > |at most |less than or equal to )(\d+)/

function drop(name: string, refusal: RegExp): FallbackRule {
	return {
		name,
		refusal,
		apply: ({ [name]: dropped, ...rest }) => (dropped === undefined ? undefined : rest),
	}
}
