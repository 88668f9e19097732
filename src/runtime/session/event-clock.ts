// When events happened. The order of a session is also that of its times, though the clock of the machine be set back: lists,
// memory and durations go by them.

import type { Clock } from '../../core/host.ts'
import type { UnixMs } from '../../core/ids.ts'

/**
 * @param lastAt - of the event before, in a session that goes on
 * @returns the time of each next event, never earlier than the one before
 */
export function createEventClock(
	clock: Pick<Clock, 'now' | 'monotonicMs'>,
	lastAt: UnixMs | undefined,
): () => UnixMs {
	let last = lastAt
	let lastMonotonicMs = clock.monotonicMs()
	return () => {
		const now = clock.now()
		const monotonicMs = clock.monotonicMs()
		const goesOn = last === undefined ? now : Math.round(last + monotonicMs - lastMonotonicMs)
		// A clock that was far ahead is not gone by for ever.
		last = goesOn - now > MOST_AHEAD_MS ? now : Math.max(now, goesOn)
		lastMonotonicMs = monotonicMs
		return last
	}
}

const MOST_AHEAD_MS = 24 * 60 * 60 * 1_000
