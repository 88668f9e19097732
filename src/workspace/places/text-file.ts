// Reading a text file that may not be there.

import { readFile } from 'node:fs/promises'

/**
 * Without a byte order mark.
 * @returns undefined when there is no such file, also when a parent is not a folder
 * @throws the system's own error for everything else
 */
export async function readTextFile(path: string): Promise<string | undefined> {
	try {
		const text = await readFile(path, 'utf8')
		return text.startsWith('\uFEFF') ? text.slice(1) : text
	} catch (error) {
		if (isMissing(error)) return undefined
		throw error
	}
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
