// Candidate passages worth rating: found by the index, word by word from the one that is worth most on, so that a common
// word never makes it walk through everything that was ever said.

import type { MemoryQuery } from '../../core/memory.ts'
import type { Concept } from '../ranking/query.ts'
import type { Worth } from '../ranking/rank.ts'
import { type GoesOn, idOf, quoteTerm, type Sql } from './statements.ts'
import type { TermCounts } from './term-counts.ts'

/** Ids of texts, the most promising first: by the words of the question and what means the same, and by spelling. */
export type CandidateLists = { words: readonly number[]; trigrams: readonly number[] }

/** @returns undefined where it was not to go on */
export async function candidateIds(
	{ words }: Pick<MemoryQuery, 'words'>,
	asked: { concepts: readonly Concept[]; counts: TermCounts; worth: Worth },
	{ scope, sql, goesOn }: { scope: string; sql: Sql; goesOn: GoesOn },
): Promise<CandidateLists | undefined> {
	const { concepts, counts, worth } = asked
	if (words === 'all') return { words: holdingAll(counts.asked, scope, sql), trigrams: [] }
	const promising = async (terms: readonly string[]): Promise<readonly number[] | undefined> => {
		const promise = new Map<number, number>()
		let rowsLeft = ROWS_BUDGET
		for (const { term, value } of mostTelling(terms, worth)) {
			if (!(await goesOn())) return undefined
			const ids = counts.holding(term).slice(0, rowsLeft)
			rowsLeft -= ids.length
			for (const id of ids) promise.set(id, (promise.get(id) ?? 0) + value)
			if (rowsLeft <= 0) break
		}
		return [...promise]
			.sort(([a, promiseOfA], [b, promiseOfB]) => promiseOfB - promiseOfA || b - a)
			.slice(0, CANDIDATES)
			.map(([id]) => id)
	}
	const spelt = concepts.flatMap(({ spellings }) => spellings.map(({ term }) => term))
	const byWords = await promising(concepts.flatMap(({ term, others }) => [term, ...others]))
	const bySpelling = spelt.length === 0 ? [] : await promising([...counts.asked, ...spelt])
	return byWords && bySpelling && { words: byWords, trigrams: bySpelling }
}

const CANDIDATES = 60
/** Rows looked at for one question, whatever it asks. */
const ROWS_BUDGET = 3_000
/** Of the most telling word: what says less than this proposes nothing by itself. */
const LEAST_TELLING = 0.1
/** Each takes the index a third of a millisecond among millions of words. */
const MOST_TERMS = 48

function mostTelling(terms: readonly string[], worth: Worth): readonly { term: string; value: number }[] {
	const known = [...new Set(terms)].map(term => ({ term, value: worth(term) }))
	const most = Math.max(0, ...known.map(({ value }) => value))
	return known
		.filter(({ value }) => value >= most * LEAST_TELLING)
		.sort((a, b) => b.value - a.value)
		.slice(0, MOST_TERMS)
}

function holdingAll(terms: readonly string[], scope: string, sql: Sql): readonly number[] {
	return sql('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?')
		.all([...terms.map(quoteTerm), scope].join(' AND '), CANDIDATES)
		.flatMap(row => idOf(row) ?? [])
}
