// Log statistics: what one log says of use, by day. A fold that can be stopped anywhere and taken up again; it changes its
// state in place, because a log has a hundred thousand lines and nobody else has that state.

import { type ChosenEvent, chosenTypes, type EventChoice, isChosen } from '../../core/event-choice.ts'
import type { CallId, SessionId, UnixMs } from '../../core/ids.ts'
import { modelName } from '../../core/model-ref.ts'
import { type Day, dayAt } from '../../core/statistics/use-statistics.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { flag, list, number, optional, record, table, text } from '../shapes.ts'

export type LogStatistics = {
	cwd: string
	/** Up to here it is a copy of another session, and counts there. */
	copiedTo: number
	/** The session whose sub-agent it is. */
	delegatedBy?: SessionId
	days: Record<Day, DayStatistics>
	edits: EditMade[]
	/** Where the files went back, and to what: after an edit, it is undone. */
	backs: { seq: number; toSeq: number }[]
	/** `isApart`: its edits are of a copy of the folder; what is taken over of them is an edit of this log. */
	agents: { seq: number; agentId: SessionId; isApart: boolean }[]
	/** When the run began that has not ended. */
	runAt?: UnixMs
	/** Calls that have begun and not ended. */
	calls: Record<CallId, UnixMs>
}

export type EditMade = { seq: number; day: Day; added: number; removed: number }

export type DayStatistics = {
	runs: number
	runMs: number
	models: Record<string, ModelStatistics>
	tools: Record<string, ToolStatistics>
}

type ModelStatistics = {
	requests: number
	input: number
	cached: number
	output: number
	costMicroUsd: number
	unpriced: number
	ms: number
}

type ToolStatistics = { calls: number; failed: number; ms: number }

/** For the cache: a machine that has gone to another time zone counts its days anew. */
export function statisticsFormat(timeZone: string): string {
	return `2 ${timeZone}`
}

export function countsForStatistics(type: string): boolean {
	return COUNTED_TYPES.has(type)
}

export function countInto(before: LogStatistics | undefined, envelope: StoredEnvelope): LogStatistics {
	const log = before ?? { cwd: '', copiedTo: 0, days: {}, edits: [], backs: [], agents: [], calls: {} }
	const { event, seq } = envelope
	// A copy has its own beginning, and the numbers of what was copied.
	if (isChosen(COUNTED, event) && (event.type === 'session-start' || seq > log.copiedTo))
		take(log, event, envelope)
	return log
}

const COUNTED = {
	'session-start': true,
	'session-rename': false,
	'approvals-set': false,
	'model-set': false,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': true,
	'agent-end': false,
	steer: false,
	correction: false,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': true,
	'message-end': false,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': false,
	'tool-start': true,
	'tool-end': true,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: true,
	'run-end': true,
} as const satisfies EventChoice
const COUNTED_TYPES: ReadonlySet<string> = new Set(chosenTypes(COUNTED))

function take(log: LogStatistics, event: ChosenEvent<typeof COUNTED>, { seq, at }: StoredEnvelope): void {
	switch (event.type) {
		case 'session-start':
			log.cwd = event.cwd
			log.copiedTo = event.parent?.seq ?? 0
			if (event.delegatedBy) log.delegatedBy = event.delegatedBy.sessionId
			return
		case 'run-start':
			if (log.cwd === '') log.cwd = event.snapshot.cwd
			log.runAt = at
			log.calls = {}
			dayOf(log, at).runs++
			return
		case 'run-end': {
			const { runAt } = log
			if (runAt === undefined) return
			dayOf(log, runAt).runMs += event.phases ? sumOf(event.phases) : Math.max(0, at - runAt)
			delete log.runAt
			return
		}
		case 'attempt-end':
			return takeAttempt(dayOf(log, at), event)
		case 'tool-start':
			log.calls[event.callId] = at
			return
		case 'tool-end':
			return takeCall(log, event, { seq, at })
		case 'agent-start':
			log.agents.push({ seq, agentId: event.agentId, isApart: event.worktree !== undefined })
			return
		case 'rewind':
			if (event.files) log.backs.push({ seq, toSeq: event.toSeq })
			return
	}
}

function sumOf(phases: object): number {
	return Math.round(Object.values(phases).reduce((sum: number, ms: number) => sum + ms, 0))
}

function takeAttempt(
	day: DayStatistics,
	event: Extract<ChosenEvent<typeof COUNTED>, { type: 'attempt-end' }>,
): void {
	const { model, usage, costMicroUsd, durationMs } = event
	const name = modelName(model)
	const counts = countsOf(day.models, name, NO_MODEL)
	counts.requests++
	counts.input += usage.inputTokens
	counts.cached += usage.cachedInputTokens
	counts.output += usage.outputTokens
	counts.costMicroUsd += costMicroUsd ?? 0
	// One that failed before it used anything costs nothing, whatever its price.
	if (costMicroUsd === undefined && usage.inputTokens + usage.outputTokens > 0) counts.unpriced++
	counts.ms += Math.round(durationMs)
}

function takeCall(
	log: LogStatistics,
	{ callId, tool, result }: Extract<ChosenEvent<typeof COUNTED>, { type: 'tool-end' }>,
	{ seq, at }: { seq: number; at: UnixMs },
): void {
	const counts = countsOf(dayOf(log, at).tools, tool, NO_TOOL)
	counts.calls++
	const { outcome, detail } = result
	const isFailedCommand = detail?.type === 'command' && (detail.exitCode ?? 0) !== 0
	if (outcome === 'failed' || (isFailedCommand && outcome !== 'cancelled')) counts.failed++
	const startedAt = Object.hasOwn(log.calls, callId) ? log.calls[callId] : undefined
	if (startedAt !== undefined) {
		counts.ms += Math.max(0, at - startedAt)
		delete log.calls[callId]
	}
	// An empty one: what was to be written stood there already.
	if (detail?.type === 'files' && detail.diff !== undefined && detail.diff !== '')
		log.edits.push({ seq, day: dayAt(at), ...linesOf(detail) })
}

/** Older logs have no counts beside the diff. */
function linesOf({
	diff = '',
	added,
	removed,
}: {
	diff?: string
	added?: number
	removed?: number
}): Pick<EditMade, 'added' | 'removed'> {
	if (added !== undefined && removed !== undefined) return { added, removed }
	const lines = diff.split('\n')
	return {
		added: lines.filter(line => line.startsWith('+') && !line.startsWith('+++ ')).length,
		removed: lines.filter(line => line.startsWith('-') && !line.startsWith('--- ')).length,
	}
}

function dayOf(log: LogStatistics, at: UnixMs): DayStatistics {
	return countsOf(log.days, dayAt(at), () => ({ runs: 0, runMs: 0, models: {}, tools: {} }))
}

/** A model may call a tool by any name, also by one that every object has something under. */
function countsOf<Counts>(all: Record<string, Counts>, name: string, none: () => Counts): Counts {
	const key = name === '__proto__' ? `(${name})` : name
	const known = Object.hasOwn(all, key) ? all[key] : undefined
	if (known !== undefined) return known
	const counts = none()
	all[key] = counts
	return counts
}

const NO_MODEL = (): ModelStatistics => ({
	requests: 0,
	input: 0,
	cached: 0,
	output: 0,
	costMicroUsd: 0,
	unpriced: 0,
	ms: 0,
})

const NO_TOOL = (): ToolStatistics => ({ calls: 0, failed: 0, ms: 0 })

export const isLogStatistics = record<LogStatistics>({
	cwd: text,
	copiedTo: number,
	delegatedBy: optional(text),
	days: table(
		record<DayStatistics>({
			runs: number,
			runMs: number,
			models: table(
				record<ModelStatistics>({
					...{ requests: number, input: number, cached: number, output: number },
					...{ costMicroUsd: number, unpriced: number, ms: number },
				}),
			),
			tools: table(record<ToolStatistics>({ calls: number, failed: number, ms: number })),
		}),
	),
	edits: list(record<EditMade>({ seq: number, day: text, added: number, removed: number })),
	backs: list(record<LogStatistics['backs'][number]>({ seq: number, toSeq: number })),
	agents: list(record<LogStatistics['agents'][number]>({ seq: number, agentId: text, isApart: flag })),
	runAt: optional(number),
	calls: table(number),
})
