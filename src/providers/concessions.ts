// What a server may refuse to be asked, and how to ask instead. Compatible servers each lack something
// else; the few that matter are tried once and remembered, so the next request is right at once. Pure.

import { isObject, type JsonObject } from '../core/json.ts'

export type Concession = {
	/** The field it is about. */
	name: string
	/** How the server's refusal reads. */
	refusal: RegExp
	/** @returns the body to send instead, or undefined when there is nothing in it to concede */
	concede(body: JsonObject): JsonObject | undefined
}

/**
 * @param status - of the refusal: only a complaint about the request itself can be answered with another one
 */
export function concessionFor(body: JsonObject, status: number, text: string): Concession | undefined {
	if (![400, 422, 501].includes(status)) return undefined
	return CONCESSIONS.find(({ refusal, concede }) => refusal.test(text) && concede(body) !== undefined)
}

export function concedeAll(body: JsonObject, concessions: readonly Concession[]): JsonObject {
	return concessions.reduce((asked, concession) => concession.concede(asked) ?? asked, body)
}

const CONCESSIONS: readonly Concession[] = [
	drop('stream_options', /stream_options/),
	{
		name: 'stream',
		refusal:
			/stream(?:ing)?\b.{0,60}(?:not (?:supported|available|allowed)|unsupported|disabled|must be false)|(?:not support|unsupported|disabled|does not allow).{0,40}\bstream/i,
		concede: ({ stream, stream_options, ...rest }) => (stream === true ? rest : undefined),
	},
	{
		// Summaries need a verified organisation; without them the model thinks just as well.
		name: 'reasoning.summary',
		refusal: /reasoning.{0,3}summar/i,
		concede: ({ reasoning, ...rest }) => {
			if (!isObject(reasoning) || reasoning.summary === undefined) return undefined
			const { summary, ...others } = reasoning
			return Object.keys(others).length > 0 ? { reasoning: others, ...rest } : rest
		},
	},
	{
		name: 'max_completion_tokens',
		refusal: /max_completion_tokens/,
		concede: ({ max_tokens, max_completion_tokens, ...rest }) => {
			if (max_tokens !== undefined) return { max_completion_tokens: max_tokens, ...rest }
			return max_completion_tokens === undefined ? undefined : rest
		},
	},
	drop('max_tokens', /max_tokens.{0,120}(?:too large|context|at most|less than|maximum)/i),
	drop('include', /(?:unsupported|unknown|invalid|unrecognized).{0,40}\binclude\b|encrypted_content/i),
	drop('prompt_cache_key', /prompt_cache_key/),
	drop('cache_control', /cache_control/),
	drop('thinking', /thinking/),
	drop('output_config', /output_config|effort/),
	drop('reasoning_effort', /reasoning_effort/),
	drop('reasoning', /reasoning/),
	drop('response_format', /response_format|json_schema/),
]

function drop(name: string, refusal: RegExp): Concession {
	return {
		name,
		refusal,
		concede: ({ [name]: dropped, ...rest }) => (dropped === undefined ? undefined : rest),
	}
}
