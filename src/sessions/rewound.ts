// Which envelopes still count after the session went back: a log only grows, so going back is one more event, and
// going back on that another.

import { promptText } from '../core/messages.ts'
import type { StoredEnvelope } from './store.ts'

/**
 * What the conversation is made of. An event that goes back puts in the place of everything so far what counted at
 * its `toSeq`, so one that goes to just before another one takes that back.
 */
export function inForce(envelopes: readonly StoredEnvelope[]): readonly StoredEnvelope[] {
	if (!envelopes.some(isTurningBack)) return envelopes
	const heads: { seq: number; head: Link | undefined }[] = []
	let head: Link | undefined
	for (const envelope of envelopes) {
		const { event, seq } = envelope
		if (event.type === 'rewind' && event.conversation)
			head = heads.findLast(earlier => earlier.seq <= event.toSeq)?.head
		else head = { envelope, before: head }
		heads.push({ seq, head })
	}
	const counting: StoredEnvelope[] = []
	for (let link = head; link; link = link.before) counting.push(link.envelope)
	return counting.reverse()
}

type Link = { envelope: StoredEnvelope; before: Link | undefined }

/** A place that can be gone back to: just before a prompt, or before the session went back the last time. */
export type TurningPoint = {
	toSeq: number
	at: number
	prompt: string
	/** Which state of the files was kept first after it; undefined when none was, so nothing was changed since. */
	checkpointId: string | undefined
	isUndo: boolean
}

/** Newest first. */
export function turningPoints(envelopes: readonly StoredEnvelope[]): readonly TurningPoint[] {
	// Of a log's tail nothing is known from before its last compaction, which would have to be undone.
	const isWhole = envelopes[0]?.event.type === 'session-start'
	const condensedAt = isWhole ? -1 : envelopes.findLastIndex(({ event }) => event.type === 'compaction')
	const earliest = envelopes[condensedAt]?.seq ?? 0
	const points = inForce(envelopes).flatMap(({ seq, at, event }): readonly TurningPoint[] => {
		if (event.type !== 'run-start' || seq <= earliest) return []
		return [{ ...pointAt(envelopes, seq, at), prompt: promptText(event.prompt), isUndo: false }]
	})
	const last = envelopes.findLast(({ event }) => event.type === 'run-start' || event.type === 'rewind')
	if (last?.event.type !== 'rewind' || last.seq <= earliest) return points.reverse()
	return [{ ...pointAt(envelopes, last.seq, last.at), prompt: '', isUndo: true }, ...points.reverse()]
}

function pointAt(envelopes: readonly StoredEnvelope[], seq: number, at: number) {
	return { toSeq: seq - 1, at, checkpointId: firstKept(envelopes, seq) }
}

function firstKept(envelopes: readonly StoredEnvelope[], fromSeq: number): string | undefined {
	for (const { seq, event } of envelopes) {
		if (seq < fromSeq) continue
		if (event.type === 'checkpoint') return event.checkpointId
		if (event.type === 'rewind' && event.files) return event.files.undo
	}
	return undefined
}

function isTurningBack({ event }: StoredEnvelope): boolean {
	return event.type === 'rewind' && event.conversation
}
