// Program folders that a sandbox must mount: a Node or a project's tools below /tmp would not be there for a command
// that has a /tmp of its own.

import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import { isIn, OWN_PLACES } from '../../safety/sandbox/mounts.ts'

/** @returns real paths, to be shown and not to be written; what lies in `roots` is there as it is */
export function programFolders(searchPath: string, roots: readonly string[]): readonly string[] {
	const folders = [...searchPath.split(':').map(homeOf), dirname(process.execPath)]
	const real = folders.flatMap(realOf)
	return [...new Set(real)].filter(folder => isIn(folder, OWN_PLACES) && !isIn(folder, roots))
}

/** @returns folders of programs and of what belongs to them, real paths: `bin`, and what lies beside it */
export function ownPrograms(searchPath: string): readonly string[] {
	const folders = [...searchPath.split(':').filter(isAbsolute), dirname(process.execPath)].flatMap(realOf)
	return [
		...new Set(
			folders.flatMap(folder => (basename(folder) === 'bin' ? [folder, dirname(folder)] : [folder])),
		),
	]
}

/** Links in `.bin` lead to the packages beside it. */
function homeOf(folder: string): string {
	const isBin = basename(folder) === '.bin' && basename(dirname(folder)) === 'node_modules'
	return isBin ? dirname(folder) : folder
}

function realOf(folder: string): readonly string[] {
	try {
		const real = realpathSync(folder)
		// The place itself would bring back all that it was taken away for.
		return OWN_PLACES.some(place => place === real) ? [] : [real]
	} catch {
		return []
	}
}
