// What a session has spent and on what, and what its providers still let it ask for: the part of the view that follows
// money.

import type { AgentEvent } from '../../core/events.ts'
import type { UnixMs } from '../../core/ids.ts'
import {
	addCost,
	addSpent,
	addUsage,
	type CostMicroUsd,
	NO_USAGE,
	type SpentBy,
	type ToldLimits,
	type Usage,
	withLimits,
} from '../../core/usage.ts'

export type ViewSpending = {
	usage: Usage
	/** Of the newest request. */
	lastUsage: Usage | undefined
	costMicroUsd: CostMicroUsd
	/** What it was spent on. */
	spentBy: SpentBy
	/** What each provider has told last. */
	rateLimits: readonly ToldLimits[]
}

export const NOTHING_SPENT: ViewSpending = {
	usage: NO_USAGE,
	lastUsage: undefined,
	costMicroUsd: 0,
	spentBy: {},
	rateLimits: [],
}

/** @param at - when it happened */
export function withSpending<Shown extends ViewSpending>(
	view: Shown,
	event: Extract<AgentEvent, { type: 'attempt-end' | 'agent-end' }>,
	at: UnixMs,
): Shown {
	const limits = event.type === 'attempt-end' ? event.rateLimits : undefined
	return {
		...view,
		usage: addUsage(view.usage, event.usage),
		...(event.type === 'attempt-end' && !event.error && { lastUsage: event.usage }),
		costMicroUsd: addCost(view.costMicroUsd, event.costMicroUsd),
		spentBy: addSpent(view.spentBy, event),
		...(limits &&
			event.type === 'attempt-end' && {
				rateLimits: withLimits(view.rateLimits, { provider: event.model.provider, limits, at }),
			}),
	}
}
