// The rewind plan: only what a run changed since is touched, and nothing is taken away that somebody else made or
// that could not be brought back again.

import { type Author, authorOf, type Chain, entryAt, treeAt } from './chain.ts'
import { hasSameContent, isSame, type Tree, type TreeEntry } from './entry.ts'
import { isRelinked, withLinks } from './hard-links.ts'
import { ForeignGitChanges, withWholeRepositories } from './repositories.ts'
import type { Left, RestoreStep } from './steps.ts'

export type RewindPlan = {
	/** In no order. */
	steps: readonly RestoreStep[]
	left: readonly Left[]
}

/**
 * @param now - the tree of the last state of the chain
 * @param foreign - each `.git` that is also worked in from out of the tree
 */
export function planRewind(
	chain: Chain,
	target: number,
	{ now, foreign }: { now: Tree; foreign: ReadonlySet<string> },
): RewindPlan {
	const plan: { steps: RestoreStep[]; left: Left[] } = { steps: [], left: [] }
	const candidates: RestoreStep[] = []
	const unkept: UnkeptStep[] = []
	const changes = new ForeignGitChanges()
	for (const [path, touched] of touchedSince(chain, target)) {
		if (touched.isForeign) changes.note(path, touched.kind)
		if (!touched.isOurs) continue
		const { isKnown, entry: to } = entryAt(chain, target, path)
		const from = now.get(path)
		const step = { path, from, to, isChangedByHand: touched.lastBy === 'somebody' }
		if (!isKnown) {
			if (from) plan.left.push({ path, why: 'not-kept' })
		} else if (!isSame(from, to)) {
			const left = whyLeft(step, touched)
			if (!left) plan.steps.push(step)
			else if (left !== 'nothing' && left.notKept) unkept.push({ step, touched, left })
			// A folder shows nothing that is not told of what is in it.
			else if (left !== 'nothing') plan.left.push({ path, ...left })
		} else if (isRelinked(from, to)) candidates.push(step)
	}
	addUnkept(plan, unkept, now)
	const whole = withWholeRepositories(plan, { foreign, changes })
	const steps = withLinks(whole.steps, { candidates, now, targetTree: () => treeAt(chain, target) })
	return { ...whole, steps }
}

/** @returns undefined where nothing speaks against it; `nothing` where there is nothing to tell */
function whyLeft({ from, to }: RestoreStep, { madeBy }: Touched): Omit<Left, 'path'> | 'nothing' | undefined {
	if (from?.kind === 'special' || to?.kind === 'special') return { why: 'special' }
	// Of what is the same but for its mode nothing else has to be brought back.
	const isContentThere = from !== undefined && to !== undefined && hasSameContent(from, to)
	if (isContentThere && from.mode !== to.mode) return undefined
	if (to?.notKept) return { why: 'not-kept', notKept: to.notKept }
	if (from?.notKept) return { why: 'would-be-lost', notKept: from.notKept }
	if (to || madeBy === 'run' || madeBy === 'rewind') return undefined
	return madeBy === 'unknown' && from?.kind !== 'folder' ? { why: 'unknown-maker' } : 'nothing'
}

type UnkeptStep = { step: RestoreStep; touched: Touched; left: Omit<Left, 'path'> }

/**
 * A file whose content was not kept is not lost as long as it has another name: a run that only moved it can be gone
 * back on by linking, and a name that the run gave it may go.
 */
function addUnkept(
	plan: { steps: RestoreStep[]; left: Left[] },
	unkept: readonly UnkeptStep[],
	now: Tree,
): void {
	if (unkept.length === 0) return
	const there = [...now].filter(([, { kind, notKept }]) => kind === 'file' && notKept !== undefined)
	const nameOf = (entry: TreeEntry, except: string) =>
		there.find(([path, other]) => path !== except && hasSameContent(entry, other))?.[0]
	const goingAway: UnkeptStep[] = []
	const linked: RestoreStep[] = []
	for (const each of unkept) {
		const { step, touched, left } = each
		const linkTo = step.to?.notKept && !step.from?.notKept ? nameOf(step.to, step.path) : undefined
		if (linkTo !== undefined) linked.push({ ...step, linkTo })
		else if (!step.to && (touched.madeBy === 'run' || touched.madeBy === 'rewind')) goingAway.push(each)
		else plan.left.push({ path: step.path, ...left })
	}
	const away = new Set(goingAway.map(({ step }) => step.path))
	for (const { step, left } of goingAway) {
		const { path, from } = step
		const staying = there.find(([other, entry]) => !away.has(other) && from && hasSameContent(entry, from))
		const heldBy = linked.find(({ to }) => to && from && hasSameContent(to, from))?.path ?? staying?.[0]
		if (heldBy === undefined) plan.left.push({ path, ...left })
		else plan.steps.push({ ...step, heldBy })
	}
	plan.steps.push(...linked)
}

type Touched = {
	isOurs: boolean
	/** Somebody else changed it too. */
	isForeign: boolean
	kind: TreeEntry['kind']
	madeBy: Author | undefined
	lastBy: Author
}

function touchedSince(chain: Chain, target: number): ReadonlyMap<string, Touched> {
	const touched = new Map<string, Touched>()
	for (let index = target + 1; index < chain.states.length; index++) {
		const state = chain.states[index]
		if (!state || state.kind === 'named') continue
		const author = authorOf(chain, index)
		for (const [path, { before, after }] of state.changes) {
			if (isSame(before, after) && !isRelinked(before, after)) continue
			const known = touched.get(path)
			const isForeign = author === 'somebody'
			touched.set(path, {
				isOurs: (known?.isOurs ?? false) || !isForeign,
				isForeign: (known?.isForeign ?? false) || isForeign,
				kind: (after ?? before)?.kind ?? 'file',
				madeBy: !before && after ? author : known?.madeBy,
				lastBy: author,
			})
		}
	}
	return touched
}
