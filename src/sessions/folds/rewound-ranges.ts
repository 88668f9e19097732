// Where the session went back on what had been said, as numbers between which nothing counts any more: for whoever
// keeps something of each envelope and need not read them all again.

import type { StoredEnvelope } from '../session-store.ts'

/** @param envelopes - of a whole log, though only those that go back count */
export function undoneRanges(envelopes: readonly StoredEnvelope[]): readonly UndoneRange[] {
	return rangesLeft(
		envelopes.flatMap(({ seq, event }) =>
			event.type === 'rewind' && event.conversation ? [{ seq, toSeq: event.toSeq }] : [],
		),
	)
}

/** What lies between the two counts no more; neither of them belongs to it. */
export type UndoneRange = { after: number; before: number }

/** @param backs - where something went back, and to what, oldest first */
export function rangesLeft(backs: readonly { seq: number; toSeq: number }[]): readonly UndoneRange[] {
	const last = backs.at(-1)
	if (!last) return []
	const counting: (readonly SeqRange[])[] = []
	for (const [index, { toSeq }] of backs.entries()) {
		const earlier = backs.slice(0, index).findLastIndex(({ seq }) => seq <= toSeq)
		const kept = earlier === -1 ? [] : counting[earlier]!
		const from = earlier === -1 ? 0 : backs[earlier]!.seq + 1
		counting.push(from <= toSeq ? [...kept, { from, to: toSeq }] : kept)
	}
	const left = counting.at(-1)!
	const befores = [...left.map(({ from }) => from), last.seq]
	const afters = [-1, ...left.map(({ to }) => to)]
	return befores
		.map((before, index) => ({ after: afters[index]!, before }))
		.filter(({ after, before }) => before > after + 1)
}

/** Both included. */
type SeqRange = { from: number; to: number }
