// Writing into the index: a text once, by its hash, each place where it stands, and its words for the scopes it is in.

import { createHash } from 'node:crypto'
import type { Passage } from '../../core/memory.ts'
import { wordsOf } from '../text/words.ts'
import { idOf, PROMPT_MARK, type Sql } from './statements.ts'

export type WriterIds = { source: number; project: number; owner: number }

export type ContentWriter = {
	write(ids: WriterIds, passages: readonly Passage[]): void
	/** Takes a source's places away, and texts that stand nowhere any more. */
	forget(source: number): void
	/** Takes away the words and the files that no text has any more. */
	forgetLost(): void
	/** What was written last is not there after all. */
	rolledBack(): void
}

export function createContentWriter(sql: Sql): ContentWriter {
	/** Words that are in the table of words for certain. */
	const known = new Set<string>()

	function contentOf(owner: number, text: string): { id: number; isNew: boolean } {
		const hash = hashOf(text)
		const { changes, lastInsertRowid } = sql(
			'INSERT OR IGNORE INTO content (owner, hash, text) VALUES (?, ?, ?)',
		).run(owner, hash, text)
		if (changes === 1) return { id: Number(lastInsertRowid), isNew: true }
		return {
			id: idOf(sql('SELECT id FROM content WHERE owner = ? AND hash = ?').get(owner, hash))!,
			isNew: false,
		}
	}

	function fileOf({ file }: Passage): number | null {
		if (!file) return null
		const sha256 = file.sha256 ?? ''
		sql('INSERT OR IGNORE INTO file (path, sha256) VALUES (?, ?)').run(file.path, sha256)
		return idOf(sql('SELECT id FROM file WHERE path = ? AND sha256 = ?').get(file.path, sha256))!
	}

	const isFound = (statement: string, ...values: readonly number[]) =>
		sql(statement).get(...values) !== undefined

	function sourcesOf(content: number): readonly Record<string, unknown>[] {
		return sql(`SELECT DISTINCT source, project FROM passage JOIN source ON source.id = passage.source
			WHERE content = ? LIMIT ${MANY + 2}`).all(content)
	}

	function indexWords(
		content: number,
		owner: number,
		{ terms, places }: { terms: readonly string[]; places: readonly Record<string, unknown>[] },
	): void {
		const scopes =
			places.length > MANY
				? ['#many']
				: new Set(places.flatMap(({ source, project }) => [`#s${source}`, `#p${project}`]))
		sql('INSERT OR REPLACE INTO words (rowid, terms) VALUES (?, ?)').run(
			content,
			[...terms, `#o${owner}`, ...scopes].join(' '),
		)
	}

	function learn(terms: readonly string[]): void {
		for (const term of terms) {
			if (known.has(term) || !isVocabulary(term)) continue
			if (known.size >= KNOWN_TERMS) known.clear()
			known.add(term)
			const { changes, lastInsertRowid } = sql('INSERT OR IGNORE INTO term (text) VALUES (?)').run(term)
			if (changes === 1) sql('INSERT INTO spelling (rowid, text) VALUES (?, ?)').run(lastInsertRowid, term)
		}
	}

	return {
		write({ source, project, owner }, passages) {
			for (const passage of passages) {
				const { seq, part, kind, at, text, file } = passage
				const isThere = sql('SELECT 1 AS id FROM passage WHERE source = ? AND seq = ? AND part = ?')
				if (isThere.get(source, seq, part)) continue
				const { id, isNew } = contentOf(owner, text)
				const isHere = !isNew && isFound(IN_SOURCE, id, source)
				const wasTyped = !isNew && isFound(TYPED, id)
				sql(`INSERT INTO passage (source, seq, part, content, kind, at, file, first_line, last_line)
					VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
					source,
					seq,
					part,
					id,
					kind,
					at,
					fileOf(passage),
					file?.firstLine ?? null,
					file?.lastLine ?? null,
				)
				const isTyped = wasTyped || kind === 'prompt'
				const isMarked = isTyped === wasTyped && !isNew
				if (isHere && isMarked) continue
				// What was paid for in one project serves the other.
				if (!isNew)
					sql(`INSERT OR IGNORE INTO vector (embedder, project, content, bytes)
						SELECT embedder, ?, content, bytes FROM vector WHERE content = ?`).run(project, id)
				const places = sourcesOf(id)
				// Without this one there were many already.
				if (isMarked && places.length > MANY + 1) continue
				const terms = [...new Set(wordsOf(text).flatMap(word => word.terms))]
				// What stands in one more source is found there, too.
				indexWords(id, owner, { terms: isTyped ? [...terms, PROMPT_MARK] : terms, places })
				if (isNew) learn(terms)
			}
		},
		forget(source) {
			const contents = sql('SELECT DISTINCT content AS id FROM passage WHERE source = ?').all(source)
			sql('DELETE FROM passage WHERE source = ?').run(source)
			const isLeft = sql('SELECT 1 AS id FROM passage WHERE content = ? LIMIT 1')
			for (const row of contents) {
				const id = idOf(row)!
				if (isLeft.get(id)) continue
				sql('DELETE FROM words WHERE rowid = ?').run(id)
				sql('DELETE FROM vector WHERE content = ?').run(id)
				sql('DELETE FROM content WHERE id = ?').run(id)
			}
		},
		forgetLost() {
			sql("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'row')").run()
			const lost = sql('SELECT id, text FROM term WHERE text NOT IN (SELECT term FROM temp.vocabulary)').all()
			for (const { id, text } of lost) {
				sql("INSERT INTO spelling (spelling, rowid, text) VALUES ('delete', ?, ?)").run(id!, text!)
				sql('DELETE FROM term WHERE id = ?').run(id!)
			}
			sql('DELETE FROM file WHERE id NOT IN (SELECT file FROM passage WHERE file IS NOT NULL)').run()
			known.clear()
		},
		rolledBack: () => known.clear(),
	}
}

/** Sources from which on a text is looked for in all scopes alike; which it is in is seen when it is loaded. */
const MANY = 32
const KNOWN_TERMS = 20_000

// Some texts stand in ten thousand places: each of these has an index of its own.
const IN_SOURCE = 'SELECT 1 AS id FROM passage WHERE content = ? AND source = ? LIMIT 1'
const TYPED = "SELECT 1 AS id FROM passage WHERE content = ? AND kind = 'prompt' LIMIT 1"

/** A word that somebody could spell otherwise; numbers and digests are what they are. All of these are in the table of terms. */
export function isVocabulary(term: string): boolean {
	return SPELT.test(term)
}

const SPELT = /^\p{L}[\p{L}\p{M}]{2,39}$/u

/** Half of a digest tells any number of texts apart. */
function hashOf(text: string): Uint8Array {
	return createHash('sha256').update(text).digest().subarray(0, 16)
}
