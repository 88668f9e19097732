// Document frequencies: in how many passages of a scope the words of a question are, exactly where they are few, and
// by how densely they stand among the newest where they are many.

import type { Concept } from '../ranking/query.ts'
import type { Rarity } from '../ranking/rarity.ts'
import { type GoesOn, PROMPT_MARK, quoteTerm, type Sql } from './statements.ts'

export type TermCounts = Rarity & {
	/** What was asked for, without the words that would also do. */
	asked: readonly string[]
	/** Texts in scope that hold a term, the newest first. */
	holding: TermHolding
}

export type TermHolding = (term: string) => readonly number[]

/** @returns undefined where it was not to go on */
export async function termCounts(
	concepts: readonly Concept[],
	scope: string,
	sql: Sql,
	goesOn: GoesOn,
): Promise<TermCounts | undefined> {
	const newest = maximum(sql)
	const holding = createHolding(scope, sql)
	const passages = countOf(newestIds(scope, sql), newest)
	if (!(await goesOn())) return undefined
	const prompts = holding(PROMPT_MARK)
	const typed = new Set(prompts)
	const counts = new Map<string, number>()
	const promptCounts = new Map<string, number>()
	const count = (term: string) => {
		if (counts.has(term)) return
		const found = Math.min(countOf(holding(term), newest), passages)
		if (found > 0) counts.set(term, found)
	}
	for (const { term, others, spellings } of concepts) {
		if (!(await goesOn())) return undefined
		count(term)
		if (counts.has(term)) promptCounts.set(term, Math.round(typedShare(holding(term)) * prompts.length))
		// What else would do says how rare it is only where it is nowhere itself.
		else for (const each of [...others, ...spellings.map(spelling => spelling.term)]) count(each)
	}
	const asked = concepts.map(({ term }) => term)
	return { passages, counts, prompts: prompts.length, promptCounts, asked, holding }

	/** Among the prompts as far back as both were looked at. */
	function typedShare(ids: readonly number[]): number {
		const since = Math.max(oldestOf(ids), oldestOf(prompts))
		const compared = prompts.filter(id => id >= since).length
		return compared === 0 ? 0 : ids.filter(id => id >= since && typed.has(id)).length / compared
	}
}

/** Rows fetched of one term: each costs next to nothing, and asking twice does not. */
const MOST_IDS = 600

/** Asks once for each. */
function createHolding(scope: string, sql: Sql): TermHolding {
	const known = new Map<string, readonly number[]>()
	return term => {
		const ids = known.get(term) ?? newestIds(`${quoteTerm(term)} AND ${scope}`, sql)
		known.set(term, ids)
		return ids
	}
}

function newestIds(match: string, sql: Sql): readonly number[] {
	const row = sql(`SELECT json_group_array(id) AS ids FROM (
		SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${MOST_IDS})`).get(match)
	const ids: unknown = JSON.parse(String(row?.ids ?? '[]'))
	return Array.isArray(ids) ? ids.filter(id => typeof id === 'number') : []
}

/** How far back they say anything: those of which there are more were not all fetched. */
function oldestOf(ids: readonly number[]): number {
	return ids.length < MOST_IDS ? 0 : ids.at(-1)!
}

function countOf(ids: readonly number[], newest: number): number {
	const count = ids.length
	return count < MOST_IDS ? count : Math.max(count, Math.round((count * newest) / (newest - ids.at(-1)! + 1)))
}

function maximum(sql: Sql): number {
	const { newest } = sql('SELECT max(id) AS newest FROM content').get() as { newest: number | null }
	return newest ?? 0
}
