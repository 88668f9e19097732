// A timeout that stops while somebody is being asked.

import type { Clock } from '../host.ts'

export type TimeLimit = {
	clock: Clock
	timeoutMs: number
	/** How long it has been kept waiting for answers so far, by the clock that only goes forward. */
	waitedMs(): number
}

/** Resolves then, or as soon as `signal` fires. */
export async function timeIsUp(
	{ clock, timeoutMs, waitedMs }: TimeLimit,
	signal: AbortSignal,
): Promise<void> {
	const startedMs = clock.monotonicMs()
	await clock.sleep(timeoutMs, signal)
	const leftMs = () => timeoutMs + waitedMs() - (clock.monotonicMs() - startedMs)
	while (waitedMs() > 0 && leftMs() > 0 && !signal.aborted)
		await clock.sleep(Math.max(leftMs(), SHORTEST_LOOK_MS), signal)
}

/** What is left does not get less while a question is open. */
const SHORTEST_LOOK_MS = 100
