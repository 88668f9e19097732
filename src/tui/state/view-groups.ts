// Calls that only looked at something, or were agents, gathered while they follow each other: one block for all of them,
// made when something else comes.

import { isObject, parseJson } from '../../core/json.ts'
import { type Block, type Blocks, type CallView, withBlocks } from './view-block.ts'

/** A call that may stand in a group: it read or searched, nobody was asked, and nothing about it has to be seen. */
export function isExploring({ state, tier, result, question, answered }: CallView): boolean {
	if (state !== 'ok' || tier !== 'read-only' || question || answered || result?.images) return false
	const { detail } = result ?? {}
	return detail?.type === 'counted' || (detail?.type === 'files' && detail.diff === undefined)
}

/**
 * A failure is never folded away, but one among others of its kind does not take them apart: it is shown below them.
 * @param group - what it follows
 */
export function staysInGroup(call: CallView, group: readonly CallView[]): boolean {
	if (isOfAgents(group)) return isAgent(call) && (call.state === 'ok' || call.state === 'failed')
	if (isExploring(call)) return true
	const { state, tier, question } = call
	return (
		state === 'failed' && tier === 'read-only' && !question && group.some(({ tool }) => tool === call.tool)
	)
}

export function isOfAgents([first]: readonly CallView[]): boolean {
	return first !== undefined && isAgent(first)
}

/** One that was waited for: what goes on in the background has a row elsewhere. */
function isAgent({ agent }: CallView): boolean {
	return agent !== undefined && !agent.isBackground
}

/** Whether more like it may follow. */
function beginsGroup(call: CallView): boolean {
	return isExploring(call) || (isAgent(call) && call.state === 'ok')
}

/**
 * What is one row while it goes on: what has been looked at so far, and of the calls at work those at their front that will
 * join it, as reads side by side do. A call by itself is shown by itself.
 */
export function gatheredNow({
	gathered,
	calls,
}: {
	gathered: readonly CallView[]
	calls: readonly CallView[]
}): {
	group: readonly CallView[]
	others: readonly CallView[]
} {
	const group = [...gathered]
	// Each of those that still work has a row of its own.
	if (isOfAgents(group)) return { group, others: calls }
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

export type Gathering = {
	blocks: Blocks
	/** Calls that are no block yet: more may follow. */
	gathered: readonly CallView[]
}

/** Ended calls in their order: those that can wait for more of their kind do. */
export function withEndedCalls<Shown extends Gathering>(view: Shown, ended: readonly CallView[]): Shown {
	let { blocks, gathered } = view
	for (const call of ended) {
		if (staysInGroup(call, gathered)) {
			gathered = [...gathered, call]
			continue
		}
		const begins = beginsGroup(call)
		blocks = withBlocks(blocks, [
			...groupBlocks(gathered),
			...(begins ? [] : [{ kind: 'call', call } as const]),
		])
		gathered = begins ? [call] : []
	}
	return { ...view, blocks, gathered }
}

/** Something else is shown, or nothing more comes: what has been gathered is a block. */
export function withoutGathered<Shown extends Gathering>(view: Shown): Shown {
	if (view.gathered.length === 0) return view
	return { ...view, blocks: withBlocks(view.blocks, groupBlocks(view.gathered)), gathered: [] }
}

function groupBlocks(calls: readonly CallView[]): readonly Block[] {
	const [only] = calls
	if (!only) return []
	return [calls.length === 1 ? { kind: 'call', call: only } : { kind: 'group', calls }]
}
