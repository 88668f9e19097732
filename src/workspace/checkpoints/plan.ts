// The rewind plan: only what a run changed since is touched, and nothing is taken away that somebody else made or
// that could not be brought back again.

import { type Author, authorOf, type Chain, entryAt } from './chain.ts'
import { isSame, type NotKept, type Tree, type TreeEntry } from './entry.ts'

export type RewindPlan = {
	/** In no order. */
	steps: readonly RestoreStep[]
	left: readonly Left[]
}

export type RestoreStep = {
	path: string
	from: TreeEntry | undefined
	to: TreeEntry | undefined
	/** Somebody changed it after the last run did: what they made of it is only kept for taking this back. */
	isChangedByHand: boolean
}

/**
 * What stays as it is although a run changed it. `not-kept`: it was not kept then, so it cannot be brought back.
 * `would-be-lost`: it is not kept now, so it could not be brought back later. `unknown-maker`: nobody knows whether a
 * run made it.
 */
export type Left = { path: string; why: 'not-kept' | 'would-be-lost' | 'unknown-maker'; notKept?: NotKept }

/** @param now - the tree of the last state of the chain */
export function planRewind(chain: Chain, target: number, now: Tree): RewindPlan {
	const steps: RestoreStep[] = []
	const left: Left[] = []
	for (const [path, { isOurs, madeBy, lastBy }] of touchedSince(chain, target)) {
		if (!isOurs) continue
		const { isKnown, entry: to } = entryAt(chain, target, path)
		const from = now.get(path)
		if (isKnown && isSame(from, to)) continue
		if (!isKnown) {
			if (from) left.push({ path, why: 'not-kept' })
		} else if (to?.notKept) left.push({ path, why: 'not-kept', notKept: to.notKept })
		else if (from?.notKept) left.push({ path, why: 'would-be-lost', notKept: from.notKept })
		else if (!to && madeBy !== 'run' && madeBy !== 'rewind') {
			// A folder shows nothing that is not told of what is in it.
			if (madeBy === 'unknown' && from?.kind !== 'folder') left.push({ path, why: 'unknown-maker' })
		} else steps.push({ path, from, to, isChangedByHand: lastBy === 'somebody' })
	}
	return { steps, left }
}

type Touched = { isOurs: boolean; madeBy: Author | undefined; lastBy: Author }

function touchedSince(chain: Chain, target: number): ReadonlyMap<string, Touched> {
	const touched = new Map<string, Touched>()
	for (let index = target + 1; index < chain.states.length; index++) {
		const state = chain.states[index]
		if (!state || state.kind === 'named') continue
		const author = authorOf(chain, index)
		for (const [path, { before, after }] of state.changes) {
			if (isSame(before, after)) continue
			const known = touched.get(path)
			touched.set(path, {
				isOurs: (known?.isOurs ?? false) || author !== 'somebody',
				madeBy: !before && after ? author : known?.madeBy,
				lastBy: author,
			})
		}
	}
	return touched
}
