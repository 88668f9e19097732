// What a session knows besides its conversation: what it cost, the plan, the files, its settings. A fold that starts
// from what the last compaction carried over, so that the log's tail gives the same answer as all of it.

import type { CompactionSnapshot, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { CallId } from '../../core/ids.ts'
import { addCost, addSpent, addUsage, carriedSpent, NO_USAGE } from '../../core/usage.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { activeEvents } from './active-events.ts'
import { preambleIn } from './preamble.ts'

/**
 * Going back does not give money back or unsay a setting; the plan and the files are what they were then.
 * @param envelopes - a whole log, or a tail of one with its last compaction in it
 */
export function snapshotOf(envelopes: readonly StoredEnvelope[]): CompactionSnapshot {
	const counting = fromCompaction(activeEvents(envelopes))
	const preamble = preambleIn(envelopes)
	return {
		...spentIn(fromCompaction(envelopes)),
		todo: todoOf(counting),
		files: filesIn(counting),
		...(preamble && { preamble }),
	}
}

/** The run that was going on, if one was. Only looks at that run. */
export function runIn(envelopes: readonly StoredEnvelope[]): CompactionSnapshot['run'] {
	const at = envelopes.findLastIndex(
		({ event: { type } }) => type === 'run-start' || type === 'run-end' || type === 'compaction',
	)
	return spentIn(envelopes.slice(Math.max(0, at))).run
}

/** What the session goes by, looked for from the end, where most of it stands. */
export function settingsIn(
	envelopes: readonly StoredEnvelope[],
): Pick<CompactionSnapshot, 'chain' | 'approvals' | 'effort' | 'name'> {
	const found: Mutable<ReturnType<typeof settingsIn>> = {}
	const note = ({ chain, approvals, effort, name }: typeof found) => {
		if (chain) found.chain ??= chain
		if (approvals) found.approvals ??= approvals
		if (effort) found.effort ??= effort
		if (name !== undefined) found.name ??= name
	}
	for (let at = envelopes.length - 1; at >= 0; at--) {
		const { event } = envelopes[at]!
		switch (event.type) {
			case 'session-rename':
				note({ name: event.name })
				break
			case 'approvals-set':
				note({ approvals: event.mode })
				break
			case 'model-set':
				note({ chain: event.chain })
				break
			case 'effort-set':
				note({ effort: event.effort })
				break
			case 'run-start':
				note(event.snapshot)
				break
			case 'compaction':
				note(event.carried)
				return found
			// Left out, the commonest first: a long log is folded before any of it is shown.
			case 'turn-start':
			case 'turn-end':
			case 'attempt-start':
			case 'attempt-end':
			case 'tool-start':
			case 'tool-end':
			case 'message-end':
			case 'session-start':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'steer':
			case 'correction':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
			case 'run-end':
				break
			default:
				assertNever(event)
		}
	}
	return found
}

function fromCompaction(envelopes: readonly StoredEnvelope[]): readonly StoredEnvelope[] {
	return envelopes.slice(
		Math.max(
			0,
			envelopes.findLastIndex(({ event }) => event.type === 'compaction'),
		),
	)
}

function todoOf(envelopes: readonly StoredEnvelope[]): CompactionSnapshot['todo'] {
	const { event } = envelopes.findLast(({ event }) => event.type === 'compaction' || setsTodo(event)) ?? {}
	if (event?.type === 'compaction') return event.carried.todo
	const detail = event?.type === 'tool-end' ? event.result.detail : undefined
	return detail?.type === 'todo' ? detail.items : []
}

function setsTodo(event: StoredEvent): boolean {
	return event.type === 'tool-end' && event.result.detail?.type === 'todo'
}

/** Which files the model has read or changed, oldest first. */
export function filesOf(envelopes: readonly StoredEnvelope[]): CompactionSnapshot['files'] {
	return filesIn(fromCompaction(activeEvents(envelopes)))
}

function filesIn(envelopes: readonly StoredEnvelope[]): CompactionSnapshot['files'] {
	const files: FileMap = new Map()
	const changing = new Set<CallId>()
	for (const { event } of envelopes) {
		switch (event.type) {
			case 'compaction':
				for (const file of event.carried.files) files.set(file.path, file)
				break
			case 'tool-start':
				if (event.tier !== 'read-only') changing.add(event.callId)
				break
			case 'tool-end':
				noteFiles(files, event, changing.has(event.callId))
				break
			// Left out, the commonest first: a long log is folded before any of it is shown.
			case 'turn-start':
			case 'turn-end':
			case 'attempt-start':
			case 'attempt-end':
			case 'message-end':
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'run-start':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'steer':
			case 'correction':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
			case 'run-end':
				break
			default:
				assertNever(event)
		}
	}
	return [...files.values()]
}

type FileMap = Map<string, CompactionSnapshot['files'][number]>

type SpentBefore = Omit<CompactionSnapshot, 'todo' | 'files'>

const NOTHING: SpentBefore = { usage: NO_USAGE, costMicroUsd: 0, isCostPartial: false }

/** Changes in place: a long log has many of these, and it is folded before its first message can be shown. */
function spentIn(envelopes: readonly StoredEnvelope[]): SpentBefore {
	let spent: Mutable<SpentBefore> = { ...NOTHING }
	for (const { event } of envelopes) {
		switch (event.type) {
			case 'compaction':
				spent = { ...event.carried, spentBy: carriedSpent(event.carried) }
				break
			case 'session-rename':
				spent.name = event.name
				break
			case 'approvals-set':
				spent.approvals = event.mode
				break
			case 'model-set':
				spent.chain = event.chain
				break
			case 'effort-set':
				spent.effort = event.effort
				break
			case 'run-start': {
				const { chain, approvals, effort } = event.snapshot
				spent.run = { usage: NO_USAGE, costMicroUsd: 0, turns: 0 }
				spent.chain = chain
				spent.approvals = approvals
				if (effort) spent.effort = effort
				break
			}
			case 'turn-start':
				if (spent.run) spent.run = { ...spent.run, turns: event.turn }
				break
			case 'attempt-end':
			case 'agent-end':
				spendAttempt(spent, event)
				break
			case 'run-end':
				delete spent.run
				break
			// Left out, the commonest first: a long log is folded before any of it is shown.
			case 'turn-end':
			case 'attempt-start':
			case 'tool-start':
			case 'tool-end':
			case 'message-end':
			case 'session-start':
			case 'memory-drop':
			case 'agent-start':
			case 'steer':
			case 'correction':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
				break
			default:
				assertNever(event)
		}
	}
	return spent
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function spendAttempt(
	spent: Mutable<SpentBefore>,
	event: Extract<StoredEvent, { type: 'attempt-end' | 'agent-end' }>,
): void {
	const { run } = spent
	const { usage, costMicroUsd } = event
	spent.usage = addUsage(spent.usage, usage)
	spent.costMicroUsd += costMicroUsd ?? 0
	spent.isCostPartial ||= costMicroUsd === undefined
	spent.spentBy = addSpent(spent.spentBy ?? {}, event)
	if (run)
		spent.run = {
			...run,
			usage: addUsage(run.usage, usage),
			costMicroUsd: addCost(run.costMicroUsd, costMicroUsd),
		}
}

/** The newest stands last, as it does in the order of the results. */
function noteFiles(
	files: FileMap,
	{ result: { detail } }: Extract<StoredEvent, { type: 'tool-end' }>,
	isChange: boolean,
): void {
	if (detail?.type !== 'files') return
	for (const { path, sha256 } of detail.seen) {
		const changed = isChange || detail.diff !== undefined || files.get(path)?.changed === true
		files.delete(path)
		files.set(path, { path, sha256, changed })
	}
}
