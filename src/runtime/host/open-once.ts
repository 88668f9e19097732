// A file that is opened once: what it is and what is in it, seen through one handle, so that nothing can be put in its
// place in between. Every operation that may wait for long is a hop through Node's thread pool, which takes ten times what
// a file of usual size takes to read, and a model reads files all day: a small one on a disk of this machine is read at once.

import { closeSync, constants, fstatSync, open, openSync, read, readSync } from 'node:fs'
import type { LoadedFile, ScannedFile } from '../../core/host.ts'
import { isStillAt, movedAway } from './anchored-folder.ts'
import type { LocalMounts } from './local-mounts.ts'

/**
 * @param path - real: no link is in it, or was when somebody looked, and that has just been looked at
 * @throws Error when it leads elsewhere by now, and the system's own for what may not be read
 */
export async function loadChecked(
	path: string,
	limitBytes: number,
	mounts: Pick<LocalMounts, 'has'>,
): Promise<LoadedFile> {
	const isNear = mounts.has(path)
	const fd = isNear ? openAtOnce(path) : await openToRead(path)
	if (fd === undefined) return { kind: 'missing' }
	try {
		if (!(await isStillAt({ fd }, path))) throw movedAway(path)
		const found = fstatSync(fd)
		if (!found.isFile()) return { kind: found.isDirectory() ? 'folder' : 'other' }
		if (found.size > limitBytes) return { kind: 'too-large', sizeBytes: found.size }
		return { kind: 'file', bytes: await contentOf(fd, found.size, isNear) }
	} finally {
		closeSync(fd)
	}
}

/** The same in pieces, for a file that may be larger than memory. */
export async function scanChecked(
	path: string,
	take: (bytes: Uint8Array) => boolean,
	mounts: Pick<LocalMounts, 'has'>,
): Promise<ScannedFile> {
	const fd = mounts.has(path) ? openAtOnce(path) : await openToRead(path)
	if (fd === undefined) return { kind: 'missing' }
	try {
		if (!(await isStillAt({ fd }, path))) throw movedAway(path)
		const found = fstatSync(fd)
		if (!found.isFile()) return { kind: found.isDirectory() ? 'folder' : 'other' }
		const room = Buffer.allocUnsafe(SCANNED_BYTES)
		for (let at = 0; ; ) {
			const count = await readPiece(fd, room, at)
			if (count === 0 || !take(room.subarray(0, count))) return { kind: 'file', sizeBytes: found.size }
			at += count
		}
	} finally {
		closeSync(fd)
	}
}

/** Without waiting: a pipe that has come in the place of a file would never answer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

function openAtOnce(path: string): number | undefined {
	try {
		return openSync(path, FLAGS)
	} catch (error) {
		return unlessMissing(error, path)
	}
}

async function openToRead(path: string): Promise<number | undefined> {
	try {
		return await new Promise((resolve, reject) =>
			open(path, FLAGS, (error, fd) => (error ? reject(error) : resolve(fd))),
		)
	} catch (error) {
		return unlessMissing(error, path)
	}
}

function unlessMissing(error: unknown, path: string): undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined
	if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
	throw code === 'ELOOP' ? movedAway(path) : error
}

/** Some files say that they are empty and are not (`/proc`), and any may have grown or shrunk since it was looked at. */
async function contentOf(fd: number, sizeBytes: number, isNear: boolean): Promise<Uint8Array> {
	const pieces: Buffer[] = []
	for (let at = 0; ; ) {
		// One byte more than there should be left: whoever gets less has everything.
		const room = Buffer.allocUnsafe(sizeBytes > at ? sizeBytes - at + 1 : LEAST_BYTES)
		const isQuick = isNear && room.length <= MOST_AT_ONCE_BYTES
		const count = isQuick ? readSync(fd, room, 0, room.length, at) : await readPiece(fd, room, at)
		pieces.push(room.subarray(0, count))
		at += count
		const isEnd = count === 0 || (sizeBytes > 0 && at >= sizeBytes && count < room.length)
		if (isEnd) return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
	}
}

function readPiece(fd: number, buffer: Buffer, at: number): Promise<number> {
	return new Promise((resolve, reject) =>
		read(fd, buffer, 0, buffer.length, at, (error, count) => (error ? reject(error) : resolve(count))),
	)
}

const SCANNED_BYTES = 256 * 1024
const LEAST_BYTES = 64 * 1024
/** A slow disk brings as much in some milliseconds. */
const MOST_AT_ONCE_BYTES = 256 * 1024
