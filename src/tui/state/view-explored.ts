// Calls that only looked at something, gathered while they follow each other: one block for all of them, made when
// something else comes.

import { isObject, parseJson } from '../../core/json.ts'
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

/**
 * What is one row while it goes on: what has been looked at so far, and of the calls at work those at their front that will
 * join it, as reads side by side do. A call by itself is shown by itself.
 */
export function exploringNow({
	explored,
	calls,
}: {
	explored: readonly CallView[]
	calls: readonly CallView[]
}): {
	group: readonly CallView[]
	others: readonly CallView[]
} {
	const group = [...explored]
	let taken = 0
	for (const call of calls) {
		if (!staysInGroup(call, group) && !willLook(call, group)) break
		group.push(call)
		taken++
	}
	const [only] = group
	if (group.length === 1 && only?.endedAt === undefined) return { group: [], others: calls }
	return { group, others: calls.slice(taken) }
}

/** By what it is asked for, as its result is still to come. Of what waits only its tool is known. */
function willLook(call: CallView, group: readonly CallView[]): boolean {
	const { state, tier, tool, progress } = call
	if (state === 'waiting') return group.some(other => other.tool === tool)
	return state === 'running' && tier === 'read-only' && progress === '' && soughtBy(call) !== undefined
}

/** Whether a call reads, or searches, or neither can be told. */
export function soughtBy({ result, arguments: written }: CallView): 'read' | 'search' | undefined {
	if (result) return result.detail?.type === 'files' ? 'read' : 'search'
	const input = parseJson(written)
	if (!isObject(input) || typeof input.command === 'string') return undefined
	if (typeof input.pattern === 'string') return 'search'
	return typeof input.path === 'string' ? 'read' : undefined
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
