// A clock that stands still until the test moves it.

import type { Clock } from '../../src/core/host.ts'

export type HandClock = Clock & {
	/** Wakes, in order, everyone whose time comes on the way. */
	advance(ms: number): void
	/** Resolves when someone has begun to sleep for exactly this long. */
	asleepFor(ms: number): Promise<void>
}

type Sleeper = { forMs: number; dueMs: number; wake: () => void }

export function handClock(startMs = 1_000_000): HandClock {
	let nowMs = startMs
	const sleepers = new Set<Sleeper>()
	const onlookers = new Set<() => void>()

	return {
		now: () => nowMs,
		monotonicMs: () => nowMs,
		sleep: (forMs, signal) =>
			new Promise(resolve => {
				if (signal.aborted) return resolve()
				const sleeper: Sleeper = {
					forMs,
					dueMs: nowMs + forMs,
					wake: () => {
						sleepers.delete(sleeper)
						resolve()
					},
				}
				signal.addEventListener('abort', sleeper.wake, { once: true })
				sleepers.add(sleeper)
				for (const look of [...onlookers]) look()
			}),
		advance: ms => {
			nowMs += ms
			const due = [...sleepers].filter(sleeper => sleeper.dueMs <= nowMs)
			for (const sleeper of due.sort((a, b) => a.dueMs - b.dueMs)) sleeper.wake()
		},
		asleepFor: ms =>
			new Promise(resolve => {
				function look(): void {
					if (![...sleepers].some(sleeper => sleeper.forMs === ms)) return
					onlookers.delete(look)
					resolve()
				}
				onlookers.add(look)
				look()
			}),
	}
}
