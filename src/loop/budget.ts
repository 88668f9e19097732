// Run limits: turns and money. Time is a signal, so it is not counted here.

import type { ErrorCode, ErrorInfo } from '../core/errors.ts'
import type { CostMicroUsd } from '../core/usage.ts'
import type { Limits } from './deps.ts'

export type Spending = { runMicroUsd: CostMicroUsd; sessionMicroUsd: number }

export type Exceeded = { reason: Extract<ErrorCode, 'turn-limit' | 'cost-limit'>; error: ErrorInfo }

export function exceededTurns(turns: number, { maxTurns }: Pick<Limits, 'maxTurns'>): Exceeded | undefined {
	if (turns < maxTurns) return undefined
	return over('turn-limit', `${maxTurns} turns are used up; the limit is --max-turns`)
}

/**
 * Asked before each request, so that nothing is sent which the estimate says would break the budget.
 * @param estimate - of the next request; not asked for when money has no limit
 */
export function exceededCost(
	spent: Spending,
	limits: Omit<Limits, 'maxTurns'>,
	estimate: () => CostMicroUsd,
): Exceeded | undefined {
	if (limits.runMicroUsd === undefined && limits.sessionMicroUsd === undefined) return undefined
	const next = estimate() ?? 0
	const run = (spent.runMicroUsd ?? 0) + next
	if (limits.runMicroUsd !== undefined && run > limits.runMicroUsd)
		return over(
			'cost-limit',
			`${dollars('the next request', run, limits.runMicroUsd)} for this run (--max-cost)`,
		)
	const session = spent.sessionMicroUsd + (spent.runMicroUsd ?? 0) + next
	if (limits.sessionMicroUsd !== undefined && session > limits.sessionMicroUsd)
		return over(
			'cost-limit',
			`${dollars('the next request', session, limits.sessionMicroUsd)} for this session`,
		)
	return undefined
}

function over(reason: Exceeded['reason'], message: string): Exceeded {
	return { reason, error: { code: reason, message } }
}

function dollars(what: string, microUsd: number, limitMicroUsd: number): string {
	return `with ${what} the cost would be at least $${usd(microUsd)}, the limit is $${usd(limitMicroUsd)}`
}

function usd(microUsd: number): string {
	return (microUsd / 1_000_000).toFixed(4)
}
