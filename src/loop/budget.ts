// Run limits: turns and money. Time is a signal, so it is not counted here.

import type { ErrorCode, ErrorInfo } from '../core/errors.ts'
import type { RequestEstimate } from '../core/usage.ts'
import type { Limits } from './deps.ts'

/** What is known to have been spent. `sessionMicroUsd` is without this run. */
export type Spending = { runMicroUsd: number; sessionMicroUsd: number }

export type Exceeded = {
	reason: 'failed' | Extract<ErrorCode, 'turn-limit' | 'cost-limit'>
	error: ErrorInfo
}

export function exceededTurns(turns: number, { maxTurns }: Pick<Limits, 'maxTurns'>): Exceeded | undefined {
	if (turns < maxTurns) return undefined
	return over('turn-limit', `${maxTurns} turns are used up (--max-turns, budget.maxTurns)`)
}

/**
 * Asked before each request, so that nothing is sent which the estimate says would break the budget. What has no price
 * cannot be held to one, so it is not sent either.
 * @param estimate - of the next request; not asked for when money has no limit
 */
export function exceededCost(
	spent: Spending,
	limits: Omit<Limits, 'maxTurns'>,
	estimate: () => RequestEstimate,
): Exceeded | undefined {
	if (limits.runMicroUsd === undefined && limits.sessionMicroUsd === undefined) return undefined
	const { model, costMicroUsd: next, setting } = estimate()
	if (next === undefined) return { reason: 'failed', error: unpriced(model, setting) }
	const run = spent.runMicroUsd + next
	if (limits.runMicroUsd !== undefined && run > limits.runMicroUsd)
		return over(
			'cost-limit',
			`${dollars('the next request', run, limits.runMicroUsd)} for this run (--max-cost, budget.maxCostUsd)`,
		)
	const session = spent.sessionMicroUsd + run
	if (limits.sessionMicroUsd !== undefined && session > limits.sessionMicroUsd)
		return over(
			'cost-limit',
			`${dollars('the next request', session, limits.sessionMicroUsd)} for this session (budget.maxSessionCostUsd)`,
		)
	return undefined
}

function unpriced(model: string, setting: string | undefined): ErrorInfo {
	const where =
		setting ?? `models."${model}".price (US dollars for a million tokens: {"input": 2, "output": 8})`
	const message =
		`the cost is limited and the price of ${model} is not known: ` +
		`give it in the user's settings, ${where}, or leave the limit out`
	return { code: 'config-invalid', message }
}

function over(reason: 'turn-limit' | 'cost-limit', message: string): Exceeded {
	return { reason, error: { code: reason, message } }
}

function dollars(what: string, microUsd: number, limitMicroUsd: number): string {
	return `with ${what} the cost would be at least $${usd(microUsd)}, the limit is $${usd(limitMicroUsd)}`
}

function usd(microUsd: number): string {
	return (microUsd / 1_000_000).toFixed(4)
}
