// A search in the SQLite index: candidates from each list, loaded with the places where they stand, then chosen among.

import { setImmediate as turn } from 'node:timers/promises'
import type { MemoryFindings, MemoryQuery, MemorySource, Occurrence, PassageKind } from '../../core/memory.ts'
import { type Alike, type Candidate, choose } from '../ranking/choose.ts'
import { type Concept, conceptsOf, type Spellings, termsAsked } from '../ranking/query.ts'
import { createRating } from '../ranking/rank.ts'
import type { Spelling } from '../ranking/spelling.ts'
import type { Synonyms } from '../ranking/synonyms.ts'
import type { Translations } from '../ranking/translations.ts'
import { type CandidateLists, candidateIds } from './candidates.ts'
import { isVocabulary } from './contents.ts'
import { occurrencesInScope } from './occurrences.ts'
import { type GoesOn, idOf, type Sql } from './statements.ts'
import { termCounts } from './term-counts.ts'
import { createCosines, outstanding } from './vectors.ts'

export async function searchSqlite(
	query: MemoryQuery,
	searched: {
		owner: number
		sql: Sql
		synonyms: Synonyms
		spellings: Spellings
		translations: Translations
		/** False once nothing can be asked any more. */
		isOpen(): boolean
	},
): Promise<MemoryFindings> {
	const { owner, sql, synonyms, spellings, translations } = searched
	const goesOn = createSlices(searched.isOpen)
	const scope = scopeOf(query, owner, sql)
	if (!scope) return NOTHING
	const isSpelt = query.words !== 'all'
	// Each is looked up here, where others are let in between, and remembered.
	for (const term of isSpelt ? termsAsked(query.text) : []) {
		if (!(await goesOn())) return NOTHING
		spellings(term)
	}
	const concepts = isSpelt
		? withKnown(conceptsOf(query.text, synonyms, spellings, translations), sql)
		: conceptsOf(query.text, synonyms, () => [])
	const counts = await termCounts(concepts, scope.match, sql, goesOn)
	if (!counts) return NOTHING
	const { worth, ...rating } = createRating(concepts, counts, query)
	const asked = { concepts, counts, worth }
	const ids =
		concepts.length === 0
			? NO_CANDIDATES
			: await candidateIds(query, asked, { scope: scope.match, sql, goesOn })
	if (!ids) return NOTHING
	const loaded = new Map<number, Candidate | undefined>()
	const near = alike(query, scope, sql)
	for (const id of new Set([...near.map(each => each.id), ...ids.words, ...ids.trigrams])) {
		if (!(await goesOn())) return NOTHING
		loaded.set(id, candidateOf(id, query, scope.own, sql))
	}
	const vectors = near.flatMap(({ id, ...likeness }) => {
		const candidate = loaded.get(id)
		return candidate ? [{ ...candidate, ...likeness }] : []
	})
	const all = (list: readonly number[]) => list.flatMap(id => loaded.get(id) ?? [])
	return choose(
		{ words: all(ids.words), trigrams: all(ids.trigrams), vectors },
		{ ...rating, query, pause: goesOn },
	)
}

/** Without the words that stand nowhere: of a translation most do, and looking each up in the index costs far more. */
function withKnown(concepts: readonly Concept[], sql: Sql): readonly Concept[] {
	const isSought = ({ term, isTranslated }: Spelling) => isTranslated === true && isVocabulary(term)
	const words = concepts.flatMap(({ spellings }) => spellings.filter(isSought).map(({ term }) => term))
	if (words.length === 0) return concepts
	const rows = sql('SELECT text FROM term WHERE text IN (SELECT value FROM json_each(?))').all(
		JSON.stringify([...new Set(words)]),
	)
	const found = new Set(rows.map(({ text }) => String(text)))
	return concepts.map(concept => {
		const known = concept.spellings.filter(each => !isSought(each) || found.has(each.term))
		return { ...concept, spellings: known.slice(0, MOST_SPELT) }
	})
}

/** Of a word: each takes the index a third of a millisecond. */
const MOST_SPELT = 14

const NOTHING: MemoryFindings = { hits: [], missed: [] }
const NO_CANDIDATES: CandidateLists = { words: [], trigrams: [] }

/** Lets go of the event loop every few milliseconds: a key press does not wait. */
function createSlices(isOpen: () => boolean): GoesOn {
	let until = performance.now() + SLICE_MS
	return async () => {
		if (performance.now() < until) return true
		await turn()
		until = performance.now() + SLICE_MS
		return isOpen()
	}
}

const SLICE_MS = 2

type SearchScope = {
	/** As an expression of the index. It may hold more than the scope: what is not in it is seen when it is loaded. */
	match: string
	projects: readonly number[]
	/** The sources that count however many others a text stands in. */
	own: readonly number[]
}

/** @returns undefined where there is nothing to search in */
function scopeOf(
	{ project, source, own = [] }: MemoryQuery,
	owner: number,
	sql: Sql,
): SearchScope | undefined {
	const sourceId = (name: string) =>
		idOf(sql('SELECT id FROM source WHERE owner = ? AND name = ?').get(owner, name))
	const all = sql('SELECT id, root FROM project WHERE owner = ?').all(owner) as { id: number; root: string }[]
	const inScope = all.filter(({ root }) => project === undefined || root === project || root === '')
	if (source !== undefined) {
		const found = sourceId(source)
		return found === undefined
			? undefined
			: { match: `("#s${found}" OR "#many")`, projects: all.map(({ id }) => id), own: [found] }
	}
	const mine = own.flatMap(({ name }) => sourceId(name) ?? [])
	if (inScope.length === 0 && mine.length === 0) return undefined
	const places = [...inScope.map(({ id }) => `"#p${id}"`), ...mine.map(id => `"#s${id}"`), '"#many"']
	const ofMine = mine.flatMap(id => idOf(sql('SELECT project AS id FROM source WHERE id = ?').get(id)) ?? [])
	return {
		match: project === undefined ? `"#o${owner}"` : `(${places.join(' OR ')})`,
		projects: [...new Set([...inScope.map(({ id }) => id), ...ofMine])],
		own: mine,
	}
}

function candidateOf(
	id: number,
	query: MemoryQuery,
	own: readonly number[],
	sql: Sql,
): Candidate | undefined {
	const text = sql('SELECT text FROM content WHERE id = ?').get(id)?.text
	if (typeof text !== 'string') return undefined
	const newest = sql(`${PLACES} WHERE content = ? ORDER BY at DESC LIMIT ${MOST_PLACES}`).all(id)
	const isCut = newest.length === MOST_PLACES
	const mine = isCut
		? own.flatMap(source =>
				sql(`${PLACES} WHERE content = ? AND passage.source = ? LIMIT ${MOST_PLACES}`).all(id, source),
			)
		: []
	// The columns are those of the statement.
	const rows = [...mine, ...newest] as unknown as readonly PlaceRow[]
	const occurrences = occurrencesInScope(rows.map(occurrenceOf), query)
	return occurrences.length === 0 ? undefined : { id, text, occurrences }
}

const MOST_PLACES = 50

const PLACES = `SELECT seq, part, passage.kind, at, undone, source.name, source.path, source.kind AS source_kind,
	project.root, file.path AS file_path, sha256, first_line, last_line FROM passage JOIN source ON source.id = passage.source
	JOIN project ON project.id = source.project LEFT JOIN file ON file.id = passage.file`

type PlaceRow = {
	seq: number
	part: number
	kind: PassageKind
	at: number
	undone: number
	name: string
	path: string
	source_kind: MemorySource['kind']
	root: string
	file_path: string | null
	sha256: string | null
	first_line: number | null
	last_line: number | null
}

function occurrenceOf(row: PlaceRow): Occurrence {
	const { seq, part, kind, at, undone, name, path, source_kind, root, file_path, sha256 } = row
	const source = { name, path, kind: source_kind, project: root }
	const occurrence = { seq, part, kind, at, source, isUndone: undone === 1 }
	if (file_path === null) return occurrence
	const lines = { firstLine: row.first_line ?? 1, lastLine: row.last_line ?? 1 }
	return { ...occurrence, file: { path: file_path, ...lines, ...(sha256 && { sha256 }) } }
}

function alike({ vector }: MemoryQuery, { projects }: SearchScope, sql: Sql): readonly Alike[] {
	if (!vector) return []
	const cosinesOf = createCosines(vector.values)
	const found = new Map<number, readonly number[]>()
	for (const project of projects) {
		let left = MOST_COMPARED
		const rows = sql(`SELECT content, bytes FROM vector WHERE embedder = ? AND project = ?
			ORDER BY content DESC LIMIT ${MOST_COMPARED}`).iterate(vector.embedder, project)
		for (const row of rows) {
			// The columns are those of the statement above.
			const { content, bytes } = row as unknown as { content: number; bytes: Uint8Array }
			const cosines = found.has(content) ? undefined : cosinesOf(bytes)
			if (!cosines) continue
			found.set(content, cosines)
			left -= cosines.length
			if (left <= 0) break
		}
	}
	return outstanding(
		[...found].map(([id, cosines]) => ({ id, cosines })),
		MOST_ALIKE,
	)
}

const MOST_ALIKE = 50
/** Vectors of the newest of a project; comparing one takes about a microsecond. */
const MOST_COMPARED = 20_000
