// What an attempt used, what it cost and what it left of the provider's limits, and where the time of a run went. Money is
// an integer of millionths of a US dollar.

import type { ErrorInfo } from './errors.ts'
import type { UnixMs } from './ids.ts'

export type Usage = {
	/** Everything sent, the cached part included. */
	inputTokens: number
	/** The part of `inputTokens` the provider read from its prompt cache. */
	cachedInputTokens: number
	/** The part of `inputTokens` written to the prompt cache. */
	cacheWriteTokens: number
	/** Everything received, reasoning included. */
	outputTokens: number
	/** The part of `outputTokens` spent on reasoning. */
	reasoningTokens: number
	/** Those the provider made for its model, which are charged apart. Left out, none. */
	webSearches?: number
}

export const NO_USAGE: Usage = {
	inputTokens: 0,
	cachedInputTokens: 0,
	cacheWriteTokens: 0,
	outputTokens: 0,
	reasoningTokens: 0,
}

export function addUsage(a: Usage, b: Usage): Usage {
	return {
		inputTokens: a.inputTokens + b.inputTokens,
		cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
		cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		reasoningTokens: a.reasoningTokens + b.reasoningTokens,
		...webSearches((a.webSearches ?? 0) + (b.webSearches ?? 0)),
	}
}

export function webSearches(count: number): Pick<Usage, 'webSearches'> {
	return count > 0 ? { webSearches: count } : {}
}

/** Micro-dollars, or `undefined` when the model's price is not known. Unknown stays unknown when added up. */
export type CostMicroUsd = number | undefined

/**
 * What the next request will cost at least. `costMicroUsd` undefined: nobody knows the price of `model`, which `setting`
 * gives where it is not among those of the model.
 */
export type RequestEstimate = { model: string; costMicroUsd: CostMicroUsd; setting?: string }

export function addCost(a: CostMicroUsd, b: CostMicroUsd): CostMicroUsd {
	return a === undefined || b === undefined ? undefined : a + b
}

/** What beside the conversation asks models for something. `tool`: the handler of a host's own tool. */
export type Spender = 'summary' | 'picture' | 'embedding' | 'tool'

/** Everything that spends: the conversation itself, what is asked for beside it, and sub-agents with all they ask for. */
export type SpentOn = 'chat' | Spender | 'agent'

export type Spent = { usage: Usage; costMicroUsd: CostMicroUsd }

export type SpentBy = Readonly<Partial<Record<SpentOn, Spent>>>

/** @param spent - an `attempt-end` or an `agent-end`, or what stands for several */
export function addSpent(
	before: SpentBy,
	spent: Spent & { type?: string; spender?: Spender | undefined },
): SpentBy {
	const { usage, costMicroUsd } = spent
	const on = spent.type === 'agent-end' ? 'agent' : (spent.spender ?? 'chat')
	const known = before[on]
	const now = known
		? { usage: addUsage(known.usage, usage), costMicroUsd: addCost(known.costMicroUsd, costMicroUsd) }
		: { usage, costMicroUsd }
	return { ...before, [on]: now }
}

/**
 * Where the log has failed, the end of a run knows of attempts that nobody was told of: the conversation's, whose failure
 * it was.
 */
export function withUntold(before: SpentBy, total: Spent): SpentBy {
	const told = Object.values<Spent>(before)
	const sum = told.reduce((usage, each) => addUsage(usage, each.usage), NO_USAGE)
	const usage = lessUsage(total.usage, sum)
	if (usage.inputTokens <= 0 && usage.outputTokens <= 0) return before
	const toldCost = told.reduce<CostMicroUsd>((cost, each) => addCost(cost, each.costMicroUsd), 0)
	const costMicroUsd =
		total.costMicroUsd === undefined || toldCost === undefined ? undefined : total.costMicroUsd - toldCost
	return addSpent(before, { usage, costMicroUsd })
}

function lessUsage(a: Usage, b: Usage): Usage {
	return {
		inputTokens: a.inputTokens - b.inputTokens,
		cachedInputTokens: a.cachedInputTokens - b.cachedInputTokens,
		cacheWriteTokens: a.cacheWriteTokens - b.cacheWriteTokens,
		outputTokens: a.outputTokens - b.outputTokens,
		reasoningTokens: a.reasoningTokens - b.reasoningTokens,
	}
}

/** What a compaction has carried over. Where an older log does not say, all of it counts as the conversation's. */
export function carriedSpent(carried: Spent & { isCostPartial: boolean; spentBy?: SpentBy }): SpentBy {
	const { usage, costMicroUsd, isCostPartial, spentBy } = carried
	return spentBy ?? addSpent({}, { usage, costMicroUsd: isCostPartial ? undefined : costMicroUsd })
}

/** Whoever asks a model for something asks it first, and tells it what that came to. */
export type Account = {
	spend(usage: Usage, costMicroUsd: CostMicroUsd): void
	/** Why one more request cannot be paid for. */
	exceeded(estimate: () => RequestEstimate): ErrorInfo | undefined
}

/** What may be asked of a provider, as it told with an answer. */
export type RateLimits = {
	counts: readonly RateLimit[]
	/** Before then it does not want to be asked again. */
	retryAt?: UnixMs
}

export type RateLimit = {
	/** What is counted, in the provider's words: `requests`, `input-tokens`; of a plan, its window: `5h`. */
	name: string
	limit?: number
	remaining?: number
	/** Where shares are told and no counts: 0 to 100. */
	usedPercent?: number
	resetsAt?: UnixMs
}

/** The last that a provider has told. `at`: when. */
export type ToldLimits = { provider: string; limits: RateLimits; at: UnixMs }

/** One for each provider, the newest last. */
export function withLimits(before: readonly ToldLimits[], told: ToldLimits): readonly ToldLimits[] {
	return [...before.filter(({ provider }) => provider !== told.provider), told]
}

/** The times of a run or a turn, in milliseconds to a tenth. They follow each other without a gap, so they add up. */
export type PhaseTimes = {
	/** Until a model is asked: servers, memory, hooks, what fits the window, a summary if it takes one. */
	assembling: number
	/** From asking to the first of the reply: other models, retries and their waits too. */
	waiting: number
	/** From the first of the reply to its end. Calls that can run already do so meanwhile. */
	streaming: number
	/** For calls, once the reply has ended; a person's answer too. */
	tools: number
	/** For the log. */
	storing: number
}

export type Phase = keyof PhaseTimes
