// Document frequencies: in how many passages of a scope the words of a question are, exactly where they are few, and
// by how densely they stand among the newest where they are many.

import type { Concept } from '../ranking/query.ts'
import type { Rarity } from '../ranking/rarity.ts'
import { PROMPT_MARK, quoteTerm, type Sql } from './statements.ts'

export type TermCounts = Rarity & {
	/** What was asked for, without the words that would also do. */
	asked: readonly string[]
}

export function termCounts(concepts: readonly Concept[], scope: string, sql: Sql): TermCounts {
	const newest = maximum(sql)
	const passages = countOf(scope, newest, sql)
	const typed = `${quoteTerm(PROMPT_MARK)} AND ${scope}`
	const counts = new Map<string, number>()
	const promptCounts = new Map<string, number>()
	const count = (term: string) => {
		if (counts.has(term)) return
		const found = Math.min(countOf(`${quoteTerm(term)} AND ${scope}`, newest, sql), passages)
		if (found > 0) counts.set(term, found)
	}
	for (const { term, others, spellings } of concepts) {
		for (const each of [term, ...others, ...spellings.map(spelling => spelling.term)]) count(each)
		if (counts.has(term)) promptCounts.set(term, countOf(`${quoteTerm(term)} AND ${typed}`, newest, sql))
	}
	const asked = concepts.map(({ term }) => term)
	return { passages, counts, prompts: countOf(typed, newest, sql), promptCounts, asked }
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
