// A folder for the user alone, and those above it that are missing. Not with Node's `recursive`, which never ends
// where a folder is there and takes no other, as /proc.

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function makeFolder(path: string): Promise<void> {
	if (await isMade(path)) return
	await makeFolder(dirname(path))
	await mkdir(path, PRIVATE).catch(unlessThere)
}

const PRIVATE = { mode: 0o700 }

/** @returns false when the folder above is missing */
async function isMade(path: string): Promise<boolean> {
	try {
		await mkdir(path, PRIVATE).catch(unlessThere)
		return true
	} catch (error) {
		if (isCode(error, 'ENOENT') && dirname(path) !== path) return false
		throw error
	}
}

function unlessThere(error: unknown): void {
	if (!isCode(error, 'EEXIST')) throw error
}

function isCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code
}
