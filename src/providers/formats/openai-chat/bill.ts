// What a reply of Chat Completions has cost in tokens, wherever the server writes it down and whatever it counts as what.

import type OpenAI from 'openai'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { Usage } from '../../../core/usage.ts'
import { countIn, objectIn, type Received, receivedIn } from '../../http/read-json.ts'

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
	const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
	// Moonshot puts it into the choice, Groq among its own fields.
	return usageIn(chunk.usage) ?? usageIn(objectIn(choice).usage) ?? usageIn(objectIn(chunk.x_groq).usage)
}

function usageIn(place: JsonValue | undefined): Usage | undefined {
	return isObject(place) ? countedUsage(receivedIn<ChatUsage>(place)) : undefined
}

/** MiniMax has a bill of zeros in each chunk. */
function countedUsage(usage: Received<ChatUsage>): Usage | undefined {
	const prompt = receivedIn<PromptDetails>(usage.prompt_tokens_details)
	const inputTokens = countIn(usage.prompt_tokens)
	const outputTokens = countIn(usage.completion_tokens)
	if (inputTokens + outputTokens === 0) return undefined
	const cachedInputTokens =
		countIn(prompt.cached_tokens) || countIn(usage.prompt_cache_hit_tokens) || countIn(usage.cached_tokens)
	const cacheWriteTokens = countIn(prompt.cache_write_tokens)
	const thoughts =
		countIn(receivedIn<CompletionDetails>(usage.completion_tokens_details).reasoning_tokens) ||
		countIn(usage.reasoning_tokens)
	const apart = thoughtsApart(countIn(usage.total_tokens) - inputTokens - outputTokens, thoughts)
	return {
		inputTokens,
		cachedInputTokens,
		cacheWriteTokens,
		outputTokens: outputTokens + apart,
		reasoningTokens: thoughts || apart,
	}
}

/**
 * xAI counts thoughts beside the completion, not within it, and Gemini only in the sum; both charge for them like for
 * the rest of it.
 */
function thoughtsApart(rest: number, thoughts: number): number {
	return rest > 0 && (thoughts === 0 || thoughts === rest) ? rest : 0
}
