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
	let last = lastAt ?? 0
	/** What goes on whatever is done to the clock; asked only from the moment on that it has been set back. */
	let start = Math.max(last, clock.now()) - clock.monotonicMs()
	let isSetBack = false
	const goingOn = (now: UnixMs): UnixMs => {
		const goesOn = Math.max(last, Math.round(start + clock.monotonicMs()))
		// A clock that was far ahead is not gone by for ever.
		isSetBack = goesOn > now && goesOn - now <= MOST_AHEAD_MS
		if (isSetBack) return goesOn
		start = now - clock.monotonicMs()
		return now
	}
	return () => {
		const now = clock.now()
		last = isSetBack || now < last ? goingOn(now) : now
		return last
	}
}

const MOST_AHEAD_MS = 24 * 60 * 60 * 1_000
