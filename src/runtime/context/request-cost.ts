// Cost estimates of requests: what one costs at least, or which model of a chain has no price.

import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { RequestEstimate } from '../../core/usage.ts'

/**
 * At the price of the model that is asked first. The others of the chain may be asked without another question, so one
 * of them without a price makes the whole unknown.
 * @param cachedTokens - as many of the tokens as are charged at the price of the cache
 */
export function requestCost(
	chain: readonly ModelRef[],
	info: (ref: ModelRef) => ModelInfo,
	{ tokens, cachedTokens = 0 }: { tokens: number; cachedTokens?: number },
): RequestEstimate {
	const unpriced = chain.find(model => !info(model).price)
	if (unpriced) return { model: modelName(unpriced), costMicroUsd: undefined }
	const first = chain[0]!
	const { input = 0, cachedInput = 0 } = info(first).price ?? {}
	const perMillion = cachedTokens * cachedInput + (tokens - cachedTokens) * input
	return { model: modelName(first), costMicroUsd: Math.floor(perMillion / 1_000_000) }
}
