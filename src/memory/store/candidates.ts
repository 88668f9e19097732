// Candidate passages worth rating: found by the index, word by word from the rarest on, so that a common word never
// makes it walk through everything that was ever said.

import type { MemoryQuery } from '../../core/memory.ts'
import type { Worth } from '../ranking/rank.ts'
import { idOf, quoteTerm, type Sql } from './statements.ts'
import type { TermCounts } from './term-counts.ts'

/** @returns ids of passages, the most promising first */
export function candidateIds(
	{ words }: Pick<MemoryQuery, 'words'>,
	counts: TermCounts,
	worth: Worth,
	scope: string,
	sql: Sql,
): readonly number[] {
	const newest = (terms: readonly string[], limit: number) =>
		sql('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?')
			.all([...terms.map(quoteTerm), scope].join(' AND '), limit)
			.flatMap(row => idOf(row) ?? [])
	if (words === 'all') return newest(counts.asked, CANDIDATES)
	const promise = new Map<number, number>()
	let rowsLeft = ROWS_BUDGET
	for (const term of counts.rarestFirst) {
		const rows = newest([term], Math.min(rowsLeft, ROWS_OF_A_TERM))
		rowsLeft -= rows.length
		for (const id of rows) promise.set(id, (promise.get(id) ?? 0) + worth(term))
		if (rowsLeft <= 0) break
	}
	return [...promise]
		.sort(([a, promiseOfA], [b, promiseOfB]) => promiseOfB - promiseOfA || b - a)
		.slice(0, CANDIDATES)
		.map(([id]) => id)
}

const CANDIDATES = 150
/** Rows fetched for one question, whatever it asks. */
const ROWS_BUDGET = 5_000
const ROWS_OF_A_TERM = 1_000
