// Memory in one SQLite file: FTS5 proposes candidates, the ranking is shared with the store that scans.

import type {
	MemoryBatch,
	MemoryFindings,
	MemoryMark,
	MemoryQuery,
	MemorySource,
	MemoryStore,
	Passage,
} from '../../core/memory.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { createSynonyms } from '../ranking/synonyms.ts'
import { createTranslations } from '../ranking/translations.ts'
import { EMBEDDED, worthCondition } from '../worth-embedding.ts'
import { createContentWriter } from './contents.ts'
import { createSpellings } from './spelling-lookup.ts'
import type { SqliteDatabase } from './sqlite.ts'
import { searchSqlite } from './sqlite-search.ts'
import { createVectorRows } from './sqlite-vectors.ts'
import { idOf, statements } from './statements.ts'

/** Each method that writes does its work at once, in one transaction; a search lets others in between. */
export function createSqliteStore(database: SqliteDatabase, owner: AuthContext): MemoryStore {
	const synonyms = createSynonyms()
	const translations = createTranslations()
	const sql = statements(database)
	const spellings = createSpellings(sql)
	const contents = createContentWriter(sql)
	const ownerId = () =>
		idOf(sql('SELECT id FROM owner WHERE app = ? AND user = ?').get(owner.app, owner.user))

	function transaction(work: () => void): void {
		database.exec('BEGIN IMMEDIATE')
		try {
			work()
			database.exec('COMMIT')
		} catch (error) {
			database.exec('ROLLBACK')
			contents.rolledBack()
			throw error
		}
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
		const known = idOf(sql('SELECT id FROM project WHERE owner = ? AND root = ?').get(by, source.project))
		const project =
			known ??
			Number(sql('INSERT INTO project (owner, root) VALUES (?, ?)').run(by, source.project).lastInsertRowid)
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
		contents.forget(source)
		sql('DELETE FROM source WHERE id = ?').run(source)
	}

	function writeBatch({ mark, passages, resets, undone }: MemoryBatch): void {
		if (resets) forget(mark.source.name)
		const ids = madeSource(mark)
		contents.write(ids, passages)
		if (undone.length > 0)
			sql('UPDATE passage SET undone = 0 WHERE source = ? AND undone = 1').run(ids.source)
		for (const { after, before } of undone)
			sql('UPDATE passage SET undone = 1 WHERE source = ? AND seq > ? AND seq < ?').run(
				ids.source,
				after,
				before,
			)
	}

	const vectors = createVectorRows({ sql, ownerId: () => ownerId() ?? 0, transaction })

	async function findings(query: MemoryQuery): Promise<MemoryFindings> {
		const by = ownerId()
		if (by === undefined) return { hits: [], missed: [] }
		return searchSqlite(query, {
			owner: by,
			sql,
			synonyms,
			spellings,
			translations,
			isOpen: () => database.isOpen,
		})
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
			transaction(() => contents.forgetLost())
			database.exec("INSERT INTO spelling (spelling) VALUES ('optimize')")
			// Other processes keep the log of changes from being emptied when this one closes.
			database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)')
		},
		search: async query => (await findings(query)).hits,
		explain: findings,
		async renameProject(from, to) {
			const by = ownerId() ?? 0
			if (!sql('SELECT 1 AS id FROM project WHERE owner = ? AND root = ?').get(by, from)) return
			sql('UPDATE project SET root = ? WHERE owner = ? AND root = ?').run(to, by, from)
		},
		async promptsAfter(source, after, limit) {
			const rows =
				sql(`SELECT seq, part, passage.kind, at, text FROM passage JOIN content ON content.id = content
				WHERE source = ? AND seq > ? AND kind = 'prompt' AND undone = 0 ORDER BY seq, part LIMIT ?`).all(
					sourceId(source) ?? 0,
					after,
					limit,
				)
			// The columns are those of the statement above.
			return rows as unknown as readonly Passage[]
		},
		...vectors,
		async status() {
			const by = ownerId() ?? 0
			const count = (text: string) => idOf(sql(text).get(by)) ?? 0
			const embedded = sql(
				'SELECT embedder, count(DISTINCT content) AS count FROM vector GROUP BY embedder',
			).all()
			const pages = sql(
				'SELECT page_count * page_size AS id FROM pragma_page_count(), pragma_page_size()',
			).get()
			return {
				kind: 'sqlite',
				sources: count('SELECT count(*) AS id FROM source WHERE owner = ?'),
				passages: count('SELECT count(*) AS id FROM content WHERE owner = ?'),
				occurrences: count(`SELECT count(*) AS id FROM passage JOIN source ON source.id = passage.source
					WHERE source.owner = ?`),
				vectors: embedded.map(({ embedder, count }) => ({
					embedder: String(embedder),
					count: Number(count),
				})),
				worthEmbedding:
					count(`SELECT count(*) AS id FROM content WHERE owner = ? AND EXISTS (SELECT 1 FROM passage
					WHERE passage.content = content.id AND (${EMBEDDED.map(of => `(${worthCondition(of)})`).join(' OR ')}))`),
				sizeBytes: idOf(pages) ?? 0,
			}
		},
		close: async () => {
			if (database.isOpen) database.close()
		},
	}
}
