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

export type ProgramSettings = {
	/** Path of a file or folder that git obeys → what it says, or what tells one content from another. */
	found: ReadonlyMap<string, string>
	/** All folders were looked through; there are not more of them than that is done with. */
	isWhole: boolean
}

export type Repositories = {
	/** What can make git start programs in a repository at or below the roots. */
	settings(roots: readonly string[]): ProgramSettings
}

/**
 * Remembers what it read of folders and indexes that have not changed since.
 * @param maxFolders - how many are looked through
 */
export function createRepositories(maxFolders = MAX_FOLDERS): Repositories {
	const folders: StampedCache<Folder> = new Map()
	const indexes: StampedCache<readonly string[] | undefined> = new Map()
	return {
		settings(roots) {
			const search = new RepositorySearch(folders, indexes, roots.map(byteString))
			search.look(maxFolders)
			// Where an index cannot be read, the repositories that it may name are looked for everywhere.
			if (search.isUnclear) search.look(MAX_FOLDERS_UNCLEAR)
			return search
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
	const moved = [...now.found].flatMap(([path, content]) => {
		if (before.found.get(path) === content || !isIn(writable, path)) return []
		if (isIn(held, path) && !hasOtherNames(path)) return []
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
	return before.isWhole && !now.isWhole ? [...moved, TOO_MANY] : moved
}

/** What is written through another name is not held by holding this one. */
function hasOtherNames(path: string): boolean {
	const stat = statAt(path, { follows: false })
	return stat?.isFile() === true && stat.nlink > 1
}

/**
 * A look at one that is known takes 5 µs, before and after each command. What an index names is looked at wherever it
 * is, and where it is likely comes first.
 */
const MAX_FOLDERS = 12_000
const MAX_FOLDERS_UNCLEAR = 200_000
const LATER: ReadonlySet<string> = new Set(['node_modules', '.venv', 'target', '__pycache__', '.cache'])

const TOO_MANY =
	'since a sandboxed command ran there are more folders than are looked through for repositories that it may have ' +
	`prepared (${MAX_FOLDERS}); mind where you use git`

class RepositorySearch {
	readonly found = new Map<string, string>()
	isUnclear = false
	isWhole = true
	private readonly folders: StampedCache<Folder>
	private readonly indexes: StampedCache<readonly string[] | undefined>
	private readonly roots: readonly string[]
	private readonly seen = new Set<string>()

	constructor(
		folders: StampedCache<Folder>,
		indexes: StampedCache<readonly string[] | undefined>,
		roots: readonly string[],
	) {
		this.folders = folders
		this.indexes = indexes
		this.roots = roots
	}

	look(maxFolders: number): void {
		const queue = [...this.roots]
		const later: string[] = []
		let looked = 0
		for (const places of [queue, later])
			for (let at = 0; at < places.length && looked < maxFolders; at++, looked++) {
				const path = places[at]!
				const { git, isBare, below } = this.read(path)
				for (const name of git) this.repository(gitFoldersAt(`${path}/${name}`), path)
				if (isBare) this.repository(withShared(path), path)
				for (const name of below) (LATER.has(name) ? later : places).push(`${path}/${name}`)
			}
		this.isWhole = looked === queue.length + later.length
	}

	private read(path: string): Folder {
		return remembered(this.folders, path, statAt(path, { follows: false }), () => {
			const entries = namesAt(path)
			const names = new Set(entries.map(({ name }) => name))
			const git = [...names].filter(name => name.toLowerCase() === '.git')
			return {
				git,
				isBare: isBareRepository(names),
				hasHead: names.has('HEAD'),
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
			this.settingsIn(folder, named => named === worktree)
			this.belowGitFolder(folder)
		}
		for (const { name } of namesAt(own)) {
			if (name !== 'index' && !name.startsWith('sharedindex.')) continue
			for (const path of this.linked(`${own}/${name}`)) {
				const below = `${worktree}/${path}`
				this.repository(gitFoldersAt(`${below}/.git`), below)
			}
		}
	}

	private settingsIn(folder: string, isItsOwn: (worktree: string) => boolean): void {
		for (const name of ['config', 'config.worktree'])
			this.file(`${folder}/${name}`, text => {
				const isHere = (named: string) => {
					const real = realPathAt(named.startsWith('/') ? named : `${folder}/${named}`)
					return real !== undefined && isItsOwn(real)
				}
				return isHarmlessConfig(text, isHere)
			})
		this.file(`${folder}/info/attributes`, text => !/(?:^|\s)(?:filter|diff|merge)=/.test(text))
		// Git would show what lies in other people's repositories for what was committed here.
		this.file(`${folder}/objects/info/alternates`, text =>
			text.split('\n').every(line => line === '' || this.isInRoots(`${folder}/objects`, line)),
		)
		this.hooks(`${folder}/hooks`)
	}

	/** Repositories of submodules that are not checked out, and work trees that are somewhere else. */
	private belowGitFolder(folder: string): void {
		const queue = [`${folder}/modules`, `${folder}/worktrees`]
		for (let at = 0; at < queue.length && at < MAX_MODULES; at++) {
			const place = queue[at]!
			const { hasHead, below } = this.read(place)
			if (hasHead)
				for (const each of withShared(place))
					this.settingsIn(each, named => this.roots.some(root => contains(root, named)))
			const next = hasHead ? below.filter(name => name === 'modules') : below
			queue.push(...next.map(name => `${place}/${name}`))
		}
	}

	private isInRoots(folder: string, path: string): boolean {
		const real = realPathAt(path.startsWith('/') ? path : `${folder}/${path}`)
		return real !== undefined && this.roots.some(root => contains(root, real))
	}

	private file(path: string, isHarmless: (text: string) => boolean): void {
		const stat = statAt(path, { follows: true })
		if (!stat?.isFile()) return
		if (stat.size > MAX_CONFIG_BYTES) this.found.set(path, stampOf(stat))
		const text = stat.size > MAX_CONFIG_BYTES ? '' : (bytesAt(path)?.toString('latin1') ?? '')
		if (!isHarmless(text)) this.found.set(path, text)
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
const MAX_MODULES = 500

type Folder = { git: readonly string[]; isBare: boolean; hasHead: boolean; below: readonly string[] }

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
