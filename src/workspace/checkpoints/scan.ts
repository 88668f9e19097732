// The work tree scan: everything git would not leave out, and what was named besides. What the times say is unchanged
// since the last scan is not read again. Links are noted, never followed.

import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { type Contents, sha256Of } from './contents.ts'
import { isUntouched, kindOf, type Tree, type TreeEntry } from './entry.ts'
import { FileReader } from './file-reader.ts'
import { type IgnoreLevel, levelAbove, levelOf, type Rules } from './ignored.ts'
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
	maxFileBytes: number
	/** Everything counted: files, folders, links. A tree that is larger is not walked to its end. */
	maxEntries: number
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
	/** There were more than `maxEntries`: only what was named has been looked at. */
	isTooLarge: boolean
}

/** @throws what `signal` was fired with */
export async function scan(options: ScanOptions): Promise<Scan> {
	const walk = new TreeScanner(options)
	try {
		for (const root of [...options.roots].sort((a, b) => a.length - b.length)) await walk.root(root)
	} catch (error) {
		if (error !== TOO_LARGE) throw error
		const named = new TreeScanner({ ...options, maxEntries: Number.POSITIVE_INFINITY })
		await named.lookAtAll(options.named)
		await named.readFiles()
		return { tree: named.tree, uncovered: options.roots, isTooLarge: true }
	}
	// What was known before is looked for even where it has come to be ignored since.
	await walk.lookAtAll(options.before.keys())
	await walk.lookAtAll(options.named)
	await walk.readFiles()
	return { tree: walk.tree, uncovered: walk.uncovered, isTooLarge: false }
}

const TOO_LARGE = new Error('the tree is too large')

class TreeScanner {
	readonly tree = new Map<string, TreeEntry>()
	readonly uncovered: string[] = []
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
			if (this.tree.has(path) || this.unread.has(path) || !leadsStraight(path)) continue
			const stats = lookAt(path)
			if (stats) this.note(path, stats, this.options.before.get(path))
			await this.slices.pause()
		}
	}

	private async folder(folder: string, above: IgnoreLevel): Promise<void> {
		if (this.roots.has(folder)) this.walked.add(folder)
		const entries = readFolder(folder)
		if (!entries) {
			this.uncovered.push(folder)
			return
		}
		const level = levelOf(folder, entries, above)
		const remembered = this.options.memory.get(folder)
		const known = remembered?.key === level.key ? remembered.ignored : undefined
		const ignored = new Set<string>()
		for (const entry of entries) {
			if (entry.name === '.git') continue
			// `join` would look for what is not there, 50 000 times.
			const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`
			if (this.options.excluded.has(path)) {
				this.uncovered.push(path)
				continue
			}
			const isFolder = entry.isDirectory()
			const name = isFolder ? `${entry.name}/` : entry.name
			const old = this.options.before.get(path)
			const isKnown = known && (known.has(name) || (old && (old.kind === 'folder') === isFolder))
			const isIgnored = isKnown ? known.has(name) : (await level.rules()).ignores(path, isFolder)
			if (isIgnored) {
				ignored.add(name)
				this.uncovered.push(path)
			} else {
				const stats = lookAt(path)
				if (stats) this.note(path, stats, old)
				if (stats?.isDirectory()) await this.folder(path, level)
			}
			const pause = this.slices.pause()
			if (pause) await pause
		}
		this.options.memory.set(folder, { key: level.key, ignored })
	}

	/** Sockets, pipes and devices hold nothing that could be kept. */
	private note(path: string, stats: Stats, old: TreeEntry | undefined): void {
		const kind = kindOf(stats)
		if (!kind) return
		if (this.tree.size + this.unread.size >= this.options.maxEntries) throw TOO_LARGE
		const isOld =
			old?.kind === kind && old.stamp.isSettled && isUntouched(stats, old) && this.isPersisted(old)
		if (isOld) this.tree.set(path, old)
		else if (kind === 'file') this.unread.set(path, { stats, old })
		else this.tree.set(path, small(path, kind, stats))
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
		const read = await this.reader.read(path, stats, { maxFileBytes, nowMs })
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

function small(path: string, kind: 'folder' | 'link', stats: Stats): TreeEntry {
	const stamp = {
		sizeBytes: stats.size,
		modifiedMs: stats.mtimeMs,
		changedMs: stats.ctimeMs,
		inode: stats.ino,
		// Asked each time: it costs no more than finding out whether it has to be.
		isSettled: false,
	}
	if (kind === 'folder') return { kind, mode: stats.mode & 0o7777, content: '', stamp }
	return { kind, mode: 0, content: readlinkSync(path), stamp }
}

function lookAt(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false })
	} catch {
		// A folder that may be listed but not entered, or a name that is not UTF-8.
		return undefined
	}
}

function readFolder(folder: string): readonly Dirent[] | undefined {
	try {
		return readdirSync(folder, { withFileTypes: true })
	} catch {
		return undefined
	}
}
