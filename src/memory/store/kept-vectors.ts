// The vector backup, for while the index is made anew: vectors were paid for, so what is embedded already is not sent
// a second time. Kept in a file of their own by the digest of what they are of, so that no word of it stays there.

import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync } from 'node:fs'
import { openDatabase, type SqliteDatabase } from './sqlite.ts'

export function vectorBackupFile(index: string): string {
	return `${index}.vectors`
}

/** The file is there afterwards, whether or not there was anything to keep. */
export function backUpVectors(index: string): void {
	// Only read here, so whoever writes the index meanwhile is not in the way.
	withBoth(index, 'BEGIN', database => {
		const insert = database.prepare(
			'INSERT OR IGNORE INTO kept.vector (embedder, digest, bytes) VALUES (?, ?, ?)',
		)
		const rows = database
			.prepare('SELECT embedder, text, bytes FROM vector JOIN content ON content.id = vector.content')
			.iterate()
		for (const row of rows) {
			// The columns are those of the statement above.
			const { embedder, text, bytes } = row as { embedder: string; text: string; bytes: Uint8Array }
			insert.run(embedder, digestOf(text), bytes)
		}
	})
}

/** Gives the passages of the new index what the old one had of them, and throws the rest away. */
export function restoreVectors(index: string): void {
	const isDone = withBoth(index, 'BEGIN IMMEDIATE', database => {
		const embedders = database.prepare('SELECT DISTINCT embedder AS name FROM kept.vector').all()
		if (embedders.length === 0) return
		const find = database.prepare('SELECT bytes FROM kept.vector WHERE embedder = ? AND digest = ?')
		const insert = database.prepare(
			'INSERT OR IGNORE INTO vector (embedder, project, content, bytes) VALUES (?, ?, ?, ?)',
		)
		const rows = database
			.prepare(`SELECT DISTINCT content.id, text, project FROM passage JOIN content ON content.id = passage.content
				JOIN source ON source.id = passage.source`)
			.iterate()
		for (const row of rows) {
			// The columns are those of the statement above.
			const { id, text, project } = row as { id: number; text: string; project: number }
			const digest = digestOf(text)
			for (const { name } of embedders) {
				const found = find.get(name!, digest)
				if (found) insert.run(name!, project, id, found.bytes!)
			}
		}
	})
	if (isDone) removeVectorBackup(index)
}

/** @returns whether anything could be done: false where this Node has no SQLite */
function withBoth(
	index: string,
	begin: 'BEGIN' | 'BEGIN IMMEDIATE',
	work: (database: SqliteDatabase) => void,
): boolean {
	const opened = openDatabase(index)
	if (!opened) return false
	const { database } = opened
	try {
		attach(database, index)
		database.exec(begin)
		work(database)
		database.exec('COMMIT')
		return true
	} finally {
		database.close()
	}
}

export function removeVectorBackup(index: string): void {
	for (const ending of ['', '-journal']) rmSync(`${vectorBackupFile(index)}${ending}`, { force: true })
}

function attach(database: SqliteDatabase, index: string): void {
	const path = vectorBackupFile(index)
	// SQLite would make it readable for all.
	closeSync(openSync(path, 'a', 0o600))
	database.prepare('ATTACH ? AS kept').run(path)
	database.exec(`CREATE TABLE IF NOT EXISTS kept.vector (
		embedder TEXT NOT NULL, digest BLOB NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (embedder, digest)
	) WITHOUT ROWID`)
}

function digestOf(text: string): Uint8Array {
	return createHash('sha256').update(text).digest()
}
