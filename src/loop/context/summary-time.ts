// The time a summary may take: how long it may be silent and how long it may take in all, whatever is tried meanwhile.

import { type FollowedSignal, followSignal } from '../../core/async/follow-signal.ts'
import type { SummaryLimits } from './context-deps.ts'

export type SummaryTime = {
	/** Fires when the time is up, and when the run is stopped. */
	signal: AbortSignal
	/** A part of it has come. */
	progressed(): void
	/** In words, once the time is up. */
	overdue(): string | undefined
	end(): void
}

export function startSummaryTime(
	{ clock, idleMs, totalMs }: SummaryLimits,
	signal: AbortSignal,
): SummaryTime {
	const stop: FollowedSignal = followSignal(signal)
	const over = new AbortController()
	const startedMs = clock.monotonicMs()
	let heardMs = startedMs
	let why: string | undefined

	async function watch(): Promise<void> {
		while (!over.signal.aborted) {
			const nowMs = clock.monotonicMs()
			const leftMs = Math.min(heardMs + idleMs, startedMs + totalMs) - nowMs
			if (leftMs <= 0) {
				const isSilent = nowMs - heardMs >= idleMs
				why = isSilent ? `nothing came for ${inSeconds(idleMs)}` : `it took more than ${inSeconds(totalMs)}`
				stop.abort()
				return
			}
			await clock.sleep(leftMs, over.signal)
		}
	}
	void watch()

	return {
		signal: stop.signal,
		progressed: () => {
			heardMs = clock.monotonicMs()
		},
		overdue: () => why,
		end: () => {
			over.abort()
			stop.leave()
		},
	}
}

function inSeconds(ms: number): string {
	return `${Math.round(ms / 1_000)} s`
}
