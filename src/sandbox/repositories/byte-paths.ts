// The file system by paths that need not be text: on Linux a name is bytes, and one that is not UTF-8 would be looked
// up as another. A byte path is a string in which each character stands for one byte.

import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	renameSync,
	type Stats,
	statSync,
} from 'node:fs'
import { dirname } from 'node:path'

export function byteString(path: string): string {
	return Buffer.from(path).toString('latin1')
}

/** For people; bytes that are no text are shown as such. */
export function textString(bytePath: string): string {
	return toBytes(bytePath).toString()
}

function toBytes(bytePath: string): Buffer {
	return Buffer.from(bytePath, 'latin1')
}

export function statAt(path: string, { follows }: { follows: boolean }): Stats | undefined {
	try {
		return (follows ? statSync : lstatSync)(toBytes(path), { throwIfNoEntry: false })
	} catch {
		// Something on the way is no folder, or closed to us.
		return undefined
	}
}

export function realPathAt(path: string): string | undefined {
	try {
		return realpathSync.native(toBytes(path), 'latin1')
	} catch {
		return undefined
	}
}

export function namesAt(folder: string): readonly { name: string; isFolder: boolean }[] {
	try {
		// The types know no other encodings than UTF-8 for entries with their kind.
		const entries = readdirSync(toBytes(folder), { withFileTypes: true, encoding: 'buffer' })
		return entries.map(entry => ({ name: entry.name.toString('latin1'), isFolder: entry.isDirectory() }))
	} catch {
		return []
	}
}

/** Of a plain file: a pipe in its place would be waited for, and a command may have put one there. */
export function bytesAt(path: string): Buffer | undefined {
	let file: number | undefined
	try {
		file = openSync(toBytes(path), constants.O_RDONLY | constants.O_NONBLOCK)
		return fstatSync(file).isFile() ? readFileSync(file) : undefined
	} catch {
		return undefined
	} finally {
		if (file !== undefined) closeSync(file)
	}
}

/**
 * In the folder itself, whatever its path leads to by now.
 * @param folder - real
 * @throws when the path leads elsewhere
 */
export function renameIn(folder: string, from: string, to: string): void {
	const opened = openSync(toBytes(folder), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
	try {
		const handle = `/proc/self/fd/${opened}`
		const isShown = existsSync(dirname(handle))
		const here = isShown ? readlinkSync(handle, 'latin1') : realPathAt(folder)
		if (here !== folder) throw new Error(`${textString(folder)} leads elsewhere by now`)
		const at = isShown ? handle : folder
		renameSync(toBytes(`${at}/${from}`), toBytes(`${at}/${to}`))
	} finally {
		closeSync(opened)
	}
}
