// Candidate passages worth rating: found by the index, word by word from the one that is worth most on, so that a common
// word never makes it walk through everything that was ever said.

import type { MemoryQuery } from '../../core/memory.ts'
import type { Concept } from '../ranking/query.ts'
import type { Worth } from '../ranking/rank.ts'
import { idOf, quoteTerm, type Sql } from './statements.ts'
import type { TermCounts } from './term-counts.ts'

/** Ids of texts, the most promising first: by the words of the question and what means the same, and by spelling. */
export type CandidateLists = { words: readonly number[]; trigrams: readonly number[] }

export function candidateIds(
	{ words }: Pick<MemoryQuery, 'words'>,
	asked: { concepts: readonly Concept[]; counts: TermCounts; worth: Worth },
	scope: string,
	sql: Sql,
): CandidateLists {
	const { concepts, counts, worth } = asked
	const newest = (terms: readonly string[], limit: number) =>
		sql('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?')
			.all([...terms.map(quoteTerm), scope].join(' AND '), limit)
			.flatMap(row => idOf(row) ?? [])
	if (words === 'all') return { words: newest(counts.asked, CANDIDATES), trigrams: [] }
	const promising = (terms: readonly string[]) => {
		const promise = new Map<number, number>()
		let rowsLeft = ROWS_BUDGET
		for (const { term, value } of mostTelling(terms, counts, worth)) {
			const rows = newest([term], Math.min(rowsLeft, ROWS_OF_A_TERM))
			rowsLeft -= rows.length
			for (const id of rows) promise.set(id, (promise.get(id) ?? 0) + value)
			if (rowsLeft <= 0) break
		}
		return [...promise]
			.sort(([a, promiseOfA], [b, promiseOfB]) => promiseOfB - promiseOfA || b - a)
			.slice(0, CANDIDATES)
			.map(([id]) => id)
	}
	const spelt = concepts.flatMap(({ spellings }) => spellings.map(({ term }) => term))
	return {
		words: promising(concepts.flatMap(({ term, others }) => [term, ...others])),
		trigrams: spelt.length === 0 ? [] : promising([...counts.asked, ...spelt]),
	}
}

const CANDIDATES = 60
/** Rows fetched for one question, whatever it asks. */
const ROWS_BUDGET = 3_000
const ROWS_OF_A_TERM = 600
/** Of the most telling word: what says less than this proposes nothing by itself. */
const LEAST_TELLING = 0.1

function mostTelling(
	terms: readonly string[],
	{ counts }: TermCounts,
	worth: Worth,
): readonly { term: string; value: number }[] {
	const known = [...new Set(terms)]
		.filter(term => counts.has(term))
		.map(term => ({ term, value: worth(term) }))
	const most = Math.max(0, ...known.map(({ value }) => value))
	return known.filter(({ value }) => value >= most * LEAST_TELLING).sort((a, b) => b.value - a.value)
}
