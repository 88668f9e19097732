// Whether work takes more than in proportion to the length of its text: told by how its time grows and never by how long
// it takes, for a busy machine takes longer and a fast one may take the square of a length in no time.

import { cpuMs } from './least-time.ts'

/**
 * In proportion the long text takes 8 times what the short one does, and with the square of its length 64 times. Taken by
 * turns, the least of each: whatever else is at work only adds to them, so more turns are taken before it is believed.
 */
export function isSquared(
	work: (text: string) => void,
	textOf: (length: number) => string,
	length: number,
): boolean {
	const long = textOf(length)
	const short = textOf(length / 8)
	const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
	for (let turn = 1; turn <= MOST_TURNS; turn++) {
		least.long = Math.min(
			least.long,
			cpuMs(() => work(long)),
		)
		// No processor takes so little for a step at each pair of places.
		if (least.long * STEPS_PER_MS < length ** 2 / 2) return false
		least.short = Math.min(
			least.short,
			cpuMs(() => work(short)),
		)
		if (turn >= LEAST_TURNS && least.long <= least.short * 24) return false
	}
	return true
}

/** A step takes a tenth of a nanosecond at least. */
const STEPS_PER_MS = 10_000_000
/** The first one is the dearer, for a text of any length. */
const LEAST_TURNS = 3
const MOST_TURNS = 24
