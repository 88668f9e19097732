// Which envelopes still count after the session went back: a log only grows, so going back is one more event, and
// going back on that another.

import { chosenTypes, type EventChoice } from '../../core/event-choice.ts'
import { promptText } from '../../core/messages.ts'
import type { StoredEnvelope } from '../session-store.ts'

/**
 * What the conversation is made of. An event that goes back puts in the place of everything so far what counted at
 * its `toSeq`, so one that goes to just before another one takes that back.
 */
export function activeEvents(envelopes: readonly StoredEnvelope[]): readonly StoredEnvelope[] {
	if (!envelopes.some(isRewind)) return envelopes
	const heads: { seq: number; head: Link | undefined }[] = []
	let head: Link | undefined
	for (const envelope of envelopes) {
		const { event, seq } = envelope
		if (event.type === 'rewind' && event.conversation) {
			head = heads.findLast(earlier => earlier.seq <= event.toSeq)?.head
			// What was left behind is gone but for this.
			if (event.summary !== undefined) head = { envelope, before: head }
		} else head = { envelope, before: head }
		heads.push({ seq, head })
	}
	const counting: StoredEnvelope[] = []
	for (let link = head; link; link = link.before) counting.push(link.envelope)
	return counting.reverse()
}

type Link = { envelope: StoredEnvelope; before: Link | undefined }

/** A place that can be gone back to: just before a prompt, where it was given a name, or before the session went back the last time. */
export type LogRewindPoint = {
	toSeq: number
	at: number
	prompt: string
	/** Which state of the files was kept first after it; undefined when none was, so nothing was changed since. */
	checkpointId: string | undefined
	/** Why the files cannot be brought back from there on: something was changed that could not be kept. */
	unkept?: string
	isUndo: boolean
	/** Of a place that was given one. */
	name?: string
}

const REWIND_EVENTS = {
	'session-start': false,
	'session-rename': false,
	'approvals-set': false,
	'model-set': false,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': false,
	'agent-end': false,
	steer: false,
	correction: false,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': false,
	'message-end': false,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': false,
	'tool-start': false,
	'tool-end': false,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: true,
	'checkpoint-failed': true,
	rewind: true,
	'run-end': false,
} as const satisfies EventChoice
/** All that places to go back to are read from. */
export const REWIND_EVENT_TYPES = chosenTypes(REWIND_EVENTS)

/**
 * Newest first.
 * @param envelopes - of a whole log, though only those of the kinds above count
 */
export function logRewindPoints(envelopes: readonly StoredEnvelope[]): readonly LogRewindPoint[] {
	const kept = checkpointsIn(envelopes)
	const point = ({ seq, at }: StoredEnvelope) => ({
		toSeq: seq - 1,
		at,
		checkpointId: undefined,
		...kept.get(seq),
	})
	const points = activeEvents(envelopes).flatMap((envelope): readonly LogRewindPoint[] => {
		const { event } = envelope
		if (event.type === 'checkpoint' && event.name !== undefined)
			return [{ ...point(envelope), toSeq: envelope.seq, prompt: '', isUndo: false, name: event.name }]
		return event.type === 'run-start'
			? [{ ...point(envelope), prompt: promptText(event.prompt), isUndo: false }]
			: []
	})
	const last = envelopes.findLast(envelope => envelope.event.type === 'run-start' || goesBack(envelope))
	if (!last || last.event.type === 'run-start') return points.reverse()
	return [{ ...point(last), prompt: '', isUndo: true }, ...points.reverse()]
}

/** What is kept outside of a run is kept for going back: of a process that died meanwhile it is all there is. */
function goesBack({ event, runId }: StoredEnvelope): boolean {
	return (
		event.type === 'rewind' ||
		(event.type === 'checkpoint' && runId === undefined && event.name === undefined)
	)
}

/** For each number: which state of the files was kept first from there on, if nothing was changed before without it. */
function checkpointsIn(envelopes: readonly StoredEnvelope[]): ReadonlyMap<number, KeptPoint> {
	const kept = new Map<number, KeptPoint>()
	let first: KeptPoint | undefined
	for (let at = envelopes.length - 1; at >= 0; at--) {
		const { seq, event } = envelopes[at]!
		if (event.type === 'checkpoint' && event.checkpointId !== undefined)
			first = { checkpointId: event.checkpointId }
		if (event.type === 'checkpoint-failed' && event.isAccepted && !event.paths)
			first = { checkpointId: undefined, unkept: event.reason }
		if (event.type === 'rewind' && event.files) first = { checkpointId: event.files.undo }
		if (first !== undefined) kept.set(seq, first)
	}
	return kept
}

type KeptPoint = Pick<LogRewindPoint, 'checkpointId' | 'unkept'>

function isRewind({ event }: StoredEnvelope): boolean {
	return event.type === 'rewind' && event.conversation
}
