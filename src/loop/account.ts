// The account of a run: what it has spent, with what its agents spend while it goes on, and whether it can pay for more.

import { addCost, addUsage, type CostMicroUsd } from '../core/usage.ts'
import { type Exceeded, exceededCost, exceededTurns } from './budget.ts'
import type { CallHooks, LoopDeps } from './deps.ts'
import type { RunState } from './run-state.ts'

/** Whatever is spent counts for the run this one works for as well, and is asked for there. */
export function account(state: RunState, deps: LoopDeps): Pick<CallHooks, 'spend' | 'exceeded'> {
	return {
		spend(usage, costMicroUsd) {
			state.usage = addUsage(state.usage, usage)
			state.costMicroUsd = addCost(state.costMicroUsd, costMicroUsd)
			deps.above?.spend(usage, costMicroUsd)
		},
		exceeded: estimate => costExceeded(state, deps, estimate)?.error,
	}
}

/** Asked before each request. */
export function overBudget(state: RunState, deps: LoopDeps): Exceeded | undefined {
	const over = exceededTurns(state.turns, deps.limits)
	return over ?? costExceeded(state, deps, () => deps.estimateCost(state.messages))
}

/** Its own limits, then those of whoever pays for it. */
function costExceeded(state: RunState, deps: LoopDeps, estimate: () => CostMicroUsd): Exceeded | undefined {
	const sessionMicroUsd = deps.spentBefore + (deps.spentBeside?.() ?? 0)
	const own = exceededCost({ runMicroUsd: state.costMicroUsd, sessionMicroUsd }, deps.limits, estimate)
	if (own) return own
	const error = deps.above?.exceeded(estimate)
	return error && { reason: 'cost-limit', error }
}
