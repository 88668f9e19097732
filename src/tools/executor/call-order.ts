// The call scheduler: neighbouring read-only calls run side by side; any other call waits for everything before it
// and holds up everything after it.

import type { Tier } from '../../core/permission.ts'

export type CallOrder = {
	/** Starts `work` when its turn comes. Order is the order of these calls. `work` must not reject. */
	schedule<Result>(tier: Tier, work: () => Promise<Result>): Promise<Result>
}

export function createCallOrder(): CallOrder {
	let gate: Promise<unknown> = Promise.resolve()
	let readers: Promise<unknown>[] = []
	return {
		schedule(tier, work) {
			if (tier === 'read-only') {
				const reading = gate.then(work)
				readers.push(reading)
				return reading
			}
			const alone = Promise.all([gate, ...readers]).then(work)
			gate = alone
			readers = []
			return alone
		},
	}
}
