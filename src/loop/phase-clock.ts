// The phase clock: which phase a run is in, and how long it has been in each. It only looks at the time when the phase
// changes, so it may be told of every piece of a reply.

import type { Phase, PhaseTimes } from '../core/usage.ts'

export class PhaseClock {
	private readonly now: () => number
	private phase: Phase = 'assembling'
	private sinceMs: number
	private readonly turn = noTimes()
	private readonly run = noTimes()

	/** Begins with `assembling`. @param now - milliseconds that never go backwards */
	constructor(now: () => number) {
		this.now = now
		this.sinceMs = now()
	}

	enter(phase: Phase): void {
		if (phase === this.phase) return
		this.settle()
		this.phase = phase
	}

	/** What has passed since the last time, or since the beginning: a turn's own. */
	takeTurn(): PhaseTimes {
		this.settle()
		const times = rounded(this.turn)
		for (const phase of PHASES) this.turn[phase] = 0
		return times
	}

	/** The whole run's so far. */
	total(): PhaseTimes {
		this.settle()
		return rounded(this.run)
	}

	private settle(): void {
		const nowMs = this.now()
		this.turn[this.phase] += nowMs - this.sinceMs
		this.run[this.phase] += nowMs - this.sinceMs
		this.sinceMs = nowMs
	}
}

const PHASES: readonly Phase[] = ['assembling', 'waiting', 'streaming', 'tools', 'storing']

function noTimes(): PhaseTimes {
	return { assembling: 0, waiting: 0, streaming: 0, tools: 0, storing: 0 }
}

function rounded(times: PhaseTimes): PhaseTimes {
	const shown = noTimes()
	for (const phase of PHASES) shown[phase] = Math.round(times[phase] * 10) / 10
	return shown
}
