// An envelope as a line of JSON and back. What is read was written by another version, by a dying process or by a
// hand; a line that could trip a fold is not an envelope.

import { isObject, type JsonObject, parseJson } from '../core/json.ts'
import { isStoredEvent } from './event-shapes.ts'
import { ofOlderLog } from './older-events.ts'
import type { StoredEnvelope } from './session-store.ts'

export function encode(envelope: StoredEnvelope): string {
	const { seq, at, sessionId, runId } = envelope
	const { type, ...event } = envelope.event
	// The type comes first in its event: `typeOf` finds it without reading the rest.
	return `${JSON.stringify({ seq, at, sessionId, runId, event: { type, ...event } })}\n`
}

/** @returns undefined for anything that is not a whole envelope of a kind we know */
export function decode(line: string): StoredEnvelope | undefined {
	const json = parseLine(line)
	if (!json || !Number.isSafeInteger(json.seq) || !Number.isFinite(json.at)) return undefined
	if (typeof json.sessionId !== 'string') return undefined
	if (json.runId !== undefined && typeof json.runId !== 'string') return undefined
	// The parse edge: from here on the shape is what the checks have seen.
	if (isStoredEvent(json.event)) return json as unknown as StoredEnvelope
	const older = ofOlderLog(json.event)
	const event = older && isStoredEvent(older) ? older : withoutDetail(json.event)
	return event === undefined ? undefined : ({ ...json, event } as unknown as StoredEnvelope)
}

/** A result that a newer version says more about is still a result: without it the call would count as interrupted. */
function withoutDetail(event: unknown): unknown {
	if (!isObject(event) || event.type !== 'tool-end' || !isObject(event.result)) return undefined
	const { detail: _, artifacts: _artifacts, problem: _problem, ...result } = event.result
	const plain = { ...event, result }
	return isStoredEvent(plain) ? plain : undefined
}

/** What a line that cannot be decoded calls its event, when it is whole: a newer version's, most likely. */
export function foreignTypeOf(line: string): string | undefined {
	const event = parseLine(line)?.event
	if (!isObject(event) || typeof event.type !== 'string') return undefined
	return event.type === 'session-start' ? `session-start of format ${event.format}` : event.type
}

/** The type of a line as `encode` wrote it, from its first bytes; a long result is not decoded to learn that it is one. */
export function typeOf(line: Buffer): string | undefined {
	return /^\{"seq":.{0,200}?,"event":\{"type":"([a-z-]+)"/.exec(line.toString('latin1', 0, 300))?.[1]
}

// A power cut leaves blocks of NUL, some editors a byte order mark. Neither can be part of a line of JSON.
const DEBRIS = /^\uFEFF|\0/g

function parseLine(line: string): JsonObject | undefined {
	const json = parseJson(line) ?? parseJson(line.replaceAll(DEBRIS, ''))
	return isObject(json) ? json : undefined
}
