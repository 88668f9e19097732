// The system clock for whoever must not give up: a busy machine needs longer than what is allowed to somebody who is idle.

import type { Clock } from '../../../src/core/host.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { whenAborted } from '../deferred.ts'

/** By it nothing takes any time. */
export const STANDING_CLOCK: Clock = { ...nodeClock, monotonicMs: () => 0 }

/** @param patiences - sleeps of exactly so many milliseconds end when they are told to, and not before */
export function patientClock(...patiences: readonly number[]): Clock {
	return {
		...nodeClock,
		sleep: (ms, signal) => (patiences.includes(ms) ? whenAborted(signal) : nodeClock.sleep(ms, signal)),
	}
}
