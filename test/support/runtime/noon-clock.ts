// A clock for what is asked of days: it is noon when a test begins, so that no midnight comes in between.

import type { Clock } from '../../../src/core/host.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'

/** @param daysLater - than today */
export function noonClock(daysLater = 0): Clock {
	const noon = new Date()
	noon.setHours(12, 0, 0, 0)
	noon.setDate(noon.getDate() + daysLater)
	const startedMs = nodeClock.monotonicMs()
	return { ...nodeClock, now: () => Math.floor(noon.getTime() + nodeClock.monotonicMs() - startedMs) }
}
