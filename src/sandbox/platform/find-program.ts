// Programs of this system, by their full path.

import { accessSync, constants } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** The first program of that name in a folder given by its full path. */
export function findProgram(name: string, searchPath: string): string | undefined {
	for (const folder of searchPath.split(':')) {
		const path = isAbsolute(folder) ? join(folder, name) : undefined
		if (path !== undefined && isProgram(path)) return path
	}
	return undefined
}

export function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK)
		return true
	} catch {
		return false
	}
}
