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
	{ isPersisted, clock }: { isPersisted: boolean; clock: Pick<Clock, 'monotonicMs'> },
	signal: AbortSignal,
	caughtUp: (payer: EmbeddingPayer) => void,
): Following {
	let waiting: { timer: NodeJS.Timeout; lastMs: number } | undefined
	let isFirst = true
	let restMs = 0
	const work = async (sessionId: SessionId, payer: EmbeddingPayer) => {
		waiting = undefined
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
			clearTimeout(waiting?.timer)
			const lastMs = waiting?.lastMs ?? now + LATEST_MS
			const timer = setTimeout(
				() =>
					work(sessionId, payer).catch(() => {
						// The disk is full, another process is writing: the next growth tries again.
						isFirst = true
					}),
				Math.max(0, Math.min(Math.max(FOLLOW_AFTER_MS, restMs), lastMs - now)),
			)
			waiting = { timer: timer.unref(), lastMs }
		},
	}
}

/** The log has not grown for so long: a model is being waited for, or a person. */
const FOLLOW_AFTER_MS = 300
/** However busy the session is. */
const LATEST_MS = 10_000
const FOLLOW_EVERY_MS = 1_000
const QUIETLY = { limitMs: Number.POSITIVE_INFINITY, restMs: 30, chunkBytes: 16 * 1024 }
