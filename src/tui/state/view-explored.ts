// Calls that only looked at something, gathered while they follow each other: one block for all of them, made when
// something else comes.

import { type Block, type Blocks, type CallView, withBlocks } from './view-block.ts'

/** A call that may stand in a group: it read or searched, and nothing about it has to be seen. */
export function isExploring({ state, tier, result, question }: CallView): boolean {
	if (state !== 'ok' || tier !== 'read-only' || question || result?.images) return false
	const { detail } = result ?? {}
	return detail?.type === 'counted' || (detail?.type === 'files' && detail.diff === undefined)
}

/**
 * A failure is never folded away, but one among others of its kind does not take them apart: it is shown below them.
 * @param group - what it follows
 */
export function staysInGroup(call: CallView, group: readonly CallView[]): boolean {
	if (isExploring(call)) return true
	const { state, tier, question } = call
	return (
		state === 'failed' && tier === 'read-only' && !question && group.some(({ tool }) => tool === call.tool)
	)
}

export type Exploring = {
	blocks: Blocks
	/** Calls that are no block yet: more may follow. */
	explored: readonly CallView[]
}

/** Ended calls in their order: those that can wait for more of their kind do. */
export function withEndedCalls<Shown extends Exploring>(view: Shown, ended: readonly CallView[]): Shown {
	let { blocks, explored } = view
	for (const call of ended) {
		if (staysInGroup(call, explored)) {
			explored = [...explored, call]
			continue
		}
		blocks = withBlocks(blocks, [...exploredBlocks(explored), { kind: 'call', call }])
		explored = []
	}
	return { ...view, blocks, explored }
}

/** Something else is shown, or nothing more comes: what has been gathered is a block. */
export function withoutExplored<Shown extends Exploring>(view: Shown): Shown {
	if (view.explored.length === 0) return view
	return { ...view, blocks: withBlocks(view.blocks, exploredBlocks(view.explored)), explored: [] }
}

function exploredBlocks(calls: readonly CallView[]): readonly Block[] {
	const [only] = calls
	if (!only) return []
	return [calls.length === 1 ? { kind: 'call', call: only } : { kind: 'explored', calls }]
}
