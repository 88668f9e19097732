// An envelope as a line of JSON and back. What is read was written by another version, by a dying process or by a
// hand; a line that could trip a fold is not an envelope.

import { type AgentEvent, isStored } from '../core/events.ts'
import { isObject, type JsonObject, parseJson } from '../core/json.ts'
import type { StoredEnvelope } from './store.ts'

export function encode(envelope: StoredEnvelope): string {
	return `${JSON.stringify(envelope)}\n`
}

/** @returns undefined for anything that is not a whole envelope of a kind we know */
export function decode(line: string): StoredEnvelope | undefined {
	const json = parseJson(line)
	if (!isObject(json) || !isObject(json.event)) return undefined
	const { seq, at, sessionId, runId, event } = json
	if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || typeof at !== 'number') return undefined
	if (typeof sessionId !== 'string' || !(runId === undefined || typeof runId === 'string')) return undefined
	// The parse edge: from here on the shape is what the checks below have seen.
	if (!isStored(event as unknown as AgentEvent) || !hasShape(event)) return undefined
	return json as unknown as StoredEnvelope
}

function hasShape(event: JsonObject): boolean {
	const check = typeof event.type === 'string' ? SHAPES.get(event.type) : undefined
	return check === undefined || check(event)
}

/** Only what a fold reaches into without looking. */
const SHAPES = new Map<string, (event: JsonObject) => boolean>([
	['session-start', event => typeof event.cwd === 'string'],
	['session-rename', event => typeof event.name === 'string'],
	['approvals-set', event => isObject(event.mode) && typeof event.mode.kind === 'string'],
	['model-set', event => isChain(event.chain)],
	[
		'run-start',
		event => isMessage(event.prompt) && isObject(event.snapshot) && isChain(event.snapshot.chain),
	],
	['steer', event => isMessage(event.message)],
	['attempt-start', event => isModel(event.model)],
	['attempt-end', event => isModel(event.model) && isObject(event.usage)],
	['message-end', event => isMessage(event.message) && isModel((event.message as JsonObject).model)],
	['approval-request', event => isObject(event.request) && isObject(event.request.assessment)],
	['approval-end', event => typeof event.approvalId === 'string' && isObject(event.decision)],
	['question-request', event => isObject(event.question) && Array.isArray(event.question.options)],
	['tool-start', event => isCall(event) && typeof event.arguments === 'string'],
	['tool-end', event => isCall(event) && isMessage(event.result)],
	['run-end', event => typeof event.reason === 'string' && isObject(event.usage)],
])

function isCall(event: JsonObject): boolean {
	return typeof event.callId === 'string' && typeof event.tool === 'string'
}

function isMessage(value: unknown): boolean {
	return isObject(value) && Array.isArray(value.content) && value.content.every(isPart)
}

function isPart(part: unknown): boolean {
	if (!isObject(part)) return false
	switch (part.type) {
		case 'text':
		case 'reasoning':
			return typeof part.text === 'string'
		case 'image':
			return typeof part.uri === 'string' && typeof part.mediaType === 'string'
		case 'tool-call':
			return isCall(part) && typeof part.arguments === 'string'
		default:
			return false
	}
}

function isChain(value: unknown): boolean {
	return Array.isArray(value) && value.length > 0 && value.every(isModel)
}

function isModel(value: unknown): boolean {
	return isObject(value) && typeof value.provider === 'string' && typeof value.model === 'string'
}
