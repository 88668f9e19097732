// What is on the disk at a path, for a comparison: nothing is followed, and nothing waited for.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { messageOf } from '../../core/errors.ts'
import { nameFrom, onDisk } from '../../core/text/byte-names.ts'
import { errnoOf, isMissing } from '../checkpoints/disk-errors.ts'
import { createSlices } from '../checkpoints/slices.ts'
import { leadsStraight } from '../checkpoints/straight-path.ts'
import { type FileContent, MISSING, MOST_SHOWN_BYTES } from './file-content.ts'

/** In their order. */
export async function diskContents(paths: readonly string[]): Promise<readonly FileContent[]> {
	const slices = createSlices()
	const contents: FileContent[] = []
	for (const path of paths) {
		contents.push(await diskContent(path))
		await slices.pause()
	}
	return contents
}

/** Never throws: what cannot be read is content that is closed, and says why. */
export async function diskContent(path: string): Promise<FileContent> {
	try {
		// What a link above leads to is another file.
		if (!leadsStraight(path)) return MISSING
		const stats = lstatSync(onDisk(path), { throwIfNoEntry: false })
		if (!stats) return MISSING
		if (stats.isSymbolicLink())
			return { kind: 'link', target: nameFrom(readlinkSync(onDisk(path), { encoding: 'buffer' })) }
		if (stats.isDirectory()) return closed('a folder')
		if (!stats.isFile()) return closed('a pipe, a socket or a device')
		if (stats.size > MOST_SHOWN_BYTES) return tooLarge(stats.size, `${stats.ino} ${stats.ctimeMs}`)
		if (stats.size <= MOST_AT_ONCE_BYTES) return smallFile(path)
		const file = await open(onDisk(path), FLAGS)
		try {
			const { mode } = await file.stat()
			return { kind: 'file', bytes: await file.readFile(), mode: mode & 0o7777 }
		} finally {
			await file.close()
		}
	} catch (error) {
		if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return MISSING
		return closed(`not to be read: ${messageOf(error)}`)
	}
}

/** Without the thread pool, on the way to which a small file is twenty times as long as in being read. */
function smallFile(path: string): FileContent {
	const file = openSync(onDisk(path), FLAGS)
	try {
		const { mode } = fstatSync(file)
		return { kind: 'file', bytes: readFileSync(file), mode: mode & 0o7777 }
	} finally {
		closeSync(file)
	}
}

const MOST_AT_ONCE_BYTES = 64 << 10

/** @param id - tells it from another content of the same length */
export function tooLarge(sizeBytes: number, id: string): FileContent {
	return { kind: 'closed', words: `too large to be shown, ${sizeBytes} bytes`, id }
}

function closed(words: string): FileContent {
	return { kind: 'closed', words, id: words }
}

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
