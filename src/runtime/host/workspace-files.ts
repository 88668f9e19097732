// The paths `@` can complete to: what git would list below the working folder.

import { dirname, relative } from 'node:path'
import type { Files } from '../../core/host.ts'
import { walk } from '../../safety/paths/walk.ts'

/** @returns relative paths, folders with a final slash, sorted */
export async function workspaceFiles(cwd: string, files: Files): Promise<readonly string[]> {
	const found = await walk(cwd, files, AbortSignal.timeout(LONGEST_WALK_MS))
	const paths = found.files.map(path => relative(cwd, path))
	const folders = new Set<string>()
	for (const path of paths)
		for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
			folders.add(folder)
	return [...paths, ...[...folders].map(folder => `${folder}/`)].sort()
}

/** Completion that comes later than this helps nobody; what was found by then is offered. */
const LONGEST_WALK_MS = 5_000
