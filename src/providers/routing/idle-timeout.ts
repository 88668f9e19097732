// Notices when a stream falls silent. Only the time spent waiting for it counts, never the time the reader
// takes, and one timer serves the whole stream: 5 000 deltas must not arm 5 000 of them.

import type { Clock } from '../../core/host.ts'

export type IdleNotice = { type: 'silence'; silentMs: number; isOver: boolean }

export type IdleLimits = {
	clock: Clock
	/** After this long it is told, once for each silence. */
	noticeMs: number
	/** After this long it is over: the last thing yielded says so. */
	idleMs: number
	/** It is over at once when this fires, whether or not the stream takes notice of it too. */
	signal: AbortSignal
}

/** @param resets - whether a part breaks the silence; one that does not still shows that the stream is alive */
export async function* withIdleTimeout<Part>(
	parts: AsyncIterable<Part>,
	{ clock, noticeMs, idleMs, signal }: IdleLimits,
	resets: (part: Part) => boolean,
): AsyncGenerator<Part | IdleNotice> {
	const iterator = parts[Symbol.asyncIterator]()
	const left = new AbortController()
	/** How the watch wakes the reader. There only while the reader waits. */
	let ring: ((silence: IdleNotice) => void) | undefined
	let silentSinceMs = clock.monotonicMs()
	let aliveAtMs = silentSinceMs
	let isTold = false

	async function watch(): Promise<void> {
		while (!left.signal.aborted) {
			const now = clock.monotonicMs()
			const untilNoticeMs = isTold ? noticeMs : silentSinceMs + noticeMs - now
			const untilOverMs = aliveAtMs + idleMs - now
			if (ring && untilOverMs <= 0) {
				ring({ type: 'silence', silentMs: now - silentSinceMs, isOver: true })
				return
			}
			if (ring && !isTold && untilNoticeMs <= 0) {
				isTold = true
				ring({ type: 'silence', silentMs: now - silentSinceMs, isOver: false })
				continue
			}
			// Never longer than a notice takes, or the next silence would be told too late. What is due while
			// the reader is busy is not: its wait has not begun.
			const nextMs = Math.min(untilNoticeMs, untilOverMs, noticeMs)
			await clock.sleep(nextMs > 0 ? nextMs : Math.min(noticeMs, idleMs), left.signal)
		}
	}

	function stop(): void {
		ring?.({ type: 'silence', silentMs: clock.monotonicMs() - silentSinceMs, isOver: true })
	}

	signal.addEventListener('abort', stop, { signal: left.signal })
	const watching = watch()
	try {
		let next = iterator.next()
		for (;;) {
			const pending = next
			const heard = await new Promise<IteratorResult<Part> | IdleNotice>((resolve, reject) => {
				ring = resolve
				pending.then(resolve, reject)
				if (signal.aborted) stop()
			})
			ring = undefined
			if ('type' in heard) {
				yield heard
				if (heard.isOver) return
				continue
			}
			if (heard.done) return
			yield heard.value
			aliveAtMs = clock.monotonicMs()
			if (resets(heard.value)) {
				silentSinceMs = aliveAtMs
				isTold = false
			}
			next = iterator.next()
		}
	} finally {
		left.abort(null)
		await watching
		// Not awaited: a stream that hangs would hang its reader here too. It ends by its own signal.
		void iterator.return?.().catch(() => {})
	}
}
