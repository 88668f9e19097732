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
import { windowAt } from '../text/windows.ts'
import { fuse } from './fuse.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import type { Rated, Rating } from './rank.ts'

/** A text with the places where it stands, of which the first says when and by whom. */
export type Candidate = { id: number; text: string; occurrences: readonly Occurrence[] }

/** What a vector finds. */
export type Alike = {
	id: number
	/** Of the window that is most alike. */
	cosine: number
	/** Which of its windows that is, of how many. */
	part: number
	parts: number
	/** How far it stands out of what is alike by chance: 0 to 1. */
	likeness: number
	/** How far it stands apart of others that are nearly as alike, in standard deviations: a language that an embedder does
	 * not know is all alike to it. */
	apart: number
}

/** What proposed them, each the most promising first. */
export type CandidatesByList = {
	words: readonly Candidate[]
	/** By words that are nearly spelt like those of the question. */
	trigrams: readonly Candidate[]
	vectors: readonly (Candidate & Omit<Alike, 'id'>)[]
}

/** @param pause - waited for before each text is rated */
export async function choose(
	{ words, trigrams, vectors }: CandidatesByList,
	{
		rate,
		evidenceAmong,
		isAsked,
		query,
		pause,
	}: Omit<Rating, 'worth'> & { query: MemoryQuery; pause?: () => Promise<unknown> },
): Promise<MemoryFindings> {
	const lists = new Map<number, ListPlace[]>()
	const put = (list: string, found: readonly { id: number; score?: number }[]) => {
		for (const [at, { id, score = 1 / (at + 1) }] of found.entries())
			lists.set(id, [...(lists.get(id) ?? []), { list, rank: at + 1, score }])
	}
	put('words', words)
	put('trigrams', trigrams)
	put(
		'vectors',
		vectors.map(({ id, cosine }) => ({ id, score: cosine })),
	)
	const all = new Map([...words, ...trigrams, ...vectors].map(each => [each.id, each]))
	const alike = new Map(vectors.map(({ id, likeness }) => [id, likeness]))
	// Which are worth a closer look is said by their places in the lists; what they are worth by their text.
	const promising = fuse([words, trigrams, vectors].map(list => list.map(({ id }) => id))).slice(
		0,
		MOST_RATED,
	)
	const rated: RatedCandidate[] = []
	for (const { id } of promising) {
		await pause?.()
		rated.push(ratedAs(all.get(id)!, alike.get(id), rate))
	}
	rated.sort((a, b) => b.score - a.score || b.candidate.id - a.candidate.id)
	const byWords = evidenceAmong(rated.map(each => each.rated.clue))
	const apart = new Map(vectors.map(each => [each.id, each.apart]))
	const { leastCoverage, leastEvidence } = query
	const leastApart = isAsked ? ASKED_APART : TOLD_APART
	const isAlike = ({ candidate: { id, text } }: RatedCandidate) => {
		if (leastEvidence === undefined) return alike.has(id)
		return (apart.get(id) ?? 0) >= leastApart && byteLength(text) >= LEAST_SAID
	}
	const wordsOf = ({ rated }: RatedCandidate) => byWords(rated.clue, rated)
	const evidenceOf = (each: RatedCandidate) =>
		Math.max(wordsOf(each), isAlike(each) ? (alike.get(each.candidate.id) ?? 0) : 0)
	const found = rated.filter(
		each =>
			isAlike(each) || (each.rated.coverage >= leastCoverage && evidenceOf(each) >= (leastEvidence ?? 0)),
	)
	const kept = withoutNearDuplicates(found, query.limit, each => each.rated.terms)
	const windows = new Map(vectors.map(each => [each.id, each]))
	const hit = (each: RatedCandidate) => {
		const { id, text } = each.candidate
		const window = windows.get(id)
		// What its words do not say is in the window that is alike.
		const shown =
			window && isAlike(each) && (window.likeness > wordsOf(each) || each.rated.matches.length === 0)
		const stretch = shown ? windowAt(text, window) : undefined
		const matches = stretch ? [{ ...stretch, worth: 1 }] : each.rated.matches
		return { ...hitOf(each, evidenceOf(each), lists.get(id) ?? []), matches }
	}
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
	const chosen = new Set(found)
	const below = rated.flatMap((each): readonly MemoryMiss[] =>
		chosen.has(each) ? [] : [{ hit: hit(each), reason: 'threshold' }],
	)
	return { hits: kept.map(hit), missed: [...left, ...below].slice(0, MOST_MISSED) }
}

/** In standard deviations: who asks for a fact may use other words for it; a task is about anything. */
const ASKED_APART = 2
const TOLD_APART = 4
/** In bytes, of which a character that is a word has three: what is shorter is alike by its length. */
const LEAST_SAID = 24
/** Rating one takes about a tenth of a millisecond. */
const MOST_RATED = 80
const MOST_MISSED = 20

function byteLength(text: string): number {
	return text.length >= LEAST_SAID ? text.length : new TextEncoder().encode(text).length
}

type RatedCandidate = { candidate: Candidate; text: string; rated: Rated; score: number }

/** @param likeness - how far its vector stands out; undefined, it does not */
function ratedAs(candidate: Candidate, likeness: number | undefined, rate: Rating['rate']): RatedCandidate {
	const { text, occurrences } = candidate
	const { kind, at, file } = occurrences[0]!
	const rated = rate({ kind, at, text, isFile: file !== undefined })
	const score = rated.score * (1 + (likeness ?? 0)) + (likeness ?? 0)
	return { candidate, text, rated, score }
}

function hitOf(
	{ candidate: { text, occurrences }, rated: { coverage, matches, isHollow }, score }: RatedCandidate,
	evidence: number,
	lists: readonly ListPlace[],
): MemoryHit {
	const [first] = occurrences
	return { ...first!, text, occurrences, lists, score, coverage, evidence, isHollow, matches }
}
