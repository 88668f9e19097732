// What was spent on what, and rate limits, as other programs read them.

import type { UnixMs } from '../../../../core/ids.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { CostMicroUsd, RateLimits, Spent, Usage } from '../../../../core/usage.ts'
import type { ReportedRun } from './run-result.ts'

/** `rate_limits` is left out where no provider has told any. */
export function spendingOf({ spentBy, rateLimits }: Pick<ReportedRun, 'spentBy' | 'rateLimits'>): JsonObject {
	const told = rateLimits.flatMap(({ provider, limits }) =>
		rateLimitsJson(limits).map(limit => ({ provider, ...limit })),
	)
	return {
		spent_by: Object.fromEntries(
			Object.entries<Spent>(spentBy).map(([on, { usage, costMicroUsd }]) => [
				on,
				{ total_cost_usd: dollars(costMicroUsd), usage: usageOf(usage) },
			]),
		),
		...(told.length > 0 && { rate_limits: told }),
	}
}

/** Times as in ISO 8601. When it may be asked again is one of them, under a name of its own. */
export function rateLimitsJson({ counts, retryAt }: RateLimits): readonly JsonObject[] {
	const limits = counts.map(
		({ name, limit, remaining, usedPercent, resetsAt }): JsonObject => ({
			name,
			...(limit !== undefined && { limit }),
			...(remaining !== undefined && { remaining }),
			...(usedPercent !== undefined && { used_percent: usedPercent }),
			...(resetsAt !== undefined && { resets_at: timeOf(resetsAt) }),
		}),
	)
	return retryAt === undefined ? limits : [...limits, { name: 'retry-after', resets_at: timeOf(retryAt) }]
}

function timeOf(at: UnixMs): string {
	return new Date(at).toISOString()
}

/** Null where it is not known. */
export function dollars(microUsd: CostMicroUsd | undefined): number | null {
	return microUsd === undefined ? null : microUsd / 1_000_000
}

export function usageOf(usage: Usage): JsonObject {
	return {
		input_tokens: usage.inputTokens,
		cached_input_tokens: usage.cachedInputTokens,
		output_tokens: usage.outputTokens,
		reasoning_output_tokens: usage.reasoningTokens,
	}
}
