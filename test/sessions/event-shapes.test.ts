import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../src/core/events.ts'
import type { ApprovalId, CallId, QuestionId, RunId, SessionId } from '../../src/core/ids.ts'
import { type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts'
import { NO_USAGE } from '../../src/core/usage.ts'
import { decode, encode, foreignTypeOf, typeOf } from '../../src/sessions/codec.ts'
import { historyOf } from '../../src/sessions/folds/history.ts'
import { closeOpen, seenDetails } from '../../src/sessions/folds/resume.ts'
import { showSession } from '../../src/sessions/folds/show.ts'
import { settingsIn } from '../../src/sessions/folds/snapshot.ts'
import { type SummaryState, summarize } from '../../src/sessions/folds/summary.ts'
import type { StoredEnvelope } from '../../src/sessions/session-store.ts'
import {
	message,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	shortSession,
	story,
} from '../support/sessions/story.ts'

const callId = 'c1' as CallId

/** Each kind of event, and each shape of the parts that differ inside one kind. */
const EVERY_EVENT: readonly StoredEvent[] = [
	...shortSession(),
	{ type: 'session-start', format: 1, cwd: '/', version: '1', parent: { sessionId: SESSION, seq: 3 } },
	{ type: 'session-rename', name: 'bug hunt' },
	{ type: 'approvals-set', mode: { kind: 'until', at: 5 } },
	{ type: 'approvals-set', mode: { kind: 'plan' } },
	{ type: 'model-set', chain: [{ provider: 'p', model: 'm' }] },
	{
		type: 'steer',
		message: {
			role: 'user',
			content: [{ type: 'image', mediaType: 'image/png', uri: 'media://sha256-00', sizeBytes: 3 }],
		},
	},
	{ type: 'effort-set', effort: 'high' },
	{
		type: 'correction',
		message: { role: 'user', content: [{ type: 'text', text: 'That is no JSON.' }] },
	},
	{
		type: 'message-end',
		message: {
			role: 'assistant',
			model: { provider: 'p', model: 'm' },
			stop: 'broken',
			content: [
				{ type: 'reasoning', text: '', opaque: { by: { provider: 'p', model: 'm' }, data: [null, 1] } },
				{ type: 'tool-call', callId, tool: 'shell', arguments: '{ not JSON' },
			],
		},
	},
	{
		type: 'attempt-end',
		attempt: 1,
		model: { provider: 'p', model: 'm' },
		usage: NO_USAGE,
		costMicroUsd: 7,
		durationMs: 1.5,
		error: { code: 'rate-limited', message: 'wait', retryAfterMs: 10 },
	},
	{
		type: 'approval-request',
		request: {
			approvalId: 'a-1' as ApprovalId,
			input: { path: 'a.ts' },
			callId,
			tool: 'shell',
			permission: {
				tier: 'privileged',
				outcome: 'ask-always',
				isWorkspaceEdit: false,
				title: 'rm -rf build',
				reasons: ['It removes.'],
				parts: [{ command: 'rm -rf build', outcome: 'ask', reason: 'It removes.', rule: 'rm' }],
				diff: '-a',
				sessionKeys: [],
			},
		},
	},
	{
		type: 'approval-end',
		approvalId: 'a-1' as ApprovalId,
		callId,
		decision: { answer: 'no-with-reason', reason: 'later' },
		by: 'user',
	},
	{
		type: 'question-request',
		question: { questionId: 'q-1' as QuestionId, callId, text: 'Which?', options: ['a', 'b'] },
	},
	{ type: 'question-end', questionId: 'q-1' as QuestionId, callId, answer: 'a' },
	...(
		[
			{ type: 'files', seen: [{ path: '/a', sha256: '00' }], diff: '+a', added: 1, removed: 0 },
			{ type: 'command', exitCode: 0, timedOut: false, durationMs: 3, backgroundId: 'b1' },
			{ type: 'todo', items: [{ text: 'test it', status: 'in-progress' }] },
			{ type: 'counted', count: 3, unit: 'files' },
		] as const
	).map((detail): StoredEvent => {
		const result = { outcome: 'ok', content: [{ type: 'text', text: 'done' }], detail } as const
		return { type: 'tool-end', callId, tool: 'shell', result }
	}),
	{ ...runEnd('cost-limit'), error: { code: 'cost-limit', message: 'too dear' } } as StoredEvent,
]

describe('a line of a log', () => {
	test('holds each kind of event, and gives it back as it was', () => {
		const envelopes = story(EVERY_EVENT)
		assert.deepEqual(
			envelopes.map(envelope => decode(encode(envelope))),
			envelopes,
		)
	})

	test('tells its type from its first bytes, long ids and all', () => {
		for (const envelope of story(EVERY_EVENT)) {
			const line = encode({ ...envelope, runId: `r-${'x'.repeat(100)}` as RunId })
			assert.equal(typeOf(Buffer.from(line)), envelope.event.type)
		}
	})

	test('is read behind a block of NUL and behind a byte order mark', () => {
		const [envelope] = story([sessionStart()])
		const line = encode(envelope!)
		assert.deepEqual([`${'\0'.repeat(500)}${line}`, `\uFEFF${line}`].map(decode), [envelope, envelope])
	})

	test('of a newer version is not an envelope, but says what it calls itself', () => {
		const line = encode(story([sessionStart()])[0]!)
		const newer = [
			line.replace('"format":1', '"format":2'),
			line.replace('session-start', 'hologram'),
			line.slice(0, 40),
		]
		assert.deepEqual(newer.map(decode), [undefined, undefined, undefined])
		assert.deepEqual(newer.map(foreignTypeOf), ['session-start of format 2', 'hologram', undefined])
	})
})

describe('junk', () => {
	test('in any place of any event either is refused or trips no fold', () => {
		const places = story(EVERY_EVENT).flatMap(envelope => {
			const json = parseJson(encode(envelope)) as JsonObject
			return pathsIn(json).map(path => ({ json, path }))
		})
		for (const { json, path } of places)
			for (const junk of JUNK) {
				const envelope = decode(JSON.stringify(replaced(json, path, junk)))
				if (envelope) foldAll([...BEFORE, envelope])
			}
	})

	test('that is missing where a field belongs is refused', () => {
		const required = [
			'prompt',
			'snapshot',
			'message',
			'result',
			'tier',
			'usage',
			'reason',
			'callId',
			'arguments',
		]
		for (const envelope of story(EVERY_EVENT))
			for (const field of required) {
				if (!Object.hasOwn(envelope.event, field)) continue
				const event = { ...envelope.event, [field]: undefined }
				assert.equal(
					decode(JSON.stringify({ ...envelope, event })),
					undefined,
					`${event.type} without ${field}`,
				)
			}
	})
})

const BEFORE = story([sessionStart(), runStart('hello'), message('hi')], 'x' as SessionId)
const JUNK: readonly JsonValue[] = [null, 0, -1.5, '', 'junk', true, [], [null], {}, { type: 'text' }]

function foldAll(envelopes: readonly StoredEnvelope[]): void {
	historyOf(envelopes)
	closeOpen(envelopes)
	settingsIn(envelopes)
	for (const detail of seenDetails(envelopes))
		if (detail.type === 'files') for (const { path } of detail.seen) path.length
	showSession(envelopes)
	envelopes.reduce<SummaryState | undefined>(summarize, undefined)
}

type Path = readonly (string | number)[]

function pathsIn(value: JsonValue, path: Path = []): readonly Path[] {
	if (typeof value !== 'object' || value === null) return [path]
	return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function replaced(value: JsonValue, path: Path, junk: JsonValue): JsonValue {
	const copy = structuredClone({ value })
	let at: Record<string | number, unknown> = copy
	let key: string | number = 'value'
	for (const step of path) {
		at = at[key] as Record<string | number, unknown>
		key = step
	}
	at[key] = junk
	return copy.value
}
