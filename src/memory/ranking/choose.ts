// The choice among candidates: rated, fused with what vectors found, without what says the same again. Every store
// comes here with texts and the places where they stand.

import type {
	ListPlace,
	MemoryFindings,
	MemoryHit,
	MemoryMiss,
	MemoryQuery,
	Occurrence,
} from '../../core/memory.ts'
import { fuse } from './fuse.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import type { Rated, Rating } from './rank.ts'

/** A text with the places where it stands, of which the first says when and by whom. */
export type Candidate = { id: number; text: string; occurrences: readonly Occurrence[] }

export function choose(
	byWords: readonly Candidate[],
	byVector: readonly (Candidate & { cosine: number })[],
	{ rate, query }: Pick<Rating, 'rate'> & { query: MemoryQuery },
): MemoryFindings {
	const rated = byWords
		.map(candidate => ({ candidate, rated: ratedAs(candidate, rate) }))
		.sort((a, b) => b.rated.score - a.rated.score || b.candidate.id - a.candidate.id)
	const near = rated.filter(each => each.rated.coverage >= query.leastCoverage)
	const lists = new Map<number, ListPlace[]>()
	const put = (list: string, id: number, rank: number, score: number) =>
		lists.set(id, [...(lists.get(id) ?? []), { list, rank, score }])
	for (const [
		index,
		{
			candidate,
			rated: { score },
		},
	] of rated.entries())
		put('words', candidate.id, index + 1, score)
	for (const [index, { id, cosine }] of byVector.entries()) put('vectors', id, index + 1, cosine)
	const all = new Map<number, { candidate: Candidate; rated: Rated }>(
		byVector.map(candidate => [candidate.id, { candidate, rated: ratedAs(candidate, rate) }]),
	)
	for (const each of rated) all.set(each.candidate.id, each)
	const order =
		query.vector === undefined
			? near.map(({ candidate: { id }, rated: { score } }) => ({ id, score }))
			: fuse([near.map(({ candidate: { id } }) => id), byVector.map(({ id }) => id)])
	const found = order.map(({ id, score }) => {
		const { candidate, rated } = all.get(id)!
		return { score, rated, candidate, text: candidate.text }
	})
	const kept = withoutNearDuplicates(found, query.limit, each => each.rated.terms)
	const hit = ({ candidate, rated, score }: (typeof found)[number]) =>
		hitOf(candidate, rated, score, lists.get(candidate.id) ?? [])
	const isKept = new Set(kept)
	const last = kept.at(-1)
	const isFull = kept.length >= query.limit
	let isPastLast = last === undefined
	const left = found.flatMap((each): readonly MemoryMiss[] => {
		if (isKept.has(each)) {
			if (each === last) isPastLast = true
			return []
		}
		return [{ hit: hit(each), reason: isFull && isPastLast ? 'limit' : 'duplicate' }]
	})
	const chosen = new Set(order.map(({ id }) => id))
	const below = rated.flatMap(({ candidate, rated }): readonly MemoryMiss[] =>
		chosen.has(candidate.id)
			? []
			: [{ hit: hit({ candidate, rated, score: rated.score, text: candidate.text }), reason: 'threshold' }],
	)
	return { hits: kept.map(hit), missed: [...left, ...below].slice(0, MOST_MISSED) }
}

const MOST_MISSED = 20

function ratedAs({ text, occurrences }: Candidate, rate: Rating['rate']): Rated {
	const { kind, at } = occurrences[0]!
	return rate({ kind, at, text })
}

function hitOf(
	{ text, occurrences }: Candidate,
	rated: Rated,
	score: number,
	lists: readonly ListPlace[],
): MemoryHit {
	const [first] = occurrences
	const { coverage, matches } = rated
	return { ...first!, text, occurrences, lists, score, coverage, matches }
}
