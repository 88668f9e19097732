// Spelling lookup: words of the index that are nearly written like one of a question, found by what most slips leave
// whole: its beginning, its end, all of it but one letter.

import type { Spellings } from '../ranking/query.ts'
import { bestSpellings, LEAST_SPELT, oneSlipFrom, type Spelling } from '../ranking/spelling.ts'
import { idOf, quoteTerm, type Sql } from './statements.ts'

export function createSpellings(sql: Sql): Spellings {
	const texts = (rows: readonly Record<string, unknown>[]) => rows.map(({ text }) => String(text))
	const among = (words: readonly string[]) =>
		texts(
			sql('SELECT text FROM term WHERE text IN (SELECT value FROM json_each(?))').all(JSON.stringify(words)),
		)
	const beginning = (start: string, term: string) =>
		texts(
			sql(
				`SELECT text FROM term WHERE text >= ? AND text < ? AND length(text) BETWEEN ? AND ? LIMIT ${MOST}`,
			).all(start, `${start}\u{10ffff}`, term.length - 2, term.length + 3),
		)
	const holding = (part: string, longest: number) =>
		texts(
			sql(`SELECT text FROM spelling WHERE spelling MATCH ? AND length(text) <= ? LIMIT ${MOST}`).all(
				trigramsOf(part).map(quoteTerm).join(' AND '),
				longest,
			),
		)
	const isCommon = (term: string) =>
		sql(`SELECT rowid AS id FROM words WHERE words MATCH ? LIMIT ${SPELT_RIGHT}`).all(quoteTerm(term))
			.length === SPELT_RIGHT
	const lookUp = (term: string) => {
		const third = Math.max(3, Math.floor(term.length / 3))
		return bestSpellings(term, [
			...(term.length <= LONGEST_TRIED ? among(oneSlipFrom(term)) : []),
			...(term.length > 5 ? beginning(term.slice(0, Math.max(3, Math.floor(term.length / 2))), term) : []),
			...(term.length > 6 ? holding(term.slice(-Math.max(4, third + 1)), term.length + 2) : []),
			...(term.length >= 5 ? [...holding(term, 40), ...among(endsOf(term))] : []),
		])
	}
	// A question is searched for more than once: in its session, and everywhere.
	let found = new Map<string, readonly Spelling[]>()
	let newest: number | undefined
	return term => {
		if (term.length < LEAST_SPELT || !WORD.test(term)) return []
		const now = idOf(sql('SELECT max(id) AS id FROM term').get())
		if (now !== newest || found.size > MOST_REMEMBERED) found = new Map()
		newest = now
		const spellings = found.get(term) ?? (isCommon(term) ? [] : lookUp(term))
		found.set(term, spellings)
		return spellings
	}
}

/** A word that is in so many texts is no slip. */
const SPELT_RIGHT = 20
const MOST_REMEMBERED = 500
const WORD = /^\p{L}+$/u
const LONGEST_TRIED = 9
const MOST = 1_500

function trigramsOf(text: string): readonly string[] {
	const letters = [...text]
	return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))]
}

/** What a compound begins and ends with. */
function endsOf(term: string): readonly string[] {
	return Array.from({ length: Math.max(0, term.length - 5) }, (_, cut) => cut + 5).flatMap(length => [
		term.slice(0, length),
		term.slice(-length),
	])
}
