// What a list says about a session, from the two ends of its log: a big one is not read for it.

import type { SessionSummary } from '../core/commands.ts'
import { textOf } from '../core/messages.ts'
import type { ModelRef } from '../core/model.ts'
import { decode } from './codec.ts'
import type { StoredEnvelope } from './store.ts'

/** @param name - kept beside the log, because the line that gives it may be anywhere in it */
export function summarize(
	bytes: Buffer,
	context: { sessionId: SessionSummary['sessionId']; name: string | undefined; modifiedMs: number },
): SessionSummary | undefined {
	const head = linesFrom(bytes, 0, LINES)
	const start = head.find(({ event }) => event.type === 'session-start')
	if (!start || start.event.type !== 'session-start') return undefined
	const tail = lastLines(bytes)
	return {
		sessionId: context.sessionId,
		name: context.name,
		title: titleOf(head),
		cwd: start.event.cwd,
		createdAt: start.at,
		usedAt: tail.at(-1)?.at ?? context.modifiedMs,
		messages: count(bytes, '"type":"message-end"') + count(bytes, '"type":"run-start"'),
		model: modelOf(tail) ?? modelOf(head),
		sizeBytes: bytes.length,
	}
}

/** The first prompt, as one line. */
export function titleOf(envelopes: readonly StoredEnvelope[]): string {
	for (const { event } of envelopes) {
		if (event.type !== 'run-start') continue
		const text = textOf(event.prompt.content).trim().replaceAll(/\s+/g, ' ')
		return text.length > TITLE_CHARACTERS ? `${text.slice(0, TITLE_CHARACTERS - 1)}…` : text
	}
	return ''
}

const TITLE_CHARACTERS = 80
const LINES = 12
const TAIL_BYTES = 64 * 1024

function modelOf(envelopes: readonly StoredEnvelope[]): ModelRef | undefined {
	for (const { event } of envelopes.toReversed()) {
		if (event.type === 'attempt-start') return event.model
		if (event.type === 'run-start') return event.snapshot.chain[0]
	}
	return undefined
}

function linesFrom(bytes: Buffer, from: number, limit: number): readonly StoredEnvelope[] {
	const found: StoredEnvelope[] = []
	for (let at = from; at < bytes.length && found.length < limit; ) {
		const end = bytes.indexOf(10, at)
		const envelope = decode(bytes.toString('utf8', at, end === -1 ? bytes.length : end))
		if (envelope) found.push(envelope)
		if (end === -1) break
		at = end + 1
	}
	return found
}

function lastLines(bytes: Buffer): readonly StoredEnvelope[] {
	return linesFrom(bytes, Math.max(0, bytes.length - TAIL_BYTES), Number.POSITIVE_INFINITY)
}

function count(bytes: Buffer, text: string): number {
	let found = 0
	for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) found++
	return found
}
