// Ignore levels: which ignore rules hold in a folder, known by a key that changes with the files they are written in.
// While it stays the same, what was found out about a name before holds still, and the rules need not even be read.

import { type Dirent, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { once } from '../../core/async/once.ts'
import type { FolderEntry } from '../../core/host.ts'
import { onDisk } from '../../core/text/byte-names.ts'

/** What decides which files git would leave out. */
export type Rules = {
	/** @param path - absolute, inside the folder these rules are for */
	ignores(path: string, isFolder: boolean): boolean
	/** The rules for a folder below, with what it brings along itself. */
	enter(folder: string, entries: readonly FolderEntry[]): Promise<Rules>
}

/** One thing in a folder, as listing it tells. */
export type FolderItem = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>

export type IgnoreLevel = { key: string; rules(): Promise<Rules> }

export function levelAbove(root: string, rulesAbove: (folder: string) => Promise<Rules>): IgnoreLevel {
	const keys: string[] = []
	for (let folder = dirname(root); ; folder = dirname(folder)) {
		keys.push(keyOf(folder))
		if (folder === dirname(folder)) break
	}
	return { key: keys.join('|'), rules: once(() => rulesAbove(root)) }
}

/** @param entries - of the folder */
export function levelOf(folder: string, entries: readonly FolderItem[], above: IgnoreLevel): IgnoreLevel {
	if (!entries.some(({ name }) => name === '.git' || name === '.gitignore')) return above
	return {
		key: `${above.key}|${keyOf(folder)}`,
		rules: once(async () => (await above.rules()).enter(folder, entries.map(plain))),
	}
}

function keyOf(folder: string): string {
	const stamps = ['.git', '.gitignore', '.git/info/exclude'].map(name => {
		const stats = lookAt(join(folder, name))
		if (!stats) return '-'
		// A folder's times change with everything git does in it.
		return stats.isDirectory() ? 'd' : `${stats.ino}.${stats.size}.${stats.mtimeMs}.${stats.ctimeMs}`
	})
	return stamps.join(',')
}

function lookAt(path: string) {
	try {
		return lstatSync(onDisk(path), { throwIfNoEntry: false })
	} catch {
		return undefined
	}
}

function plain(entry: FolderItem): FolderEntry {
	const { name } = entry
	if (entry.isSymbolicLink()) return { name, kind: 'link' }
	return { name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' }
}
