// The restore journal: what a rewind does for the time that it lasts, written down before it begins, so that the process
// that comes after one that was killed can clear it away. Files that are not whole yet have names that tell them, and
// folders that nobody may write in let us in.

import { lstatSync } from 'node:fs'
import { chmod, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { onDisk } from '../../core/text/byte-names.ts'
import { writeByRename } from './contents.ts'
import { isMissing } from './disk-errors.ts'
import type { RestoreStep } from './steps.ts'
import { leadsStraight } from './straight-path.ts'

export type Restoration = {
	temporaryName: string
	/** What is put back. */
	paths: readonly string[]
	closed: ClosedFolders
}

/** @param temporaryName - what files are called until they are whole, followed by a number */
export function restorationOf(steps: readonly RestoreStep[], temporaryName: string): Restoration {
	return {
		temporaryName,
		paths: [...steps.map(({ path }) => path), ...foldersMade(steps)],
		closed: closedFolders(steps),
	}
}

/** What is in no step, because somebody else took it away, and is made again for the sake of what is put back in it. */
function foldersMade(steps: readonly RestoreStep[]): readonly string[] {
	const known = new Set(steps.map(({ path }) => path))
	const made: string[] = []
	for (const { path, to } of steps) {
		if (!to) continue
		for (let folder = dirname(path); !known.has(folder) && !isThere(folder); folder = dirname(folder)) {
			known.add(folder)
			made.push(folder)
		}
	}
	return made
}

function isThere(path: string): boolean {
	try {
		return lstatSync(onDisk(path), { throwIfNoEntry: false }) !== undefined
	} catch {
		return true
	}
}

export async function writeJournal(path: string, restoration: Restoration): Promise<void> {
	await writeByRename(path, Buffer.from(JSON.stringify(restoration)))
}

/** What a restoration has left to be done: paths whose state is to be noted, folders to be closed again. */
export type Unfinished = { paths: readonly string[]; closed: ClosedFolders }

export const FINISHED: Unfinished = { paths: [], closed: [] }

/**
 * Takes away what is half done. The journal itself stays, until it has been noted what was put back.
 * @returns what a process was putting back that died over it; nothing when none did
 */
export async function clearUp(path: string): Promise<Unfinished> {
	let text: string
	try {
		text = await readFile(path, 'utf8')
	} catch (error) {
		if (isMissing(error)) return FINISHED
		throw error
	}
	const notes = parseJson(text)
	if (!isObject(notes) || typeof notes.temporaryName !== 'string') return FINISHED
	const paths = Array.isArray(notes.paths) ? notes.paths.filter(each => typeof each === 'string') : []
	for (const folder of new Set(paths.map(each => dirname(each))))
		await removeTemporaries(folder, notes.temporaryName)
	return { paths, closed: Array.isArray(notes.closed) ? notes.closed.flatMap(closedFolder) : [] }
}

export async function removeJournal(path: string): Promise<void> {
	await rm(path, { force: true })
}

async function removeTemporaries(folder: string, temporaryName: string): Promise<void> {
	if (!leadsStraight(join(folder, temporaryName))) return
	const names = await readdir(onDisk(folder)).catch((): string[] => [])
	for (const name of names)
		if (name.startsWith(temporaryName) && name.endsWith('.tmp'))
			await rm(onDisk(join(folder, name)), { force: true })
}

function closedFolder(value: unknown): ClosedFolders {
	if (!Array.isArray(value)) return []
	const [path, mode]: unknown[] = value
	return typeof path === 'string' && typeof mode === 'number' ? [[path, mode]] : []
}

/** Absolute path → its mode. */
export type ClosedFolders = readonly (readonly [path: string, mode: number])[]

export type FolderAccess = {
	/** Lets us write in a folder, if it is one of those. */
	open(folder: string): Promise<void>
}

/** The folders that steps have to be done in and that do not let their owner in, but for those that get their bits anyway. */
export function closedFolders(steps: readonly RestoreStep[]): ClosedFolders {
	const own = new Set(steps.flatMap(({ path, to }) => (to ? [path] : [])))
	const closed = new Map<string, number>()
	for (const folder of new Set(steps.map(({ path }) => dirname(path)))) {
		if (own.has(folder)) continue
		const mode = modeOf(folder)
		if (mode !== undefined && (mode & 0o700) !== 0o700) closed.set(folder, mode)
	}
	return [...closed]
}

export function createFolderAccess(closed: ClosedFolders): FolderAccess {
	const modes = new Map(closed)
	const opened = new Set<string>()
	return {
		async open(folder) {
			const mode = modes.get(folder)
			if (mode === undefined || opened.has(folder) || !leadsStraight(`${folder}/.`)) return
			opened.add(folder)
			await chmod(onDisk(folder), mode | 0o700)
		},
	}
}

/**
 * Whether or not they were opened, each has its own bits again. One that was changed to something else meanwhile is
 * left so.
 * @throws when one of them cannot be closed; the others are
 */
export async function closeFolders(closed: ClosedFolders): Promise<void> {
	let failed: unknown
	for (const [folder, mode] of closed) {
		try {
			if (modeOf(folder) === (mode | 0o700)) await chmod(onDisk(folder), mode)
		} catch (error) {
			failed ??= new Error(`${folder} could not be closed again: ${messageOf(error)}`, { cause: error })
		}
	}
	if (failed !== undefined) throw failed
}

/** @throws when it cannot be looked at */
function modeOf(folder: string): number | undefined {
	if (!leadsStraight(`${folder}/.`)) return undefined
	const stats = lstatSync(onDisk(folder), { throwIfNoEntry: false })
	return stats?.isDirectory() ? stats.mode & 0o7777 : undefined
}
