// Whether a failed request is worth another try, and after how long. Pure: chance comes in as a number.

import type { AgentError } from '../../core/errors.ts'

export const MAX_RETRIES = 5

/** A longer wait is not slept through: the user should decide. */
export const LONGEST_NAMED_WAIT_MS = 300_000

export type RetryStep = { kind: 'wait'; waitMs: number } | { kind: 'give-up' }

/** With somebody else to ask, one who has kept us waiting in vain for so long is not asked again: a silent name server. */
const LONGEST_VAIN_MS = 20_000

/** What the user allows a provider, where it is something else than usual. */
export type RetryLimits = { retries?: number | undefined; maxWaitMs?: number | undefined }

export type RetryQuestion = {
	retry: number
	chance: number
	limits?: RetryLimits | undefined
	vainMs?: number | undefined
}

/**
 * @param retry - 1 for the first try after the failure
 * @param chance - from 0 to 1, spreads the waits of clients that failed together
 * @param vainMs - that this model has let pass so far without a word; left out where there is nobody else to ask
 */
export function nextTry(
	error: AgentError,
	{ retry, chance, limits = {}, vainMs = 0 }: RetryQuestion,
): RetryStep {
	const { retries = MAX_RETRIES, maxWaitMs = LONGEST_NAMED_WAIT_MS } = limits
	const namedMs = error.retryAfterMs ?? 0
	if (!error.retryable || retry > retries || namedMs > maxWaitMs) return { kind: 'give-up' }
	if (vainMs >= LONGEST_VAIN_MS && limits.retries === undefined) return { kind: 'give-up' }
	return { kind: 'wait', waitMs: Math.max(Math.min(backoffMs(retry, chance), maxWaitMs), namedMs) }
}

/** 200 ms, doubled each time, give or take a tenth, at most a minute. */
function backoffMs(retry: number, chance: number): number {
	const spread = 0.9 + 0.2 * chance
	return Math.min(60_000, Math.round(200 * 2 ** (retry - 1) * spread))
}
