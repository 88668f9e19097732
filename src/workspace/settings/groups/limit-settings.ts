// Settings of how far a run goes: turns, money, time, sub-agents.

import type { JsonSchema } from '../../../core/json.ts'
import { atLeast, between, LONGEST_TIMER_MS, section, usd } from './fields.ts'

export type LimitSettings = {
	budget: {
		maxTurns: number
		/** Of one run, in US dollars. */
		maxCostUsd: number | undefined
		/** Of all runs of a session, in US dollars. */
		maxSessionCostUsd: number | undefined
		/** Of one run, waiting for answers included. */
		timeoutMs: number | undefined
		/** Of one reply; left out, the model's own limit, or 64 000 where nobody knows it. */
		maxOutputTokens: number | undefined
	}
	agents: {
		/** How deep sub-agents may have sub-agents of their own; 0 is none at all. */
		maxDepth: number
		/** At the same time. */
		maxRunning: number
		/** In one run. */
		maxPerRun: number
	}
}

export const LIMIT_DEFAULTS: LimitSettings = {
	budget: {
		maxTurns: 100,
		maxCostUsd: undefined,
		maxSessionCostUsd: undefined,
		timeoutMs: undefined,
		maxOutputTokens: undefined,
	},
	agents: { maxDepth: 2, maxRunning: 8, maxPerRun: 50 },
}

export const LIMIT_SCHEMAS: Readonly<Record<keyof LimitSettings, JsonSchema>> = {
	budget: section({
		maxTurns: atLeast(1, 'Turns in one run.'),
		maxCostUsd: { ...usd(), description: 'US dollars one run may cost.' },
		maxSessionCostUsd: { ...usd(), description: 'US dollars one session may cost.' },
		timeoutMs: between(1, LONGEST_TIMER_MS, 'Milliseconds one run may take.'),
		maxOutputTokens: atLeast(
			1,
			'Tokens of one reply; left out, as many as its model can, at most 64 000 if unknown.',
		),
	}),
	agents: section({
		maxDepth: atLeast(0, 'How deep sub-agents may have sub-agents of their own; 0: there are none.'),
		maxRunning: atLeast(1, 'Sub-agents that run at the same time.'),
		maxPerRun: atLeast(1, 'Sub-agents that one run may start.'),
	}),
}
