// The checkpoint chain: states of a work tree one after the other, each as what changed since the one before, and who
// changed it.

import { dirname } from 'node:path'
import { isSame, type Tree, type TreeEntry } from './entry.ts'

/**
 * `before` and `after` stand around what a run did, `undo` and `rewound` around what going back did. `named` is no
 * state of the whole: it adds files that no scan would have found, as they were before anybody touched them.
 */
export type StateKind = 'before' | 'after' | 'undo' | 'rewound' | 'named'

export type State = {
	number: number
	kind: StateKind
	atMs: number
	/** What is known of every path whose entry is another one than in the state before. */
	changes: ReadonlyMap<string, Change>
	uncovered: ReadonlySet<string>
	isTooLarge: boolean
	/** False for states of an earlier version, which left everything below a `.git` out. */
	coversGit: boolean
}

export type Change = { before: TreeEntry | undefined; after: TreeEntry | undefined }

export type Chain = {
	roots: readonly string[]
	/** The tree of the first state. */
	base: Tree
	states: readonly State[]
}

/** `unknown`: the process died in between, so it may have been the run or somebody else. */
export type Author = 'run' | 'rewind' | 'somebody' | 'unknown'

/** Who made the changes of the state at this place in the chain. */
export function authorOf({ states }: Chain, index: number): Author {
	const kind = states[index]?.kind
	let before: StateKind | undefined = 'named'
	// Asked of each of thousands of states, so nothing is copied.
	for (let at = index - 1; before === 'named'; at--) before = states[at]?.kind
	if (before === 'before') return kind === 'after' ? 'run' : 'unknown'
	if (before === 'undo') return kind === 'rewound' ? 'rewind' : 'unknown'
	return 'somebody'
}

/** What was there in a state; `isKnown` is false where nobody had looked. */
export function entryAt(
	chain: Chain,
	index: number,
	path: string,
): { isKnown: boolean; entry: TreeEntry | undefined } {
	const { states, base } = chain
	for (let at = index; at >= 0; at--) {
		const change = states[at]?.changes.get(path)
		if (change) return { isKnown: true, entry: change.after }
	}
	if (base.has(path)) return { isKnown: true, entry: base.get(path) }
	const state = states[index]
	if (state && isCovered(path, state, chain.roots)) return { isKnown: true, entry: undefined }
	const named = states.slice(index + 1).find(({ kind, changes }) => kind === 'named' && changes.has(path))
	return { isKnown: named !== undefined, entry: named?.changes.get(path)?.after }
}

/** Whether the scan of a state would have found what is at a path. */
export function isCovered(
	path: string,
	{ uncovered, isTooLarge, coversGit }: Pick<State, 'uncovered' | 'isTooLarge' | 'coversGit'>,
	roots: readonly string[],
): boolean {
	if (isTooLarge || (!coversGit && path.split('/').includes('.git'))) return false
	for (let at = path; ; at = dirname(at)) {
		if (uncovered.has(at)) return false
		if (roots.includes(at)) return true
		if (at === dirname(at)) return false
	}
}

/** A path that is another one than it was. `isByHand`: no run has touched it since. */
export type PathChange = {
	path: string
	before: TreeEntry | undefined
	after: TreeEntry | undefined
	isByHand: boolean
}

/**
 * What differs from a state, as far as it is known how it was then.
 * @param now - the tree of the last state of the chain
 */
export function changedSince(chain: Chain, target: number, now: Tree): readonly PathChange[] {
	const ours = new Set<string>()
	const touched = new Set<string>()
	for (let index = target + 1; index < chain.states.length; index++) {
		const { kind, changes } = chain.states[index]!
		if (kind === 'named') continue
		const author = authorOf(chain, index)
		const isOurs = author === 'run' || author === 'unknown'
		for (const [path, { before, after }] of changes) {
			if (isSame(before, after)) continue
			touched.add(path)
			if (isOurs) ours.add(path)
		}
	}
	const found: PathChange[] = []
	for (const path of touched) {
		const { isKnown, entry: before } = entryAt(chain, target, path)
		const after = now.get(path)
		if (isKnown && !isSame(before, after)) found.push({ path, before, after, isByHand: !ours.has(path) })
	}
	return found
}

/** Every path whose entry differs, if only in its times. */
export function changesBetween(before: Tree, after: Tree): ReadonlyMap<string, Change> {
	const changes = new Map<string, Change>()
	for (const [path, entry] of after) {
		const old = before.get(path)
		if (old !== entry && !(old && isTwin(old, entry))) changes.set(path, { before: old, after: entry })
	}
	if (before.size + changes.size === after.size) return changes
	for (const [path, entry] of before)
		if (!after.has(path)) changes.set(path, { before: entry, after: undefined })
	return changes
}

/** The same, and known to be so in the same way. */
function isTwin(a: TreeEntry, b: TreeEntry): boolean {
	if (!isSame(a, b)) return false
	if (a.kind !== 'file') return true
	return (
		a.notKept === b.notKept &&
		a.stamp.inode === b.stamp.inode &&
		a.stamp.links === b.stamp.links &&
		a.stamp.modifiedMs === b.stamp.modifiedMs &&
		a.stamp.changedMs === b.stamp.changedMs &&
		a.stamp.sizeBytes === b.stamp.sizeBytes &&
		a.stamp.isSettled === b.stamp.isSettled
	)
}

/** The tree of a state. */
export function treeAt({ base, states }: Pick<Chain, 'base' | 'states'>, index: number): Tree {
	const tree = new Map(base)
	for (const { changes } of states.slice(0, index + 1)) {
		for (const [path, { after }] of changes) {
			if (after) tree.set(path, after)
			else tree.delete(path)
		}
	}
	return tree
}
