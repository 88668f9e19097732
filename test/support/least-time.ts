// The least time of a few tries: a busy machine may take its time, and not each time. What is too slow is so in every try.

const TRIES = 8

/**
 * @param limitMs - below it no further try is needed
 * @param measure - does the work and says how many milliseconds it took
 */
export async function leastMs(limitMs: number, measure: () => number | Promise<number>): Promise<number> {
	let least = Number.POSITIVE_INFINITY
	for (let tries = 0; tries < TRIES && least >= limitMs; tries++) least = Math.min(least, await measure())
	return least
}

/** What this process computed for it, whoever else has the processor in between. */
export function cpuMs(work: () => void): number {
	const before = process.cpuUsage()
	work()
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1_000
}
