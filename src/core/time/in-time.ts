// Work that is given up when it has taken too long.

import type { Clock } from '../host.ts'

/** @param work - its signal fires when it has not ended by then */
export async function inTime<Result>(
	{ clock, timeoutMs }: { clock: Clock; timeoutMs: number },
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const over = new AbortController()
	const late = new AbortController()
	void clock.sleep(timeoutMs, over.signal).then(() => {
		if (!over.signal.aborted) late.abort()
	})
	try {
		return await work(late.signal)
	} finally {
		over.abort()
	}
}
