// SQLite as it comes with Node, where it does. Loaded when it is needed: most short runs never do.

import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AgentError, errorInfo } from '../../core/errors.ts'
import { loadSqlite } from '../../process/load-sqlite.ts'
import { prepareSchema } from './schema.ts'

export type SqliteDatabase = DatabaseSync

export type OpenedDatabase = {
	database: SqliteDatabase
	/** Why what was there could not be used and was replaced. */
	replaced: string | undefined
	/** False as soon as the file at the path is another one, or none. */
	isInPlace(): boolean
}

/** @returns undefined where this Node has no SQLite. @throws AgentError `config-invalid` where a folder is in its place */
export function openDatabase(path: string): OpenedDatabase | undefined {
	const sqlite = loadSqlite()
	if (!sqlite) return undefined
	try {
		return openConnection(sqlite, path, undefined)
	} catch (error) {
		if (!isDamage(error)) throw error
		removeDatabase(path)
		return openConnection(sqlite, path, errorInfo(error).message)
	}
}

/** @throws AgentError `storage-failed` */
export function removeDatabase(path: string): void {
	if (isFolder(path)) throw new AgentError('storage-failed', folderThere(path))
	try {
		for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
	} catch (error) {
		throw new AgentError('storage-failed', `${path} cannot be removed: ${errorInfo(error).message}`)
	}
}

/** The file is not, or no longer, an index we can read: making it anew is the only way out. */
export function isDamage(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	if ('code' in error && error.code === 'storage-failed') return true
	const code = primaryCode(error)
	return code === CORRUPT || code === NOT_A_DATABASE
}

/** Another process is writing. */
export function isBusy(error: unknown): boolean {
	return error instanceof Error && (primaryCode(error) === BUSY || primaryCode(error) === LOCKED)
}

/** The folder or its disk is not to be written to. */
export function isUnwritable(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	if ('code' in error && ['EACCES', 'EPERM', 'EROFS', 'config-invalid'].includes(String(error.code)))
		return true
	const code = primaryCode(error)
	return code === READ_ONLY || code === CANNOT_OPEN
}

const BUSY = 5
const LOCKED = 6
const READ_ONLY = 8
const CORRUPT = 11
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

function primaryCode(error: Error): number | undefined {
	return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

function openConnection(
	{ DatabaseSync: Connection }: typeof import('node:sqlite'),
	path: string,
	replaced: string | undefined,
): OpenedDatabase {
	if (isFolder(path)) throw new AgentError('config-invalid', folderThere(path))
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
	// SQLite would make it readable for all; its side files take the mode of this one.
	closeSync(openSync(path, 'a', 0o600))
	const database = new Connection(path)
	try {
		prepareSchema(database)
	} catch (error) {
		database.close()
		throw error
	}
	const inode = inodeOf(path)
	return { database, replaced, isInPlace: () => inodeOf(path) === inode }
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function folderThere(path: string): string {
	return `${path} is a folder; move it away`
}

function inodeOf(path: string): number | undefined {
	return statSync(path, { throwIfNoEntry: false })?.ino
}
