// What a reply of Chat Completions has cost in tokens, wherever the server writes it down and whatever it counts as what.

import type OpenAI from 'openai'
import { isObject, type JsonObject } from '../../../core/json.ts'
import type { Usage } from '../../../core/usage.ts'
import { countIn, objectIn, objectsIn, type Received, receivedIn } from '../../http/read-json.ts'

/** DeepSeek and Moonshot count what came from their caches by other names, SGLang its thoughts. */
type ChatUsage = OpenAI.CompletionUsage & {
	prompt_cache_hit_tokens: unknown
	cached_tokens: unknown
	reasoning_tokens: unknown
}
type PromptDetails = OpenAI.CompletionUsage.PromptTokensDetails & { cache_write_tokens: unknown }
type CompletionDetails = OpenAI.CompletionUsage.CompletionTokensDetails

/** @returns undefined for a chunk without a bill, or with one on which nothing is counted yet */
export function billIn(chunk: JsonObject): Usage | undefined {
	const [choice] = objectsIn(chunk.choices)
	// Moonshot puts it into the choice, Groq among its own fields.
	const places = [chunk.usage, choice?.usage, objectIn(chunk.x_groq).usage]
	return places.flatMap(place => (isObject(place) ? usageIn(receivedIn<ChatUsage>(place)) : []))[0]
}

/** MiniMax has a bill of zeros in each chunk. */
function usageIn(usage: Received<ChatUsage>): readonly Usage[] {
	const prompt = receivedIn<PromptDetails>(usage.prompt_tokens_details)
	const inputTokens = countIn(usage.prompt_tokens)
	const outputTokens = countIn(usage.completion_tokens)
	if (inputTokens + outputTokens === 0) return []
	const cachedInputTokens =
		countIn(prompt.cached_tokens) || countIn(usage.prompt_cache_hit_tokens) || countIn(usage.cached_tokens)
	const cacheWriteTokens = countIn(prompt.cache_write_tokens)
	const thoughts =
		countIn(receivedIn<CompletionDetails>(usage.completion_tokens_details).reasoning_tokens) ||
		countIn(usage.reasoning_tokens)
	const apart = thoughtsApart(countIn(usage.total_tokens) - inputTokens - outputTokens, thoughts)
	return [
		{
			inputTokens,
			cachedInputTokens,
			cacheWriteTokens,
			outputTokens: outputTokens + apart,
			reasoningTokens: thoughts || apart,
		},
	]
}

/**
 * xAI counts thoughts beside the completion, not within it, and Gemini only in the sum; both charge for them like for
 * the rest of it.
 */
function thoughtsApart(rest: number, thoughts: number): number {
	return rest > 0 && (thoughts === 0 || thoughts === rest) ? rest : 0
}
