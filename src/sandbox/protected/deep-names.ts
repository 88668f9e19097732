// Protected names at every depth of the roots: those that are there are kept from changing, and those that come into
// being below the top while a command runs are put aside after it. Nothing can be put in their way in every folder.

import { randomBytes } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, renameSync, type Stats } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { contains } from '../../safety/paths/paths.ts'
import { protectedFromWriting } from '../../safety/paths/protected-paths.ts'
import { namesToKeepFree } from './missing-names.ts'

/** Remembers what it read of folders that have not changed since. */
export type NameSearch = {
	/** @returns paths at or below the root that are there and may not be written */
	protectedIn(root: string): readonly string[]
}

export function createNameSearch(): NameSearch {
	const known = new Map<string, { stamp: string; folder: Folder }>()
	const read = (root: string, path: string): Folder => {
		const stat = lstat(path)
		if (!stat?.isDirectory()) return { names: [], below: [] }
		const key = `${root}\0${path}`
		const stamp = `${stat.ino}:${stat.mtimeMs}:${stat.ctimeMs}`
		const before = known.get(key)
		if (before?.stamp === stamp) return before.folder
		const folder = foldersAndNames(root, path)
		// Another change within the same tick of the clock would not show in the times.
		if (Date.now() - stat.ctimeMs > UNSETTLED_MS) known.set(key, { stamp, folder })
		else known.delete(key)
		return folder
	}
	return {
		protectedIn(root) {
			const found: string[] = []
			const queue = [root]
			for (let at = 0; at < queue.length && at < MAX_FOLDERS; at++) {
				const { names, below } = read(root, queue[at]!)
				for (const path of names) found.push(path)
				for (const path of below) queue.push(path)
			}
			return found
		},
	}
}

type Folder = { names: readonly string[]; below: readonly string[] }

// A walk through everything would cost more than the command.
const MAX_FOLDERS = 2_000

const UNSETTLED_MS = 100

/** Large, and made by tools rather than by people. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.venv', 'target', '__pycache__', '.cache'])

function foldersAndNames(root: string, folder: string): Folder {
	const names: string[] = []
	const below: string[] = []
	for (const entry of entriesOf(folder)) {
		const path = join(folder, entry.name)
		if (protectedFromWriting(relative(root, path)) !== undefined) names.push(path)
		else if (entry.isDirectory() && !SKIPPED.has(entry.name)) below.push(path)
	}
	return { names, below }
}

export type DeepNames = {
	/** @returns what was put aside, a sentence each */
	undo(): readonly string[]
	/** Somebody may write at or below this path. */
	allow(path: string): void
	/**
	 * A command that nothing holds runs beside it, and nobody can tell who makes what.
	 * @returns to be called when it has ended: what there is then stays
	 */
	pause(): () => void
	accept(): void
}

/** A search that looks once and then says what it saw. */
export function searchOnce(search: NameSearch): NameSearch {
	const seen = new Map<string, readonly string[]>()
	return {
		protectedIn(root) {
			const found = seen.get(root) ?? search.protectedIn(root)
			seen.set(root, found)
			return found
		},
	}
}

/** Of one command, from its start. What is at the top of a root is kept free by other means. */
export function watchDeepNames(
	roots: readonly string[],
	{ start, search }: { start: NameSearch; search: NameSearch },
): DeepNames {
	const find = (from = search) =>
		new Set(roots.flatMap(root => from.protectedIn(root).filter(path => isDeep(root, path))))
	let before = find(start)
	const allowed: string[] = []
	let untold: readonly string[] = []
	let pauses = 0
	const putNewAside = () =>
		[...find()].flatMap(path =>
			before.has(path) || allowed.some(each => contains(path, each) || contains(each, path))
				? []
				: putAside(path),
		)
	const accept = () => {
		before = find()
	}
	return {
		undo() {
			const told = [...untold, ...(pauses > 0 ? [] : putNewAside())]
			untold = []
			return told
		},
		allow: path => void allowed.push(path),
		pause() {
			if (pauses === 0) untold = [...untold, ...putNewAside()]
			pauses++
			return () => {
				pauses--
				accept()
			}
		},
		accept,
	}
}

/** A repository is looked into by itself: it is what is in it that counts. */
function isDeep(root: string, path: string): boolean {
	return dirname(path) !== root && KEPT_FREE.has(basename(path).toLowerCase())
}

const KEPT_FREE: ReadonlySet<string> = new Set(
	namesToKeepFree({ isHome: false })
		.map(name => name.toLowerCase())
		.filter(name => name !== '.git'),
)

function putAside(path: string): readonly string[] {
	const aside = `${path}.from-sandbox-${randomBytes(3).toString('hex')}`
	const made = `${path} may not be made by a sandboxed command`
	try {
		renameSync(path, aside)
		return [`${made}; it is now ${aside}`]
	} catch (error) {
		return lstat(path) ? [`${made}, and could not be put aside: ${messageOf(error)}`] : []
	}
}

function lstat(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false })
	} catch {
		return undefined
	}
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
	} catch {
		return []
	}
}
