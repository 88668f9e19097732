// The young generation, where V8 puts what is new: how large it is while there is a screen. V8 makes it larger whenever as
// much as it holds has outlived a collection since the last time, so every program that goes on for long ends with the
// largest there is (32 MiB, twice that in newer ones), however little of it is alive at once. A frame leaves about a
// megabyte behind and keeps next to nothing.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * As large as a start has made it, which is some megabytes. V8 does not take compiled code from the cache of one who has set
 * flags otherwise, and nobody else sets this one: it is as it was while modules are loaded, until the generation has grown by that.
 * @param mayGrow - asked before modules are loaded: false where the room matters more than the time
 * @returns what lets it grow again
 */
export function holdYoungGeneration(mayGrow: () => boolean): () => void {
	const loads = new Set<unknown>()
	// Some pages more are no growth: that doubles it.
	const mostBytes = 1.5 * youngBytes()
	const begin = (load: unknown) => {
		if (loads.size === 0 && (!mayGrow() || youngBytes() > mostBytes)) return
		loads.add(load)
		grow()
	}
	const end = (load: unknown) => {
		if (loads.delete(load) && loads.size === 0) hold()
	}
	subscribe(LOAD_BEGINS, begin)
	subscribe(LOAD_ENDS, end)
	hold()
	return () => {
		unsubscribe(LOAD_BEGINS, begin)
		unsubscribe(LOAD_ENDS, end)
		grow()
	}
}

/** Node 20 says nothing of it, and compiles anew what an `agent run` before it has left in the cache. */
const LOAD_BEGINS = 'tracing:module.import:start'
const LOAD_ENDS = 'tracing:module.import:asyncEnd'

function youngBytes(): number {
	return getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? 0
}

function hold(): void {
	setFlagsFromString('--semi-space-growth-factor=1')
}

/** By as much as when nobody says anything. */
function grow(): void {
	setFlagsFromString('--semi-space-growth-factor=2')
}
