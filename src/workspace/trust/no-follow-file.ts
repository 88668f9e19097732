// Reading what a folder brings along, where every name may be a trap: no link is followed, nothing but a regular file
// is opened, and nothing is read that is larger than such a file ever is.

import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../core/errors.ts'

export type NoFollowFile = { bytes: Uint8Array } | { problem: string } | undefined

/**
 * @param steps - from the root down to the file; the root itself may have been reached by a link
 * @returns undefined when there is no such file
 */
export async function readNoFollowFile(
	root: string,
	steps: readonly string[],
	limitBytes = MAX_FILE_BYTES,
): Promise<NoFollowFile> {
	const folders = await checkNoFollowFolder(root, steps.slice(0, -1))
	if (folders !== 'folder') return folders === 'missing' ? undefined : folders
	const path = join(root, ...steps)
	let file: FileHandle
	try {
		// Without waiting: a pipe nobody writes to would hold the start up for ever.
		file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined
		if (codeOf(error) === 'ELOOP') return { problem: `${path} is a link, which is not followed here` }
		return { problem: `${path} cannot be read: ${messageOf(error)}` }
	}
	try {
		const found = await file.stat()
		if (!found.isFile()) return { problem: `${path} is no regular file` }
		if (found.size > limitBytes) return { problem: `${path} is larger than ${limitBytes} bytes` }
		return { bytes: await file.readFile() }
	} finally {
		await file.close()
	}
}

export type NoFollowEntry = { name: string; kind: 'file' | 'folder' | 'other' }

/** Sorted by name; undefined when there is no such folder. */
export async function listNoFollowFolder(
	root: string,
	steps: readonly string[],
): Promise<readonly NoFollowEntry[] | { problem: string } | undefined> {
	const folders = await checkNoFollowFolder(root, steps)
	if (folders !== 'folder') return folders === 'missing' ? undefined : folders
	const entries = await readdir(join(root, ...steps), { withFileTypes: true }).catch(() => [])
	return entries
		.map((entry): NoFollowEntry => {
			const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'
			return { name: entry.name, kind }
		})
		.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const MAX_FILE_BYTES = 1024 * 1024

async function checkNoFollowFolder(
	root: string,
	steps: readonly string[],
): Promise<'folder' | 'missing' | { problem: string }> {
	for (const [index] of steps.entries()) {
		const path = join(root, ...steps.slice(0, index + 1))
		const found = await lstat(path).catch(() => undefined)
		if (!found) return 'missing'
		if (found.isSymbolicLink()) return { problem: `${path} is a link, which is not followed here` }
		if (!found.isDirectory()) return 'missing'
	}
	return 'folder'
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && 'code' in error ? error.code : undefined
}
