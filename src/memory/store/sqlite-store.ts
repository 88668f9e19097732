// Memory in one SQLite file: FTS5 proposes candidates, the ranking is shared with the store that scans.

import type {
	MemoryBatch,
	MemoryHit,
	MemoryMark,
	MemoryQuery,
	MemorySource,
	MemoryStore,
	Passage,
	PassageKind,
} from '../../core/memory.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { fuse } from '../ranking/fuse.ts'
import { withoutNearDuplicates } from '../ranking/near-duplicates.ts'
import { conceptsOf } from '../ranking/query.ts'
import { createRating, type Rated } from '../ranking/rank.ts'
import { createSynonyms } from '../ranking/synonyms.ts'
import { indexedForm } from '../text/words.ts'
import { candidateIds } from './candidates.ts'
import type { SqliteDatabase } from './sqlite.ts'
import { idOf, statements } from './statements.ts'
import { termCounts } from './term-counts.ts'
import { createCosine, outstanding, packVector } from './vectors.ts'

/** Each method does its work at once, in one transaction where it writes. */
export function createSqliteStore(database: SqliteDatabase, owner: AuthContext): MemoryStore {
	const synonyms = createSynonyms()
	const sql = statements(database)
	/** Once each: one that gives now these, now those would never be done. */
	const changed = new Set<string>()
	const ownerId = () =>
		idOf(sql('SELECT id FROM owner WHERE app = ? AND user = ?').get(owner.app, owner.user))

	function transaction(work: () => void): void {
		database.exec('BEGIN IMMEDIATE')
		try {
			work()
			database.exec('COMMIT')
		} catch (error) {
			database.exec('ROLLBACK')
			throw error
		}
	}

	/** Another model answers to the name: what the one before gave can be compared with nothing any more. */
	function dropOthers(embedder: string, bytes: number | undefined): void {
		const known = sql('SELECT length(bytes) AS id FROM vector WHERE embedder = ? LIMIT 1').get(embedder)
		if (bytes === undefined || known === undefined || idOf(known) === bytes || changed.has(embedder)) return
		changed.add(embedder)
		sql('DELETE FROM vector WHERE embedder = ? AND length(bytes) <> ?').run(embedder, bytes)
	}

	function madeOwner(): number {
		sql('INSERT OR IGNORE INTO owner (app, user) VALUES (?, ?)').run(owner.app, owner.user)
		return ownerId()!
	}

	function madeSource({ source, coveredBytes, stamp }: MemoryMark): {
		source: number
		project: number
		owner: number
	} {
		const by = madeOwner()
		sql('INSERT OR IGNORE INTO project (owner, root) VALUES (?, ?)').run(by, source.project)
		const project = idOf(sql('SELECT id FROM project WHERE owner = ? AND root = ?').get(by, source.project))!
		// Two processes may be at it at once, and the one that is behind must not take the mark back.
		sql(`INSERT INTO source (owner, project, kind, name, path, covered_bytes, stamp) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (owner, name) DO UPDATE SET covered_bytes = max(covered_bytes, excluded.covered_bytes),
			stamp = excluded.stamp, path = excluded.path
		`).run(by, project, source.kind, source.name, source.path, coveredBytes, stamp)
		return { source: sourceId(source.name)!, project, owner: by }
	}

	function sourceId(name: string): number | undefined {
		return idOf(sql('SELECT id FROM source WHERE owner = ? AND name = ?').get(ownerId() ?? 0, name))
	}

	function forget(name: string): void {
		const source = sourceId(name)
		if (source === undefined) return
		const its = 'SELECT id FROM passage WHERE source = ?'
		sql(`DELETE FROM words WHERE rowid IN (${its})`).run(source)
		sql(`DELETE FROM vector WHERE passage IN (${its})`).run(source)
		sql('DELETE FROM passage WHERE source = ?').run(source)
		sql('DELETE FROM source WHERE id = ?').run(source)
	}

	function writeBatch({ mark, passages, resets, undone }: MemoryBatch): void {
		if (resets) forget(mark.source.name)
		const ids = madeSource(mark)
		const scope = `#o${ids.owner} #p${ids.project} #s${ids.source}`
		const insert = sql(
			'INSERT OR IGNORE INTO passage (source, seq, part, kind, at, text) VALUES (?, ?, ?, ?, ?, ?)',
		)
		const index = sql('INSERT INTO words (rowid, terms) VALUES (?, ?)')
		for (const { seq, part, kind, at, text } of passages) {
			const { changes, lastInsertRowid } = insert.run(ids.source, seq, part, kind, at, text)
			if (changes === 1) index.run(lastInsertRowid, `${indexedForm(text)} ${scope}`)
		}
		if (undone.length > 0)
			sql('UPDATE passage SET undone = 0 WHERE source = ? AND undone = 1').run(ids.source)
		for (const { after, before } of undone)
			sql('UPDATE passage SET undone = 1 WHERE source = ? AND seq > ? AND seq < ?').run(
				ids.source,
				after,
				before,
			)
	}

	/** As an expression of the index; undefined where there is nothing to search in. */
	function scopeOf({
		project,
		source,
	}: MemoryQuery): { match: string; projects: readonly number[] } | undefined {
		const by = ownerId()
		if (by === undefined) return undefined
		const roots = project === undefined ? undefined : [project, '']
		const all = sql('SELECT id, root FROM project WHERE owner = ?').all(by) as { id: number; root: string }[]
		const projects = all.filter(({ root }) => roots?.includes(root) ?? true).map(({ id }) => id)
		const found = source === undefined ? undefined : sourceId(source)
		if (source !== undefined) return found === undefined ? undefined : { match: `"#s${found}"`, projects }
		if (projects.length === 0) return undefined
		const match = roots === undefined ? `"#o${by}"` : projects.map(id => `"#p${id}"`).join(' OR ')
		return { match: `(${match})`, projects }
	}

	function load(ids: readonly number[], withUndone: boolean): readonly PassageRow[] {
		const rows = ids.flatMap(id => {
			const row =
				sql(`SELECT passage.id, seq, part, passage.kind, at, undone, text, source.name, source.path, source.kind AS source_kind,
				project.root FROM passage JOIN source ON source.id = passage.source JOIN project ON project.id = source.project
				WHERE passage.id = ?`).get(id)
			// The columns are those of the statement above.
			return row ? [row as unknown as PassageRow] : []
		})
		return withUndone ? rows : rows.filter(row => row.undone === 0)
	}

	function search(query: MemoryQuery): readonly MemoryHit[] {
		const scope = scopeOf(query)
		const concepts = conceptsOf(query.text, synonyms)
		if (!scope) return []
		const counts = termCounts(concepts, scope.match, sql)
		const { rate, worth } = createRating(concepts, counts, query)
		const candidates = concepts.length === 0 ? [] : candidateIds(query, counts, worth, scope.match, sql)
		const rated: { row: PassageRow; rated: Rated }[] = load(candidates, query.withUndone)
			.map(row => ({ row, rated: rate(row) }))
			.filter(({ rated: { coverage } }) => coverage >= query.leastCoverage)
			.sort((a, b) => b.rated.score - a.rated.score || b.row.id - a.row.id)
		const byVector = query.vector ? alike(query, scope.projects) : []
		const rows = new Map(
			[...rated.map(({ row }) => row), ...load(byVector, query.withUndone)].map(row => [row.id, row]),
		)
		const order =
			query.vector === undefined
				? rated.map(({ row, rated: { score } }) => ({ id: row.id, score }))
				: fuse([rated.map(({ row }) => row.id), byVector.filter(id => rows.has(id))])
		const ratings = new Map(rated.map(each => [each.row.id, each.rated]))
		const found = order.map(({ id, score }) => {
			const row = rows.get(id)!
			return { row, score, text: row.text, rated: ratings.get(id) ?? rate(row) }
		})
		return withoutNearDuplicates(found, query.limit, each => each.rated.terms).map(each =>
			hitOf(each.row, each.score, each.rated.matches),
		)
	}

	function alike({ vector, source }: MemoryQuery, projects: readonly number[]): readonly number[] {
		if (!vector) return []
		const cosine = createCosine(vector.values)
		const only = source === undefined ? undefined : sourceId(source)
		const found: { id: number; cosine: number }[] = []
		for (const project of projects) {
			const rows = sql(`SELECT passage, bytes FROM vector WHERE embedder = ? AND project = ?
				ORDER BY passage DESC LIMIT ${MOST_COMPARED}`).iterate(vector.embedder, project)
			for (const row of rows) {
				// The columns are those of the statement above.
				const { passage, bytes } = row as unknown as { passage: number; bytes: Uint8Array }
				const value = cosine(bytes)
				if (value !== undefined) found.push({ id: passage, cosine: value })
			}
		}
		const ids = outstanding(found, MOST_ALIKE)
		if (only === undefined) return ids
		return ids.filter(id => idOf(sql('SELECT source AS id FROM passage WHERE id = ?').get(id)) === only)
	}

	return {
		async marks() {
			const rows = sql(`SELECT source.kind, name, path, root AS project, covered_bytes, stamp FROM source
				JOIN project ON project.id = source.project WHERE source.owner = ?`).all(ownerId() ?? 0)
			return rows.map(row => {
				// The columns are those of the statement above.
				const {
					covered_bytes: coveredBytes,
					stamp,
					...source
				} = row as unknown as MemorySource & {
					covered_bytes: number
					stamp: string
				}
				return { source, coveredBytes, stamp }
			})
		},
		write: async batches => transaction(() => batches.forEach(writeBatch)),
		async forget(name) {
			// Else the text would stay on the free pages of the file for anybody to read.
			database.exec('PRAGMA secure_delete = ON')
			try {
				transaction(() => forget(name))
			} finally {
				database.exec('PRAGMA secure_delete = OFF')
			}
		},
		async scour() {
			// The words of what is no longer there stay in the index until its parts are made one.
			database.exec("PRAGMA secure_delete = ON; INSERT INTO words (words) VALUES ('optimize')")
			// Other processes keep the log of changes from being emptied when this one closes.
			database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)')
		},
		search: async query => search(query),
		async unembedded(embedder, limit, below = Number.MAX_SAFE_INTEGER) {
			const rows = sql(`SELECT passage.id, text FROM passage JOIN source ON source.id = passage.source
				WHERE source.owner = ? AND passage.id < ? AND NOT EXISTS (
					SELECT 1 FROM vector WHERE vector.passage = passage.id AND vector.embedder = ?
				) ORDER BY passage.id DESC LIMIT ?`).all(ownerId() ?? 0, below, embedder, limit)
			return rows.map(({ id, text }) => ({ id: Number(id), text: String(text) }))
		},
		embed: async (embedder, vectors) =>
			transaction(() => {
				const insert = sql(`INSERT OR REPLACE INTO vector (embedder, project, passage, bytes)
					SELECT ?, source.project, passage.id, ? FROM passage JOIN source ON source.id = passage.source
					WHERE passage.id = ?`)
				const packed = vectors.map(({ id, values }) => ({ id, bytes: packVector(values) }))
				dropOthers(embedder, packed[0]?.bytes.length)
				for (const { id, bytes } of packed) insert.run(embedder, bytes, id)
			}),
		hasVectors: async (embedder, root) =>
			sql(`SELECT 1 AS id FROM vector WHERE embedder = ? AND project IN (
				SELECT id FROM project WHERE owner = ? AND root IN (?, '')) LIMIT 1`).get(
				embedder,
				ownerId() ?? 0,
				root,
			) !== undefined,
		async status() {
			const by = ownerId() ?? 0
			const count = (text: string) => idOf(sql(text).get(by)) ?? 0
			const vectors = sql('SELECT embedder, count(*) AS count FROM vector GROUP BY embedder').all()
			const pages = sql(
				'SELECT page_count * page_size AS id FROM pragma_page_count(), pragma_page_size()',
			).get()
			return {
				kind: 'sqlite',
				sources: count('SELECT count(*) AS id FROM source WHERE owner = ?'),
				passages: count(`SELECT count(*) AS id FROM passage JOIN source ON source.id = passage.source
					WHERE source.owner = ?`),
				vectors: vectors.map(({ embedder, count }) => ({ embedder: String(embedder), count: Number(count) })),
				sizeBytes: idOf(pages) ?? 0,
			}
		},
		close: async () => {
			if (database.isOpen) database.close()
		},
	}
}

const MOST_ALIKE = 50
/** The newest of a project; comparing one takes about a microsecond. */
const MOST_COMPARED = 20_000

type PassageRow = {
	id: number
	seq: number
	part: number
	kind: PassageKind
	at: number
	undone: number
	text: string
	name: string
	path: string
	source_kind: MemorySource['kind']
	root: string
}

function hitOf(row: PassageRow, score: number, matches: MemoryHit['matches']): MemoryHit {
	const { seq, part, kind, at, text, name, path, source_kind, root } = row
	const passage: Passage = { seq, part, kind, at, text }
	return { ...passage, source: { name, path, kind: source_kind, project: root }, score, matches }
}
