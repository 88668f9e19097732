// Checkpoints of one session: the work tree's states are kept outside of the user's git, and any of them can be gone
// back to. Going back is itself kept, so that it can be taken back.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import { messageOf } from '../../core/errors.ts'
import {
	type Chain,
	changedSince,
	changesBetween,
	isCovered,
	type PathChange,
	type State,
	type StateKind,
	treeAt,
} from './chain.ts'
import type { Contents } from './contents.ts'
import { errnoOf } from './disk-errors.ts'
import type { NotKept, Tree, TreeEntry } from './entry.ts'
import type { Rules } from './ignored.ts'
import { planRewind, type RewindPlan } from './plan.ts'
import { addedWorkTrees, gitOf, workTreeIn } from './repositories.ts'
import { type Restored, restore, type Skipped } from './restore.ts'
import {
	clearUp,
	closeFolders,
	createFolderAccess,
	FINISHED,
	removeJournal,
	restorationOf,
	type Unfinished,
	writeJournal,
} from './restore-journal.ts'
import { type IgnoreMemory, type Scan, scan } from './scan.ts'
import {
	contentsOf,
	linkFrom,
	pruneNeighbours,
	readPacks,
	type SessionFolder,
	sessionFolder,
	startFromNeighbour,
	writeAbout,
} from './session-folders.ts'
import { loadChain, nextNumber, removeStates, saveState } from './state-files.ts'
import type { RestoreStep } from './steps.ts'

export type Checkpoints = {
	/** Reads what has changed, so that `take` has little left to do. Keeps no state. */
	prepare(signal?: AbortSignal): Promise<void>
	/** @returns the id of the state that the tree is in now */
	take(kind: 'before' | 'after', signal?: AbortSignal): Promise<Taken>
	/** Files about to be changed by name, which no scan would find. Real paths. */
	keepNamed(paths: readonly string[]): Promise<void>
	/** What going back would do, for each state asked for; undefined for one that is no longer kept. */
	preview(ids: readonly string[]): Promise<readonly (RewindPlan | undefined)[]>
	/**
	 * @param kept - told how the tree is kept that is about to change, before anything does
	 * @throws when the state is no longer kept, or the present cannot be; and what `kept` throws
	 */
	rewind(id: string, kept?: (undo: string) => Promise<void>): Promise<Rewound>
	/** What differs from a state, or from the first that is kept; undefined when it is no longer. */
	changesSince(id: string | undefined): Promise<readonly PathChange[] | undefined>
	/** @throws when it is not kept, or damaged */
	read(content: string): Promise<Uint8Array>
	/**
	 * Makes one path another one, in a way that can be gone back on like a rewind.
	 * @param kept - told how the tree is kept, before anything changes
	 * @throws when it is not what is expected, or cannot be kept as it is; and what `kept` throws
	 */
	replace(replacement: StoreReplacement, kept: (undo: string) => Promise<void>): Promise<void>
}

/** `expected`, `to`: undefined where nothing is there. `emptied`: folders that go when nothing is left in them. */
export type StoreReplacement = {
	/** Real. */
	path: string
	expected: Pick<TreeEntry, 'kind' | 'content'> | undefined
	to: (Pick<TreeEntry, 'kind' | 'mode' | 'content'> & { bytes: Uint8Array }) | undefined
	emptied: readonly string[]
}

/**
 * `isTooLarge`: only files changed by name are kept, because there are too many. `notKept`: files that could not be,
 * but for those that are larger than the settings allow.
 */
export type Taken = { id: string; isTooLarge: boolean; notKept: readonly string[] }

/** `steps`: what has been done. `unnoted`: why it could not be noted, which is tried again before anything else. */
export type Rewound = RewindPlan & { undo: string; skipped: readonly Skipped[]; unnoted?: string }

export type CheckpointOptions = {
	/** Where all sessions keep theirs. */
	folder: string
	sessionId: string
	/** The session this one is a copy of. */
	parentId?: string | undefined
	/** Real paths. */
	roots: readonly string[]
	/** Never entered: our own data above all. Real paths. */
	excluded: readonly string[]
	rulesAbove(folder: string): Promise<Rules>
	maxFileBytes: number
	/** Of all sessions about these roots together. */
	maxTotalBytes: number
	maxEntries: number
	now(): number
}

/** Reads and writes nothing before the first call. */
export function createCheckpoints(options: CheckpointOptions): Checkpoints {
	let opened: Promise<OpenCheckpoints> | undefined
	// One thing at a time: a scan in the middle of going back would keep a tree that never was.
	const queue = new OneAtATime()
	const inTurn = <Value>(work: (open: OpenCheckpoints) => Promise<Value>): Promise<Value> =>
		queue.run(async () => {
			opened ??= OpenCheckpoints.open(options)
			opened.catch(() => {
				opened = undefined
			})
			return work(await opened)
		})
	return {
		prepare: signal => inTurn(open => open.prepare(signal)),
		take: (kind, signal) => inTurn(open => open.take(kind, signal)),
		keepNamed: paths => inTurn(open => open.keepNamed(paths)),
		preview: ids => inTurn(open => open.preview(ids)),
		rewind: (id, kept) => inTurn(open => open.rewind(id, kept)),
		changesSince: id => inTurn(open => open.changesSince(id)),
		read: content => inTurn(open => open.read(content)),
		replace: (replacement, kept) => inTurn(open => open.replace(replacement, kept)),
	}
}

class OpenCheckpoints {
	private readonly options: CheckpointOptions
	private readonly folder: SessionFolder
	private readonly contents: Contents
	private readonly memory: IgnoreMemory = new Map()
	private readonly named = new Set<string>()
	private states: State[]
	private base: Tree
	/** Of the newest state. */
	private tree: Tree
	/** What was seen last, by which the next scan knows what has not changed. */
	private seen: Tree
	private number: number
	private isTooLarge = false
	private isPruned = false
	/** Put back by going back, but not yet noted as such. */
	private unfinished: Unfinished & { tries: number }

	/** @returns checkpoints whose half-done work of a dead process has been cleared away */
	static async open(options: CheckpointOptions): Promise<OpenCheckpoints> {
		const folder = sessionFolder(options.folder, options.sessionId)
		const unfinished = await clearUp(folder.journal)
		let number = await nextNumber(folder.states)
		if (number === 1 && options.parentId !== undefined) {
			await linkFrom(options.folder, options.parentId, folder)
			number = await nextNumber(folder.states)
		}
		const loaded = await loadChain(folder.states, options.roots).catch(error => {
			// What a disk fails to give now it may give the next time. What is damaged is as good as gone; a new chain
			// begins behind it.
			if (errnoOf(error) !== undefined) throw error
			return undefined
		})
		const seen = loaded?.now ?? (await startFromNeighbour(options.folder, folder, options.roots))
		return new OpenCheckpoints(options, {
			folder,
			contents: await readPacks(folder),
			states: [...(loaded?.chain.states ?? [])],
			base: loaded?.chain.base ?? new Map(),
			tree: loaded?.now ?? new Map(),
			seen,
			number,
			unfinished,
		})
	}

	private constructor(
		options: CheckpointOptions,
		found: {
			folder: SessionFolder
			contents: Contents
			states: State[]
			base: Tree
			tree: Tree
			seen: Tree
			number: number
			unfinished: Unfinished
		},
	) {
		this.options = options
		this.folder = found.folder
		this.contents = found.contents
		this.states = found.states
		this.base = found.base
		this.tree = found.tree
		this.seen = found.seen
		this.number = found.number
		this.unfinished = { ...found.unfinished, tries: 0 }
		for (const { kind, changes } of this.states)
			if (kind === 'named') for (const path of changes.keys()) this.named.add(path)
	}

	async prepare(signal?: AbortSignal): Promise<void> {
		await this.look({ signal })
	}

	async take(kind: StateKind, signal?: AbortSignal): Promise<Taken> {
		await this.finish()
		await this.makeRoom()
		// What a run left behind is kept when it is about to be changed, by the next run or by going back.
		const found = await this.look({ signal, keeps: kind !== 'after', isStrict: kind === 'before' })
		const id = await this.record(kind, found)
		return { id, isTooLarge: found.isTooLarge, notKept: [...notKeptIn(found.tree), ...found.unseen] }
	}

	async keepNamed(paths: readonly string[]): Promise<void> {
		const newest = this.states.at(-1)
		if (!newest) throw new Error('a file is kept by its name only after a state has been')
		const wanted = paths.filter(
			path => !this.named.has(path) && !this.tree.has(path) && !isCovered(path, newest, this.options.roots),
		)
		if (wanted.length === 0) return
		const { tree } = await this.keeping(
			scan({
				...this.scanOptions(),
				keeps: true,
				isStrict: true,
				roots: [],
				named: wanted,
				before: new Map(),
			}),
		)
		for (const path of wanted) this.named.add(path)
		const all = new Map([...this.tree, ...tree])
		const changes = new Map(wanted.map(path => [path, { before: undefined, after: tree.get(path) }] as const))
		await this.push({ ...newest, number: this.number, kind: 'named', changes }, all)
		this.seen = new Map([...this.seen, ...tree])
	}

	async preview(ids: readonly string[]): Promise<readonly (RewindPlan | undefined)[]> {
		await this.finish()
		const found = await this.look()
		const chain = this.chainWith(this.stateOf('undo', found))
		const foreign = await this.foreignRepositories(found.tree)
		return ids.map(id => {
			const target = this.indexOf(id)
			return target === -1 ? undefined : planRewind(chain, target, { now: found.tree, foreign })
		})
	}

	async rewind(id: string, kept?: (undo: string) => Promise<void>): Promise<Rewound> {
		if (this.indexOf(id) === -1) throw new Error(`the files of checkpoint ${id} are no longer kept`)
		await this.finish()
		const undo = await this.record('undo', await this.look())
		await kept?.(undo)
		const now = this.tree
		const foreign = await this.foreignRepositories(now)
		const plan = planRewind(this.chainWith(), this.indexOf(id), { now, foreign })
		const { done, skipped, unnoted } = await this.carryOut(plan.steps, content => this.contents.read(content))
		return { undo, steps: done, left: plan.left, skipped, ...(unnoted !== undefined && { unnoted }) }
	}

	async changesSince(id: string | undefined): Promise<readonly PathChange[] | undefined> {
		await this.finish()
		const target = id === undefined ? 0 : this.indexOf(id)
		if (target === -1) return undefined
		if (this.states.length === 0) return []
		const found = await this.look()
		return changedSince(this.chainWith(this.stateOf('undo', found)), target, found.tree)
	}

	async read(content: string): Promise<Uint8Array> {
		return this.contents.read(content)
	}

	async replace({ path, expected, to, emptied }: StoreReplacement, kept: (undo: string) => Promise<void>) {
		await this.finish()
		await this.makeRoom()
		if (this.states.length === 0) await this.record('undo', await this.look({ isStrict: true }))
		await this.keepNamed([path])
		const undo = await this.record('undo', await this.look({ isStrict: true }))
		const from = this.tree.get(path)
		if (from?.notKept !== undefined) throw new Error(`it cannot be kept as it is now (${from.notKept})`)
		if (from?.kind !== expected?.kind || from?.content !== expected?.content)
			throw new Error('it was changed a moment ago')
		const entry = to && { kind: to.kind, mode: to.mode, content: to.content, stamp: from?.stamp ?? NO_STAMP }
		const step: RestoreStep = { path, from, to: entry, isChangedByHand: false }
		// Other names of the file go on showing what it holds.
		const isShared = from?.kind === 'file' && to?.kind === 'file' && from.stamp.links > 1
		const folders = emptied.flatMap((folder): readonly RestoreStep[] => {
			const there = this.tree.get(folder)
			return there ? [{ path: folder, from: there, to: undefined, isChangedByHand: false }] : []
		})
		await kept(undo)
		const steps = [isShared ? { ...step, isInPlace: true as const } : step, ...folders]
		const { skipped } = await this.carryOut(steps, async () => to?.bytes ?? new Uint8Array())
		const failed = skipped.find(each => each.path === path)
		if (failed) throw new Error(failed.why)
	}

	private async carryOut(
		steps: readonly RestoreStep[],
		read: (content: string) => Promise<Uint8Array>,
	): Promise<Restored & { unnoted: string | undefined }> {
		const restoration = restorationOf(steps, `.keelson-${randomBytes(6).toString('hex')}-`)
		await writeJournal(this.folder.journal, restoration)
		const { done, skipped } = await restore(steps, {
			read,
			temporaryName: restoration.temporaryName,
			access: createFolderAccess(restoration.closed),
			maxFileBytes: this.options.maxFileBytes,
		})
		// Once more before it is noted, and then it is told of.
		await closeFolders(restoration.closed).catch(() => undefined)
		// The files are where they are by now, whether or not that can be kept as well.
		this.unfinished = { ...restoration, tries: 0 }
		const unnoted = await this.finish().then(() => undefined, messageOf)
		return { done, skipped, unnoted }
	}

	/**
	 * Notes what going back has made of the tree, if that is still to be done: the process died, or the disk was full.
	 * Only of the paths it was about: anything else that has changed since was somebody else.
	 */
	private async finish(): Promise<void> {
		const newest = this.states.at(-1)
		const { paths, closed, tries } = this.unfinished
		if (paths.length === 0) return
		// What cannot be done or looked at this time is left out the next one: it may never be.
		this.unfinished = { ...this.unfinished, tries: tries + 1 }
		await closeFolders(closed).catch(error => {
			if (tries === 0) throw error
		})
		if (newest?.kind === 'undo') {
			const before = only(new Set(paths), this.seen)
			const named = { keeps: true, isStrict: tries === 0, roots: [], named: paths, before }
			const { tree: found, unseen } = await this.keeping(scan({ ...this.scanOptions(), ...named }))
			// It was seen a moment ago, and what is known of it is how it was before.
			if (tries === 0 && unseen[0] !== undefined) throw new Error(`${unseen[0]} may not be looked at`)
			const tree = new Map(this.tree)
			const seen = new Map(this.seen)
			for (const path of paths) {
				const entry = found.get(path)
				for (const known of [tree, seen]) {
					if (entry) known.set(path, entry)
					else known.delete(path)
				}
			}
			const changes = changesBetween(this.tree, tree)
			await this.push(
				{ ...newest, number: this.number, kind: 'rewound', atMs: this.options.now(), changes },
				tree,
			)
			this.seen = seen
		}
		this.unfinished = { ...FINISHED, tries: 0 }
		await removeJournal(this.folder.journal)
	}

	/** Each `.git` with a work tree out of our sight, whose commits are in it too. */
	private async foreignRepositories(tree: Tree): Promise<ReadonlySet<string>> {
		const foreign = new Set<string>()
		for (const path of addedWorkTrees(tree)) {
			const folder = workTreeIn(await readFile(path, 'utf8').catch(() => ''))
			const isOurs = this.options.roots.some(root => folder === root || folder.startsWith(`${root}/`))
			if (!isOurs) foreign.add(gitOf(path) ?? path)
		}
		return foreign
	}

	private scanOptions() {
		const { roots, excluded, rulesAbove, maxFileBytes, maxTotalBytes, maxEntries, now } = this.options
		let roomBytes = maxTotalBytes - this.contents.sizeBytes()
		return {
			roots,
			excluded: new Set(excluded),
			rulesAbove,
			maxFileBytes,
			maxEntries,
			maxGitEntries: MAX_GIT_ENTRIES,
			memory: this.memory,
			contents: this.contents,
			named: this.named,
			before: this.seen,
			nowMs: now(),
			hasRoom: (sizeBytes: number) => {
				if (sizeBytes > roomBytes) return false
				roomBytes -= sizeBytes
				return true
			},
		}
	}

	private async look({ signal, keeps = true, isStrict = false }: LookOptions = {}): Promise<Scan> {
		const options = { ...this.scanOptions(), keeps, isStrict, signal }
		const found = await this.keeping(
			this.isTooLarge ? scan({ ...options, roots: [], before: only(this.named, this.tree) }) : scan(options),
		)
		this.isTooLarge ||= found.isTooLarge
		if (!this.isTooLarge) {
			this.seen = found.tree
			return found
		}
		// Nothing is known of the rest, so nothing is said about it.
		const tree = new Map(this.tree)
		for (const path of this.named) tree.delete(path)
		for (const [path, entry] of found.tree) tree.set(path, entry)
		return { ...found, tree, uncovered: this.options.roots, isTooLarge: true }
	}

	/** A scan counts when all that it found to keep is kept. */
	private async keeping(scanning: Promise<Scan>): Promise<Scan> {
		try {
			const found = await scanning
			await this.contents.flush()
			return found
		} catch (error) {
			await this.contents.abandon()
			throw error
		}
	}

	private stateOf(kind: StateKind, found: Scan): State {
		return {
			number: this.number,
			kind,
			atMs: this.options.now(),
			changes: this.states.length === 0 ? new Map() : changesBetween(this.tree, found.tree),
			uncovered: new Set(found.uncovered),
			isTooLarge: found.isTooLarge,
			coversGit: true,
		}
	}

	private async record(kind: StateKind, found: Scan): Promise<string> {
		const state = this.stateOf(kind, found)
		if (this.states.length === 0) this.base = found.tree
		await this.push(state, found.tree)
		return idOf(state)
	}

	private async push(state: State, tree: Tree): Promise<void> {
		if (this.states.length === 0) await writeAbout(this.folder, this.options.roots)
		await saveState(this.folder.states, state, this.states.length === 0 ? tree : undefined)
		this.states.push(state)
		this.number = state.number + 1
		this.tree = tree
		if (this.isPruned) return
		this.isPruned = true
		// The state is kept by now; room that cannot be made is made another time.
		await pruneNeighbours(this.options.folder, this.folder, this.options.roots, this.options).catch(
			() => undefined,
		)
	}

	/** A session that fills its room lets go of its oldest states, half of them at a time. */
	private async makeRoom(): Promise<void> {
		if (this.contents.sizeBytes() < this.options.maxTotalBytes * FULL || this.states.length < 3) return
		const dropped = Math.floor(this.states.length / 2)
		const kept = this.states[dropped]
		if (!kept) return
		const base = treeAt(this.chainWith(), dropped)
		await saveState(this.folder.states, kept, base)
		await removeStates(this.folder.states, kept.number)
		this.base = base
		this.states = [{ ...kept, changes: new Map() }, ...this.states.slice(dropped + 1)]
		const later = this.states.map(({ changes }) => afterwards(changes))
		await this.contents.keepOnly(contentsOf([base, this.seen, ...later]))
	}

	private chainWith(...more: readonly State[]): Chain {
		return { roots: this.options.roots, base: this.base, states: [...this.states, ...more] }
	}

	private indexOf(id: string): number {
		return this.states.findIndex(state => idOf(state) === id)
	}
}

type LookOptions = {
	signal?: AbortSignal | undefined
	keeps?: boolean
	isStrict?: boolean
}

const NO_STAMP: TreeEntry['stamp'] = {
	sizeBytes: 0,
	modifiedMs: 0,
	changedMs: 0,
	inode: 0,
	links: 1,
	isSettled: false,
}

const FULL = 0.75

/** Git itself packs its objects when there are some seven thousand. */
const MAX_GIT_ENTRIES = 50_000

const UNKEPT: ReadonlySet<NotKept | undefined> = new Set(['unreadable', 'no-room'])

function notKeptIn(tree: Tree): readonly string[] {
	const found: string[] = []
	for (const [path, { notKept }] of tree) if (UNKEPT.has(notKept)) found.push(path)
	return found
}

function idOf({ number }: State): string {
	return `c${number}`
}

function only(paths: ReadonlySet<string>, tree: Tree): Tree {
	return new Map([...paths].flatMap(path => (tree.has(path) ? [[path, tree.get(path)!] as const] : [])))
}

function afterwards(changes: State['changes']): Tree {
	const entries = new Map<string, TreeEntry>()
	for (const [path, { after }] of changes) if (after) entries.set(path, after)
	return entries
}
