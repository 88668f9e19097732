// Repositories that came into being inside the workspace, and what in them makes git start programs: the user's next
// `git status` goes into every repository that an index names, outside of any sandbox. What was not there before a
// sandboxed command is put aside after it.

import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { contains } from '../../safety/paths/paths.ts'
import { linkedRepositories } from '../../safety/repositories/git-index.ts'
import { isHarmlessConfig } from '../../safety/repositories/harmless-settings.ts'
import { byteString, bytesAt, namesAt, realPathAt, renameIn, statAt, textString } from './byte-paths.ts'
import { gitFoldersAt, isBareRepository, withShared } from './git-folders.ts'

/** Path of a file or folder that git obeys → what it says, or what tells one content from another. */
export type ProgramSettings = ReadonlyMap<string, string>

export type Repositories = {
	/** What can make git start programs in a repository at or below the roots. */
	settings(roots: readonly string[]): ProgramSettings
}

/** Remembers what it read of folders and indexes that have not changed since. */
export function createRepositories(): Repositories {
	const folders: StampedCache<Folder> = new Map()
	const indexes: StampedCache<readonly string[] | undefined> = new Map()
	return {
		settings(roots) {
			const search = new RepositorySearch(folders, indexes)
			for (const root of roots) search.folder(byteString(root), ORDINARY)
			// Where an index cannot be read, the repositories that it may name are looked for everywhere.
			if (search.isUnclear) for (const root of roots) search.folder(byteString(root), EVERYWHERE)
			return search.found
		},
	}
}

/**
 * @param writable - where the command could write
 * @param held - what it could not change in there
 * @returns what was put aside, a sentence each
 */
export function putAside(
	before: ProgramSettings,
	now: ProgramSettings,
	{ writable, held }: { writable: readonly string[]; held: readonly string[] },
): readonly string[] {
	const isIn = (places: readonly string[], path: string) =>
		places.some(place => contains(byteString(place), path))
	return [...now].flatMap(([path, content]) => {
		if (before.get(path) === content || !isIn(writable, path) || isIn(held, path)) return []
		const aside = `${basename(path)}.from-sandbox-${randomBytes(3).toString('hex')}`
		const shown = textString(path)
		try {
			renameIn(dirname(path), basename(path), aside)
			return [
				`${shown} can make git start programs outside of the sandbox, and was not there before a sandboxed ` +
					`command ran; it is now ${textString(`${dirname(path)}/${aside}`)}`,
			]
		} catch (error) {
			const reason = messageOf(error)
			return [
				`${shown} can make git start programs outside of the sandbox, was not there before a sandboxed ` +
					`command ran, and could not be put aside: ${reason}`,
			]
		}
	})
}

type SearchLimits = { folders: number; skipped: ReadonlySet<string> }

/** A walk through everything would cost more than the command. What an index names is looked at wherever it is. */
const ORDINARY: SearchLimits = {
	folders: 2_000,
	skipped: new Set(['node_modules', '.venv', 'target', '__pycache__', '.cache']),
}
const EVERYWHERE: SearchLimits = { folders: 200_000, skipped: new Set() }

class RepositorySearch {
	readonly found = new Map<string, string>()
	isUnclear = false
	private readonly folders: StampedCache<Folder>
	private readonly indexes: StampedCache<readonly string[] | undefined>
	private readonly seen = new Set<string>()

	constructor(folders: StampedCache<Folder>, indexes: StampedCache<readonly string[] | undefined>) {
		this.folders = folders
		this.indexes = indexes
	}

	folder(root: string, limits: SearchLimits): void {
		const queue = [root]
		for (let at = 0; at < queue.length && at < limits.folders; at++) {
			const path = queue[at]!
			const { git, isBare, below } = this.read(path)
			for (const name of git) this.repository(gitFoldersAt(`${path}/${name}`), path)
			if (isBare) this.repository(withShared(path), path)
			for (const name of below) if (!limits.skipped.has(name)) queue.push(`${path}/${name}`)
		}
	}

	private read(path: string): Folder {
		return remembered(this.folders, path, statAt(path, { follows: false }), () => {
			const entries = namesAt(path)
			const git = entries.map(({ name }) => name).filter(name => name.toLowerCase() === '.git')
			return {
				git,
				isBare: isBareRepository(new Set(entries.map(({ name }) => name))),
				below: entries.flatMap(({ name, isFolder }) => (isFolder && !git.includes(name) ? [name] : [])),
			}
		})
	}

	private repository(gitFolders: readonly string[], place: string): void {
		const [own] = gitFolders
		// As it is, not as an index spells it: that may lead in a circle.
		const worktree = realPathAt(place)
		if (own === undefined || worktree === undefined || this.seen.has(`${own}\0${worktree}`)) return
		this.seen.add(`${own}\0${worktree}`)
		for (const folder of gitFolders) {
			for (const name of ['config', 'config.worktree']) this.config(`${folder}/${name}`, folder, worktree)
			this.hooks(`${folder}/hooks`)
		}
		for (const { name } of namesAt(own)) {
			if (name !== 'index' && !name.startsWith('sharedindex.')) continue
			for (const path of this.linked(`${own}/${name}`)) {
				const below = `${worktree}/${path}`
				this.repository(gitFoldersAt(`${below}/.git`), below)
			}
		}
	}

	private config(path: string, folder: string, worktree: string): void {
		const stat = statAt(path, { follows: true })
		if (!stat?.isFile()) return
		const text =
			stat.size > MAX_CONFIG_BYTES ? '[too long]' : (bytesAt(path)?.toString('latin1') ?? '[closed]')
		const isHere = (named: string) =>
			realPathAt(named.startsWith('/') ? named : `${folder}/${named}`) === realPathAt(worktree)
		if (!isHarmlessConfig(text, isHere)) this.found.set(path, text)
	}

	private hooks(path: string): void {
		const hooks = namesAt(path).filter(({ name }) => !name.endsWith('.sample'))
		if (hooks.length === 0) return
		const stamps = hooks.map(
			({ name }) => `${name}\0${stampOf(statAt(`${path}/${name}`, { follows: true }))}`,
		)
		this.found.set(path, stamps.sort().join('\n'))
	}

	private linked(path: string): readonly string[] {
		const found = remembered(this.indexes, path, statAt(path, { follows: true }), () => {
			const bytes = bytesAt(path)
			if (bytes === undefined) return []
			// Settings say how long the names of objects are, and a command may have written those: so both are tried.
			const readings = ([20, 32] as const).map(length => linkedRepositories(bytes, length))
			return readings.every(found => found === undefined) ? undefined : readings.flatMap(found => found ?? [])
		})
		if (!found) this.isUnclear = true
		return found ?? []
	}
}

const MAX_CONFIG_BYTES = 1 << 20

type Folder = { git: readonly string[]; isBare: boolean; below: readonly string[] }

type StampedCache<Value> = Map<string, { stamp: string; value: Value }>

function remembered<Value>(
	memory: StampedCache<Value>,
	path: string,
	stats: Stats | undefined,
	read: () => Value,
): Value {
	const stamp = stampOf(stats)
	const known = memory.get(path)
	if (known?.stamp === stamp) return known.value
	const value = read()
	// Another change within the same tick of the clock would not show in the times.
	if (stats && Date.now() - stats.ctimeMs > UNSETTLED_MS) memory.set(path, { stamp, value })
	else memory.delete(path)
	return value
}

const UNSETTLED_MS = 100

/** The time of the last change of any kind cannot be set by anybody. */
function stampOf(stats: Stats | undefined): string {
	return stats ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : 'none'
}
