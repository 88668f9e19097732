// One measured number, what it should be, and what stands beside it.

export type Figure = {
	/** SPEC's row: `P3`. */
	row: string
	what: string
	value: number
	unit: 'ms' | 's' | '%' | 'MiB' | 'bytes' | 'tokens' | 'count' | 'MB/s'
	target?: Target
	/** The same thing done by something else, in the same interleaved runs. */
	beside?: string
	/** What SPEC says of others, for orientation only: measured at another time. */
	peers?: string
}

export type Target = { atMost: number; why?: string } | { atLeast: number; why?: string }

export type Measure = {
	row: string
	what: string
	run(bench: Bench): Promise<Figure[]>
}

/** What every measure works with. */
export type Bench = {
	node: string
	/** The built program. */
	agent: string
	/** A figure out of several: how many of each are run, in turns. */
	runs: number
}

export function isMet(value: number, target: Target): boolean {
	return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	const middle = sorted.length >> 1
	const upper = sorted[middle] ?? Number.NaN
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Runs each in turn, so that what else the machine is doing hits all of them alike. The first round only warms up. */
export async function interleaved<Name extends string>(
	rounds: number,
	candidates: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
	const names = Object.keys(candidates) as Name[]
	const values = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<Name, number[]>
	for (let round = 0; round <= rounds; round++) {
		for (const name of names) {
			const value = await candidates[name]()
			if (round > 0) values[name].push(value)
		}
	}
	return Object.fromEntries(names.map(name => [name, median(values[name])])) as Record<Name, number>
}
