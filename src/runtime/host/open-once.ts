// A file that is opened once: what it is and what is in it, seen through one handle, so that nothing can be put in its
// place in between. Every operation that may wait for a disk is a hop through Node's thread pool, and a model reads files
// all day: two of them it takes, to open and to read. What an open handle answers without a disk is asked at once.

import { closeSync, constants, fstatSync, open, read } from 'node:fs'
import type { LoadedFile } from '../../core/host.ts'
import { isStillAt, movedAway } from './anchored-folder.ts'

/**
 * @param path - real: no link is in it, or was when somebody looked
 * @throws Error when it leads elsewhere by now, and the system's own for what may not be read
 */
export async function loadChecked(path: string, limitBytes: number): Promise<LoadedFile> {
	const fd = await openToRead(path)
	if (fd === undefined) return { kind: 'missing' }
	try {
		if (!(await isStillAt({ fd }, path))) throw movedAway(path)
		const found = fstatSync(fd)
		if (!found.isFile()) return { kind: found.isDirectory() ? 'folder' : 'other' }
		if (found.size > limitBytes) return { kind: 'too-large', sizeBytes: found.size }
		return { kind: 'file', bytes: await contentOf(fd, found.size) }
	} finally {
		closeSync(fd)
	}
}

function openToRead(path: string): Promise<number | undefined> {
	// Without waiting: a pipe that has come in the place of a file would never answer.
	const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
	return new Promise((resolve, reject) =>
		open(path, flags, (error, fd) => {
			if (!error) return resolve(fd)
			if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return resolve(undefined)
			reject(error.code === 'ELOOP' ? movedAway(path) : error)
		}),
	)
}

/** Some files say that they are empty and are not (`/proc`), and any may have grown or shrunk since it was looked at. */
async function contentOf(fd: number, sizeBytes: number): Promise<Uint8Array> {
	const pieces: Buffer[] = []
	for (let at = 0; ; ) {
		// One byte more than there should be left: whoever gets less has everything.
		const room = Buffer.allocUnsafe(sizeBytes > at ? sizeBytes - at + 1 : LEAST_BYTES)
		const count = await readPiece(fd, room, at)
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

const LEAST_BYTES = 64 * 1024
