// Reads one file after another for a scan: small ones at once, large ones without holding up the rest of the program.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { onDisk } from '../../core/text/byte-names.ts'
import { errnoOf, isForbidden, isMissing } from './disk-errors.ts'
import { type NotKept, stampOf, type TreeEntry } from './entry.ts'

/** Without `bytes` nothing is kept of it. The bytes are good until the next file is read. */
export type ReadFile = { entry: TreeEntry; bytes: Uint8Array | undefined }

export class FileReader {
	private readonly buffer = Buffer.allocUnsafe(AT_ONCE_BYTES + 1)

	/**
	 * @returns undefined when it is no longer there, or no longer a file
	 * @throws when the disk fails
	 */
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
			const read = await this.readWhole(path, stats, nowMs)
			return read?.bytes && read.bytes.length > maxFileBytes ? without('too-large') : read
		} catch (error) {
			if (isMissing(error) || REPLACED.has(errnoOf(error) ?? '')) return undefined
			if (isForbidden(error)) return without('unreadable')
			throw error
		}
	}

	/** Somebody may be writing to it: a content that never was is read again before it is taken as it comes. */
	private async readWhole(path: string, { size }: Stats, nowMs: number): Promise<ReadFile | undefined> {
		let isSmall = size <= AT_ONCE_BYTES
		for (let tries = 1; ; tries++) {
			const read = isSmall ? this.readAtOnce(path) : await readInTurns(path)
			if (!read) return undefined
			const { before, after, bytes } = read
			const entry = entryOf(after, nowMs)
			const isWhole =
				bytes.length === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs
			if (isWhole) return { entry, bytes }
			if (tries === MOST_TRIES)
				return { entry: { ...entry, stamp: { ...entry.stamp, isSettled: false } }, bytes }
			isSmall = after.size <= AT_ONCE_BYTES && bytes.length < this.buffer.length
		}
	}

	private readAtOnce(path: string): Bytes | undefined {
		const file = openSync(onDisk(path), FLAGS)
		try {
			const before = fstatSync(file)
			if (!before.isFile()) return undefined
			let length = 0
			for (;;) {
				const read = readSync(file, this.buffer, length, this.buffer.length - length, length)
				length += read
				// A file that tells its size before it has been read to the end is read in one go.
				if (read === 0 || length === this.buffer.length || length === before.size) break
			}
			// One read of as many bytes as there were to be is one moment of the file.
			const after = length === before.size ? before : fstatSync(file)
			return { before, bytes: this.buffer.subarray(0, length), after }
		} finally {
			closeSync(file)
		}
	}
}

type Bytes = { before: Stats; bytes: Uint8Array; after: Stats }

async function readInTurns(path: string): Promise<Bytes | undefined> {
	const file = await open(onDisk(path), FLAGS)
	try {
		const before = await file.stat()
		if (!before.isFile()) return undefined
		return { before, bytes: await file.readFile(), after: await file.stat() }
	} finally {
		await file.close()
	}
}

const AT_ONCE_BYTES = 1 << 20
const MOST_TRIES = 3

/** What has become a link or a pipe since it was looked at is neither followed nor waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** What opening a link, a socket or a folder comes to. */
const REPLACED: ReadonlySet<string> = new Set(['ELOOP', 'ENXIO', 'EISDIR'])

function entryOf(stats: Stats, nowMs: number): TreeEntry {
	return { kind: 'file', mode: stats.mode & 0o7777, content: '', stamp: stampOf(stats, nowMs) }
}
