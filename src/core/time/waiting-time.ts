// The approval stopwatch: how long answers have been waited for. It runs while at least one question is open.

import type { Clock } from '../host.ts'

export type WaitingTime = {
	during<Value>(answer: Promise<Value>): Promise<Value>
	/** Up to now, in milliseconds. */
	totalMs(): number
}

export function createWaitingTime({ monotonicMs }: Pick<Clock, 'monotonicMs'>): WaitingTime {
	let open = 0
	let openSinceMs = 0
	let waitedMs = 0
	return {
		async during(answer) {
			if (open++ === 0) openSinceMs = monotonicMs()
			try {
				return await answer
			} finally {
				if (--open === 0) waitedMs += monotonicMs() - openSinceMs
			}
		},
		totalMs: () => waitedMs + (open === 0 ? 0 : monotonicMs() - openSinceMs),
	}
}
