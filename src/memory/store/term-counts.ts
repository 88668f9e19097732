// Document frequencies: in how many passages of a scope the words of a question are, exactly where they are few, and
// by how densely they stand among the newest where they are many.

import type { Concept } from '../ranking/query.ts'
import type { Rarity } from '../ranking/rank.ts'
import { quoteTerm, type Sql } from './statements.ts'

export type TermCounts = Rarity & {
	/** What was asked for, without the words that would also do. */
	asked: readonly string[]
	/** Those that are somewhere: what was asked for before what would also do, within each the rarest first. */
	rarestFirst: readonly string[]
}

export function termCounts(concepts: readonly Concept[], scope: string, sql: Sql): TermCounts {
	const newest = maximum(sql)
	const passages = countOf(scope, newest, sql)
	const counts = new Map<string, number>()
	const count = (term: string) => {
		const found = counts.get(term) ?? countOf(`${quoteTerm(term)} AND ${scope}`, newest, sql)
		if (found > 0) counts.set(term, Math.min(found, passages))
		return found > 0
	}
	const present = (terms: readonly string[]) =>
		[...new Set(terms)].filter(count).sort((a, b) => counts.get(a)! - counts.get(b)!)
	const asked = concepts.map(({ term }) => term)
	const rarestFirst = [...present(asked), ...present(concepts.flatMap(({ others }) => others))]
	return { passages, counts, asked, rarestFirst }
}

const COUNTED = 200

function countOf(match: string, newest: number, sql: Sql): number {
	const { count, oldest } = sql(`SELECT count(*) AS count, min(id) AS oldest FROM (
		SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${COUNTED})`).get(match) as {
		count: number
		oldest: number | null
	}
	if (count < COUNTED || oldest === null) return count
	return Math.max(count, Math.round((count * newest) / (newest - oldest + 1)))
}

function maximum(sql: Sql): number {
	const { newest } = sql('SELECT max(id) AS newest FROM content').get() as { newest: number | null }
	return newest ?? 0
}
