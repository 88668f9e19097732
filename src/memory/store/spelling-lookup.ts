// Spelling lookup: words of the index that are nearly written like one of a question, found by what most slips leave
// whole: its beginning, its end, all of it but one letter.

import type { Spellings } from '../ranking/query.ts'
import {
	bestSpellings,
	LEAST_SPELT,
	SPELT_RIGHT,
	type Spelling,
	type SpellingPlaces,
	spellingPlaces,
} from '../ranking/spelling.ts'
import { idOf, quoteTerm, type Sql } from './statements.ts'

export function createSpellings(sql: Sql): Spellings {
	const texts = (rows: readonly Record<string, unknown>[]) => rows.map(({ text }) => String(text))
	const among = (words: readonly string[]) =>
		texts(
			sql('SELECT text FROM term WHERE text IN (SELECT value FROM json_each(?))').all(JSON.stringify(words)),
		)
	const beginning = ({ start, least, most }: NonNullable<SpellingPlaces['beginning']>) =>
		texts(
			sql(
				`SELECT text FROM term WHERE text >= ? AND text < ? AND length(text) BETWEEN ? AND ? LIMIT ${MOST}`,
			).all(start, `${start}\u{10ffff}`, least, most),
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
		const places = spellingPlaces(term)
		if (!places) return []
		const { words, beginning: of, holding: parts } = places
		return bestSpellings(term, [
			...among(words),
			...(of ? beginning(of) : []),
			...parts.flatMap(({ part, most }) => holding(part, most)),
		])
	}
	// A question is searched for more than once: in its session, and everywhere.
	let found = new Map<string, readonly Spelling[]>()
	let newest: number | undefined
	return term => {
		const now = idOf(sql('SELECT max(id) AS id FROM term').get())
		if (now !== newest || found.size > MOST_REMEMBERED) found = new Map()
		newest = now
		const spellings = found.get(term) ?? (term.length < LEAST_SPELT || isCommon(term) ? [] : lookUp(term))
		found.set(term, spellings)
		return spellings
	}
}

const MOST_REMEMBERED = 500
const MOST = 1_500

function trigramsOf(text: string): readonly string[] {
	const letters = [...text]
	return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))]
}
