// Where git finds a repository, read as git reads it, to the last byte: whatever we took for another path would go
// unseen. All paths are byte paths.

import { dirname } from 'node:path'
import { bytesAt, realPathAt, statAt } from './byte-paths.ts'

/**
 * @param path - something called `.git`
 * @returns the folder it is or leads to, then the one that is shared with others; real paths
 */
export function gitFoldersAt(path: string): readonly string[] {
	const stat = statAt(path, { follows: true })
	if (stat?.isDirectory()) return withShared(path)
	const text = stat?.isFile() ? textAt(path) : undefined
	if (!text?.startsWith(GITDIR)) return []
	return withShared(from(dirname(path), text.slice(GITDIR.length)))
}

/** Without a `.git`: with these names in it git takes the folder itself for a repository. */
export function isBareRepository(names: ReadonlySet<string>): boolean {
	return names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

const GITDIR = 'gitdir: '

export function withShared(path: string): readonly string[] {
	const folder = realPathAt(path)
	if (folder === undefined) return []
	const shared = textAt(`${folder}/commondir`)
	const real = shared === undefined ? undefined : realPathAt(from(folder, shared))
	return real === undefined || real === folder ? [folder] : [folder, real]
}

/** Not put in its simplest form: after a link, `..` is not where it seems. */
function from(folder: string, path: string): string {
	const plain = path.replace(/[\r\n]+$/, '')
	return plain.startsWith('/') ? plain : `${folder}/${plain}`
}

function textAt(path: string): string | undefined {
	return bytesAt(path)?.toString('latin1')
}
