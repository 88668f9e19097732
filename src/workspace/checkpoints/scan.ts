// The work tree scan: everything git would not leave out, and what was named besides. What the times say is unchanged
// since the last scan is not read again. Links are noted, never followed. What is below a `.git` is no work of anybody's
// rules: all of it is looked at, so that a repository can be put back as one.

import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { nameFrom, onDisk } from '../../core/text/byte-names.ts'
import { type Contents, sha256Of } from './contents.ts'
import { isForbidden, isMissing } from './disk-errors.ts'
import { isUntouched, kindOf, stampOf, type Tree, type TreeEntry } from './entry.ts'
import { FileReader } from './file-reader.ts'
import { type FolderItem, type IgnoreLevel, levelAbove, levelOf, type Rules } from './ignored.ts'
import { createSlices, type Slices } from './slices.ts'
import { leadsStraight } from './straight-path.ts'

export type ScanOptions = {
	/** Real paths. */
	roots: readonly string[]
	/** Looked at wherever they are, ignored or outside of every root. Real paths. */
	named: Iterable<string>
	/** Never entered, never noted. */
	excluded: ReadonlySet<string>
	/** The ignore rules that hold for what is in a folder, but for its own. */
	rulesAbove(folder: string): Promise<Rules>
	/** What is remembered of earlier scans; filled by this one. */
	memory: IgnoreMemory
	/** What an earlier scan found. */
	before: Tree
	contents: Contents
	/** False: files are only told apart, not kept. */
	keeps: boolean
	/** True: a disk that fails ends it. Otherwise what cannot be looked at is taken to be as it was. */
	isStrict: boolean
	maxFileBytes: number
	/** Everything counted: files, folders, links. A tree that is larger is not walked to its end. */
	maxEntries: number
	/** Of one `.git`, which is left out when it has more. */
	maxGitEntries: number
	/** Whether so many bytes more may be kept. */
	hasRoom(sizeBytes: number): boolean
	nowMs: number
	signal?: AbortSignal | undefined
}

export type IgnoreMemory = Map<string, { key: string; ignored: ReadonlySet<string> }>

export type Scan = {
	tree: Tree
	/** Nothing is known about what is at or below these: it is ignored or may not be read. */
	uncovered: readonly string[]
	/** We may not look at these, so whether something is there, and what, nobody knows. */
	unseen: readonly string[]
	/** There were more than `maxEntries`: only what was named has been looked at. */
	isTooLarge: boolean
}

/** @throws what `signal` was fired with; with `isStrict`, what the disk failed with */
export async function scan(options: ScanOptions): Promise<Scan> {
	const walk = new TreeScanner(options)
	try {
		for (const root of [...options.roots].sort((a, b) => a.length - b.length)) await walk.root(root)
	} catch (error) {
		if (error !== TOO_LARGE) throw error
		const named = new TreeScanner({ ...options, maxEntries: Number.POSITIVE_INFINITY })
		await named.lookAtAll(options.named)
		await named.readFiles()
		return { tree: named.tree, uncovered: options.roots, unseen: named.unseen, isTooLarge: true }
	}
	// What was known before is looked for even where it has come to be ignored since.
	await walk.lookAtAll(options.before.keys())
	await walk.lookAtAll(options.named)
	await walk.readFiles()
	return { tree: walk.tree, uncovered: walk.uncovered, unseen: walk.unseen, isTooLarge: false }
}

const TOO_LARGE = new Error('the tree is too large')

class TreeScanner {
	readonly tree = new Map<string, TreeEntry>()
	readonly uncovered: string[] = []
	readonly unseen: string[] = []
	private readonly options: ScanOptions
	private readonly slices: Slices
	private readonly reader = new FileReader()
	private readonly roots: Set<string>
	private readonly walked = new Set<string>()
	// Read when the tree is known not to be too large: what is read before would be read for nothing.
	private readonly unread = new Map<string, { stats: Stats; old: TreeEntry | undefined }>()

	constructor(options: ScanOptions) {
		this.options = options
		this.roots = new Set(options.roots)
		this.slices = createSlices(options.signal)
	}

	async root(root: string): Promise<void> {
		if (!this.walked.has(root)) await this.folder(root, levelAbove(root, this.options.rulesAbove))
	}

	/** Files by their names: they may be anywhere, or gone. */
	async lookAtAll(paths: Iterable<string>): Promise<void> {
		for (const path of paths) {
			if (!this.tree.has(path) && !this.unread.has(path)) this.lookFor(path)
			await this.slices.pause()
		}
	}

	private lookFor(path: string): void {
		const old = this.options.before.get(path)
		try {
			if (!leadsStraight(path)) return
			const stats = lstatSync(onDisk(path), { throwIfNoEntry: false })
			if (stats) this.note(path, stats, old)
		} catch (error) {
			if (error === TOO_LARGE) throw error
			this.unknown(path, error)
		}
	}

	/** What cannot be looked at is there as it was: to take it for gone would be to take it away when it is seen again. */
	private unknown(path: string, error: unknown): void {
		if (isMissing(error)) return
		if (this.options.isStrict && !isForbidden(error)) throw error
		this.uncovered.push(path)
		this.unseen.push(path)
		const old = this.options.before.get(path)
		if (!old) return
		// Of what a run left behind only the hash is known until it is about to be changed.
		const isKept = old.kind !== 'file' || !this.options.keeps || this.options.contents.has(old.content)
		this.tree.set(path, isKept ? old : { ...old, content: '', notKept: 'unreadable' })
	}

	private async folder(folder: string, above: IgnoreLevel): Promise<void> {
		if (this.roots.has(folder)) this.walked.add(folder)
		const entries = this.list(folder)
		if (!entries) return
		const level = levelOf(folder, entries, above)
		const remembered = this.options.memory.get(folder)
		const known = remembered?.key === level.key ? remembered.ignored : undefined
		const ignored = new Set<string>()
		for (const entry of entries) {
			// `join` would look for what is not there, 50 000 times.
			const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`
			if (this.options.excluded.has(path)) {
				this.uncovered.push(path)
				continue
			}
			const isFolder = entry.isDirectory()
			if (entry.name === '.git') {
				if (isFolder) await this.repository(path)
				else this.lookFor(path)
				continue
			}
			const name = isFolder ? `${entry.name}/` : entry.name
			const old = this.options.before.get(path)
			const isKnown = known && (known.has(name) || (old && (old.kind === 'folder') === isFolder))
			const isIgnored = isKnown ? known.has(name) : (await level.rules()).ignores(path, isFolder)
			if (isIgnored) {
				ignored.add(name)
				this.uncovered.push(path)
			} else {
				const stats = this.stat(path)
				if (stats) this.note(path, stats, old)
				if (stats?.isDirectory()) await this.folder(path, level)
			}
			const pause = this.slices.pause()
			if (pause) await pause
		}
		this.options.memory.set(folder, { key: level.key, ignored })
	}

	/** A `.git`: all of it or, where that would be too much, nothing. */
	private async repository(git: string): Promise<void> {
		const found: { path: string; stats: Stats }[] = []
		const folders = [git]
		for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
			const stats = this.stat(folder)
			if (stats) found.push({ path: folder, stats })
			for (const entry of (stats?.isDirectory() && this.list(folder)) || []) {
				const path = `${folder}/${entry.name}`
				if (this.options.excluded.has(path)) this.uncovered.push(path)
				else if (entry.isDirectory()) folders.push(path)
				else {
					const inner = this.stat(path)
					if (inner) found.push({ path, stats: inner })
				}
				const pause = this.slices.pause()
				if (pause) await pause
			}
			if (found.length <= this.options.maxGitEntries) continue
			this.uncovered.push(git)
			return
		}
		for (const { path, stats } of found) this.note(path, stats, this.options.before.get(path))
	}

	private stat(path: string): Stats | undefined {
		try {
			return lstatSync(onDisk(path), { throwIfNoEntry: false })
		} catch (error) {
			this.unknown(path, error)
			return undefined
		}
	}

	private list(folder: string): readonly FolderItem[] | undefined {
		try {
			return readFolder(folder)
		} catch (error) {
			// Of a root that cannot be read nothing at all would be kept.
			if (this.options.isStrict && this.roots.has(folder) && !isMissing(error)) throw error
			if (isMissing(error)) this.uncovered.push(folder)
			else this.unknown(folder, error)
			return undefined
		}
	}

	private note(path: string, stats: Stats, old: TreeEntry | undefined): void {
		const kind = kindOf(stats)
		if (this.tree.size + this.unread.size >= this.options.maxEntries && !isInGit(path)) throw TOO_LARGE
		const isOld =
			old?.kind === kind && old.stamp.isSettled && isUntouched(stats, old) && this.isPersisted(old)
		if (isOld) this.tree.set(path, old)
		else if (kind === 'file') this.unread.set(path, { stats, old })
		else this.other(path, kind, stats)
	}

	private other(path: string, kind: 'folder' | 'link' | 'special', stats: Stats): void {
		try {
			const content = kind === 'link' ? nameFrom(readlinkSync(onDisk(path), { encoding: 'buffer' })) : ''
			// Asked each time: it costs no more than finding out whether it has to be.
			const stamp = { ...stampOf(stats, 0), isSettled: false }
			this.tree.set(path, { kind, mode: kind === 'folder' ? stats.mode & 0o7777 : 0, content, stamp })
		} catch (error) {
			this.unknown(path, error)
		}
	}

	async readFiles(): Promise<void> {
		for (const [path, { stats, old }] of this.unread) {
			await this.file(path, stats, old)
			const pause = this.slices.pause()
			if (pause) await pause
		}
	}

	private isPersisted({ kind, content, notKept, stamp }: TreeEntry): boolean {
		if (kind !== 'file') return true
		if (notKept === undefined) return !this.options.keeps || this.options.contents.has(content)
		return notKept === 'too-large' && stamp.sizeBytes > this.options.maxFileBytes
	}

	private async file(path: string, stats: Stats, old: TreeEntry | undefined): Promise<void> {
		const { contents, keeps, maxFileBytes, hasRoom, nowMs } = this.options
		const read = await this.reader.read(path, stats, { maxFileBytes, nowMs }).catch(error => {
			this.unknown(path, error)
			return undefined
		})
		if (read === undefined) return
		if (!read.bytes) {
			this.tree.set(path, read.entry)
			return
		}
		const content = sha256Of(read.bytes)
		if (keeps && !contents.has(content)) {
			if (!hasRoom(read.bytes.length)) {
				this.tree.set(path, { ...read.entry, notKept: 'no-room' })
				return
			}
			const room = contents.put(content, read.bytes)
			if (room) await room
		}
		// The same strings again, so that 50 000 of them are not held twice.
		this.tree.set(path, { ...read.entry, content: old?.content === content ? old.content : content })
	}
}

function isInGit(path: string): boolean {
	return path.includes('/.git/')
}

function readFolder(folder: string): readonly FolderItem[] {
	const entries = readdirSync(onDisk(folder), { withFileTypes: true })
	if (!entries.some(({ name }) => name.includes('\ufffd'))) return entries
	return readdirSync(onDisk(folder), { withFileTypes: true, encoding: 'buffer' }).map(entry => ({
		name: nameFrom(entry.name),
		isDirectory: () => entry.isDirectory(),
		isFile: () => entry.isFile(),
		isSymbolicLink: () => entry.isSymbolicLink(),
	}))
}
