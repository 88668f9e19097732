// What an attempt cost, in whole micro-dollars. Pure.

import type { Price } from '../../core/model.ts'
import type { CostMicroUsd, Usage } from '../../core/usage.ts'

/** @returns undefined when the price is not known, and when the usage is not, unless the model is free */
export function costOf(usage: Usage | undefined, price: Price | undefined): CostMicroUsd {
	if (!price) return undefined
	if (!usage) return isFree(price) ? 0 : undefined
	const { webSearches = 0 } = usage
	if (webSearches > 0 && price.webSearch === undefined) return undefined
	const freshTokens = Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens)
	const perMillion =
		freshTokens * price.input +
		usage.cachedInputTokens * price.cachedInput +
		usage.cacheWriteTokens * price.cacheWrite +
		usage.outputTokens * price.output
	return Math.round(perMillion / 1_000_000) + webSearches * (price.webSearch ?? 0)
}

function isFree(price: Price): boolean {
	return Object.values(price).every(perMillion => perMillion === 0)
}
