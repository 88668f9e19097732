// Following the log: the index reads on what a session has said while nothing else is to do.

import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { Index } from './memory-index.ts'
import type { EmbeddingPayer } from './paid-embedder.ts'

export type Following = {
	/** The log of the session has grown. @param payer - of what that leads to */
	noted(sessionId: SessionId, payer: EmbeddingPayer): void
}

/**
 * The index follows the log once it has stopped growing for a moment: a turn never pays for it, and neither does a run that
 * is over by then.
 */
export function createFollowing(
	index: Pick<Index, 'catchUp'>,
	{ isPersisted, clock }: { isPersisted: boolean; clock: Pick<Clock, 'monotonicMs' | 'sleep'> },
	signal: AbortSignal,
	caughtUp: (payer: EmbeddingPayer) => void,
): Following {
	let waiting: Growth | undefined
	let isFirst = true
	let restMs = 0
	const work = async ({ sessionId, payer }: Growth) => {
		restMs = FOLLOW_EVERY_MS
		// What other processes wrote is read once, behind the session's own.
		const own = await index.catchUp({ ...QUIETLY, sessionId, signal })
		// A run that is over before all the others are read has its vectors all the same.
		caughtUp(payer)
		if (own && isFirst) {
			// A prompt stops it, and then there is more to do when its answer is waited for.
			isFirst = !(await index.catchUp({ ...QUIETLY, signal }))
			caughtUp(payer)
		}
	}
	return {
		noted(sessionId, payer) {
			if (!isPersisted || signal.aborted) return
			const now = clock.monotonicMs()
			const quietMs = Math.max(FOLLOW_AFTER_MS, restMs)
			const isWaiting = waiting !== undefined
			const lastMs = waiting?.lastMs ?? now + LATEST_MS
			waiting = { sessionId, payer, dueMs: Math.min(now + quietMs, lastMs), lastMs }
			if (isWaiting) return
			follow(quietMs).catch(() => {
				// The disk is full, another process is writing: the next growth tries again.
				isFirst = true
			})
		},
	}

	function dueMs(): number {
		return waiting?.dueMs ?? 0
	}

	async function follow(quietMs: number): Promise<void> {
		for (let leftMs = quietMs; leftMs > 0 && !signal.aborted; leftMs = dueMs() - clock.monotonicMs())
			await clock.sleep(leftMs, signal, false)
		const due = waiting
		waiting = undefined
		if (due && !signal.aborted) await work(due)
	}
}

/** `lastMs`: it is due then, however busy the session is. */
type Growth = { sessionId: SessionId; payer: EmbeddingPayer; dueMs: number; lastMs: number }

/** The log has not grown for so long: a model is being waited for, or a person. */
const FOLLOW_AFTER_MS = 300
/** However busy the session is. */
const LATEST_MS = 10_000
const FOLLOW_EVERY_MS = 1_000
const QUIETLY = { limitMs: Number.POSITIVE_INFINITY, restMs: 30, chunkBytes: 16 * 1024 }
