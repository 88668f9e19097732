// Sign of life: a lock of the kernel on an empty file, which a process holds for as long as it has a lock of ours. The kernel
// lets go of it once that process is gone, however it ended and in whichever container it was, and not before. It costs
// neither a timer nor a write. Node takes such locks by way of SQLite alone.

import { closeSync, existsSync, openSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { loadSqlite } from './load-sqlite.ts'

export type LifeSign = {
	/** Which mounted file system the file is in: through another mount its locks may not be seen. */
	device: string
	end(): Promise<void>
}

/** @returns nothing where there are no such locks; then nobody learns from it that we are gone */
export async function showLife(folder: string, name: string): Promise<LifeSign | undefined> {
	const sqlite = loadSqlite()
	if (!sqlite) return undefined
	const path = join(folder, name)
	let database: DatabaseSync | undefined
	try {
		closeSync(openSync(path, 'wx', 0o600))
		const opened = new sqlite.DatabaseSync(path)
		database = opened
		opened.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
		return {
			device: await deviceOf(path),
			async end() {
				// By one of several that hold it; once is enough.
				if (database) opened.close()
				database = undefined
				await rm(path, { force: true })
			},
		}
	} catch {
		database?.close()
		await rm(path, { force: true }).catch(() => undefined)
		return undefined
	}
}

/**
 * @param device - that of the sign, as its owner saw it
 * @returns `ended` where nobody has the lock any more; whether this kernel would know, the caller has to
 */
export async function lifeAt(
	folder: string,
	name: string,
	device: string,
): Promise<'shown' | 'ended' | 'unknown'> {
	const path = join(folder, name)
	const sqlite = loadSqlite()
	if (!sqlite || device === '' || !existsSync(path)) return 'unknown'
	let database: DatabaseSync | undefined
	try {
		database = new sqlite.DatabaseSync(path, { readOnly: true })
		database.exec('SELECT count(*) FROM sqlite_schema')
		return (await deviceOf(path)) === device ? 'ended' : 'unknown'
	} catch (error) {
		return isBusy(error) ? 'shown' : 'unknown'
	} finally {
		database?.close()
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === BUSY
}

const BUSY = 5

async function deviceOf(path: string): Promise<string> {
	return String((await stat(path, { bigint: true })).dev)
}
