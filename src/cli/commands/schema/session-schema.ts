// The JSON Schema of one line of a session's log. The table of events is held complete by the compiler; what stands inside
// messages and results is only said as far as a reader needs it to tell them apart.

import type { StoredEvent } from '../../../core/events.ts'
import type { JsonSchema } from '../../../core/json.ts'
import { PHASE_TIMES_SCHEMA } from './phase-times-schema.ts'

type FieldsOf<Event> = { [Key in keyof Omit<Event, 'type'>]-?: EventField }
type EventField = JsonSchema & { isOptional?: true }
type EventTable = { [Type in StoredEvent['type']]: FieldsOf<Extract<StoredEvent, { type: Type }>> }

const TEXT: EventField = { type: 'string' }
const NUMBER: EventField = { type: 'number' }
const FLAG: EventField = { type: 'boolean' }
const OBJECT: EventField = { type: 'object' }
const LIST: EventField = { type: 'array' }
const COST: EventField = {
	type: 'number',
	description: 'millionths of a US dollar; left out: not known',
	isOptional: true,
}
const PHASES: EventField = { ...PHASE_TIMES_SCHEMA }
const maybe = (schema: EventField): EventField => ({ ...schema, isOptional: true })
const message = (role: string): EventField => ({
	type: 'object',
	properties: { role: { const: role }, content: { type: 'array' } },
	required: ['role', 'content'],
})
const RESULT: EventField = {
	type: 'object',
	properties: {
		outcome: { type: 'string' },
		content: { type: 'array', description: 'what the model gets' },
		problem: {
			type: 'object',
			description:
				'what people read where the text of the content also says what the model is to do about it: cause in the place of told, or where told is left out of the whole text',
			properties: { cause: { type: 'string' }, told: { type: 'string' } },
			required: ['cause'],
		},
		detail: { type: 'object' },
		artifacts: { type: 'array' },
	},
	required: ['outcome', 'content'],
}
const MODEL: EventField = {
	type: 'object',
	properties: { provider: { type: 'string' }, model: { type: 'string' } },
	required: ['provider', 'model'],
}

const EVENTS: EventTable = {
	'session-start': {
		format: { const: 1 },
		cwd: TEXT,
		version: TEXT,
		project: maybe(TEXT),
		parent: maybe(OBJECT),
		delegatedBy: maybe(OBJECT),
	},
	'session-rename': { name: TEXT },
	'approvals-set': { mode: OBJECT },
	'model-set': { chain: LIST },
	'effort-set': { effort: TEXT },
	'run-start': {
		prompt: message('user'),
		snapshot: OBJECT,
		preamble: maybe(OBJECT),
		traceparent: maybe(TEXT),
	},
	'memory-drop': {},
	steer: { message: message('user') },
	correction: { message: message('user') },
	'turn-start': { turn: NUMBER },
	'attempt-start': { attempt: NUMBER, model: MODEL },
	'attempt-end': {
		attempt: NUMBER,
		model: MODEL,
		usage: OBJECT,
		costMicroUsd: COST,
		durationMs: NUMBER,
		error: maybe(OBJECT),
		spender: maybe(TEXT),
		rateLimits: maybe(OBJECT),
	},
	'message-end': { message: message('assistant') },
	'approval-request': { request: OBJECT },
	'approval-end': { approvalId: TEXT, callId: TEXT, decision: OBJECT, by: TEXT },
	'question-request': { question: OBJECT },
	'question-end': { questionId: TEXT, callId: TEXT, answer: maybe(TEXT) },
	'tool-start': { callId: TEXT, tool: TEXT, arguments: TEXT, tier: TEXT, subject: maybe(TEXT) },
	'tool-end': { callId: TEXT, tool: TEXT, result: RESULT },
	'agent-start': {
		callId: TEXT,
		agentId: TEXT,
		agent: TEXT,
		task: TEXT,
		isBackground: FLAG,
		worktree: maybe(TEXT),
	},
	'agent-end': {
		callId: TEXT,
		agentId: TEXT,
		agent: TEXT,
		reason: TEXT,
		error: maybe(OBJECT),
		usage: OBJECT,
		costMicroUsd: COST,
		turns: NUMBER,
		calls: maybe(NUMBER),
		durationMs: NUMBER,
		artifacts: maybe(LIST),
	},
	'turn-end': { turn: NUMBER, phases: maybe(PHASES) },
	'hook-result': { hookEvent: TEXT, hook: TEXT, effect: TEXT, text: TEXT, callId: maybe(TEXT) },
	compaction: {
		cause: TEXT,
		message: message('user'),
		keeps: NUMBER,
		cut: LIST,
		summary: TEXT,
		tokensBefore: NUMBER,
		tokensAfter: NUMBER,
		check: maybe(OBJECT),
		carried: OBJECT,
	},
	checkpoint: { checkpointId: maybe(TEXT), name: maybe(TEXT) },
	'checkpoint-failed': { reason: TEXT, paths: maybe(LIST), isAccepted: FLAG },
	rewind: { toSeq: NUMBER, conversation: FLAG, files: maybe(OBJECT), summary: maybe(TEXT) },
	'run-end': {
		reason: TEXT,
		error: maybe(OBJECT),
		usage: OBJECT,
		costMicroUsd: COST,
		turns: NUMBER,
		phases: maybe(PHASES),
	},
}

export const SESSION_SCHEMA: JsonSchema = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	$id: 'urn:keelson:session',
	title: "One line of a session's log (<id>.jsonl)",
	type: 'object',
	properties: {
		seq: { type: 'integer', description: 'only grows; numbers that are left out were only shown' },
		at: { type: 'number', description: 'milliseconds since 1970' },
		sessionId: { type: 'string' },
		runId: { type: 'string' },
		event: {
			anyOf: Object.entries<Readonly<Record<string, EventField>>>(EVENTS).map(([type, fields]) =>
				eventSchema(type, fields),
			),
		},
	},
	required: ['seq', 'at', 'sessionId', 'event'],
	additionalProperties: false,
}

function eventSchema(type: string, fields: Readonly<Record<string, EventField>>): JsonSchema {
	const entries = Object.entries(fields)
	const plain = entries.map(([name, { isOptional: _, ...schema }]) => [name, schema] as const)
	return {
		type: 'object',
		properties: { type: { const: type }, ...Object.fromEntries(plain) },
		required: ['type', ...entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)],
		additionalProperties: false,
	}
}
