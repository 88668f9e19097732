// Reads one file after another for a scan: small ones at once, large ones without holding up the rest of the program.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { type NotKept, stampOf, type TreeEntry } from './entry.ts'

/** Without `bytes` nothing is kept of it. The bytes are good until the next file is read. */
export type ReadFile = { entry: TreeEntry; bytes: Uint8Array | undefined }

export class FileReader {
	private readonly buffer = Buffer.allocUnsafe(AT_ONCE_BYTES + 1)

	/** @returns undefined when it is no longer there, or no longer a file */
	async read(
		path: string,
		stats: Stats,
		{ maxFileBytes, nowMs }: { maxFileBytes: number; nowMs: number },
	): Promise<ReadFile | undefined> {
		const without = (notKept: NotKept): ReadFile => ({
			entry: { ...entryOf(stats, nowMs), notKept },
			bytes: undefined,
		})
		if (stats.size > maxFileBytes) return without('too-large')
		try {
			const read = stats.size <= AT_ONCE_BYTES ? this.readAtOnce(path, nowMs) : await readInTurns(path, nowMs)
			return read?.bytes && read.bytes.length > maxFileBytes ? without('too-large') : read
		} catch (error) {
			if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
				return undefined
			return without('unreadable')
		}
	}

	private readAtOnce(path: string, nowMs: number): ReadFile | undefined {
		const file = openSync(path, FLAGS)
		try {
			const stats = fstatSync(file)
			if (!stats.isFile()) return undefined
			let length = 0
			for (;;) {
				const read = readSync(file, this.buffer, length, this.buffer.length - length, length)
				length += read
				// A file that tells its size before it has been read to the end is read in one go.
				if (read === 0 || length === this.buffer.length || length === stats.size) break
			}
			return withBytes(stats, this.buffer.subarray(0, length), nowMs)
		} finally {
			closeSync(file)
		}
	}
}

async function readInTurns(path: string, nowMs: number): Promise<ReadFile | undefined> {
	const file = await open(path, FLAGS)
	try {
		const stats = await file.stat()
		return stats.isFile() ? withBytes(stats, await file.readFile(), nowMs) : undefined
	} finally {
		await file.close()
	}
}

const AT_ONCE_BYTES = 1 << 20

/** What has become a link or a pipe since it was looked at is neither followed nor waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

function withBytes(stats: Stats, bytes: Uint8Array, nowMs: number): ReadFile {
	const entry = entryOf(stats, nowMs)
	if (bytes.length === stats.size) return { entry, bytes }
	// It is being written to right now.
	return { entry: { ...entry, stamp: { ...entry.stamp, isSettled: false } }, bytes }
}

function entryOf(stats: Stats, nowMs: number): TreeEntry {
	return { kind: 'file', mode: stats.mode & 0o7777, content: '', stamp: stampOf(stats, nowMs) }
}
