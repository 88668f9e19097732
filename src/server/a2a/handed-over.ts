// Items that one side writes and the other one reads: whoever writes waits until the item is taken, and is told to stop
// when the reader leaves.

import { type Deferred, deferred } from '../../core/async/deferred.ts'

/** @param work - writes them; when it ends so do they, and what it throws is thrown to the reader */
export async function* handedOver<Item>(
	work: (write: (item: Item) => Promise<void>, signal: AbortSignal) => Promise<void>,
	signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
	const leaving = new AbortController()
	const waiting: { item: Item; taken: Deferred }[] = []
	let news = deferred()
	let isOver = false
	let failure: unknown
	const write = (item: Item): Promise<void> => {
		if (leaving.signal.aborted) return Promise.resolve()
		const taken = deferred()
		waiting.push({ item, taken })
		news.resolve()
		return taken.promise
	}
	const working = work(write, AbortSignal.any([signal, leaving.signal]))
		.catch(error => {
			failure = error
		})
		.finally(() => {
			isOver = true
			news.resolve()
		})
	try {
		for (;;) {
			const next = waiting.shift()
			if (next) {
				try {
					yield next.item
				} finally {
					next.taken.resolve()
				}
				continue
			}
			if (isOver) break
			await news.promise
			news = deferred()
		}
	} finally {
		leaving.abort()
		for (const { taken } of waiting) taken.resolve()
		await working
	}
	if (failure !== undefined) throw failure
}
