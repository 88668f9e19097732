// A folder opened by handle, so that what is done in it is done in it: a link put in its place, or in the place of
// one above it, between the check and the use leads nowhere.

import { constants, existsSync, readlinkSync } from 'node:fs'
import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export type AnchoredFolder = {
	/** The path of an entry, which goes through the handle where the system has a way to. */
	entry(name: string): string
	close(): Promise<void>
}

/**
 * @param path - real: no link is in it, or was when somebody looked
 * @param create - makes it and what is missing above it, each step inside the one that was just checked
 * @returns undefined when there is no such folder
 * @throws Error when the path leads elsewhere by now
 */
export async function anchorFolder(
	path: string,
	{ create }: { create: boolean },
): Promise<AnchoredFolder | undefined> {
	const found = await openFolder(path, path)
	if (found) return createAnchoredFolder(found, path)
	if (!create || path === dirname(path)) return undefined
	const above = await anchorFolder(dirname(path), { create })
	if (!above) return undefined
	try {
		const here = above.entry(basename(path))
		await mkdir(here).catch((error: unknown) => {
			if (!hasCode(error, 'EEXIST')) throw error
		})
		const made = await openFolder(here, path)
		if (!made) throw movedAway(path)
		return createAnchoredFolder(made, path)
	} finally {
		await above.close()
	}
}

/**
 * For a file that was opened by a path without links: whether it is what that path means, and nothing else. What a
 * handle is called is known to the system without looking at a disk, so nobody waits for it.
 */
export async function isStillAt({ fd }: { fd: number }, path: string): Promise<boolean> {
	const shown = HANDLES === undefined ? await realpath(path) : readlinkSync(join(HANDLES, String(fd)))
	return shown === path
}

export function movedAway(path: string): Error {
	return new Error(`${path} leads elsewhere than it did when it was checked`)
}

/** Where this system shows open handles as paths. Elsewhere the path is looked at once more, which leaves a moment. */
const HANDLES = existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined

async function openFolder(path: string, expected: string): Promise<FileHandle | undefined> {
	let folder: FileHandle
	try {
		folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return undefined
		// A link, or a file, where a folder was.
		if (hasCode(error, 'ELOOP')) throw movedAway(expected)
		throw error
	}
	if (await isStillAt(folder, expected).catch(() => false)) return folder
	await folder.close()
	throw movedAway(expected)
}

function createAnchoredFolder(folder: FileHandle, path: string): AnchoredFolder {
	return {
		entry: name => join(HANDLES === undefined ? path : join(HANDLES, String(folder.fd)), name),
		close: () => folder.close(),
	}
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code
}
