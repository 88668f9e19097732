// Logs written by hand, for tests about one event or two: what is given in order becomes the numbered envelopes of
// one session.

import { summaryText } from '../../../src/core/condensed.ts'
import type { RunEndReason, StoredEvent } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, QuestionId, SessionId } from '../../../src/core/ids.ts'
import { type StopReason, type ToolOutcome, userText } from '../../../src/core/messages.ts'
import type { Tier } from '../../../src/core/permission.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'

export const SESSION = '261121-071203-abcd' as SessionId
export const CWD = '/work/project'
export const MODEL = { provider: 'test', model: 'm' }
export const START = Date.UTC(2026, 10, 21, 7, 12, 3)

export function story(events: readonly StoredEvent[], sessionId = SESSION): readonly StoredEnvelope[] {
	return events.map((event, index) => ({ seq: index + 1, at: START + index, sessionId, event }))
}

/** What follows in a log that goes on. */
export function next(
	before: readonly StoredEnvelope[],
	...events: readonly StoredEvent[]
): readonly StoredEnvelope[] {
	const { seq, at, sessionId } = before.at(-1)!
	return events.map((event, index) => ({ seq: seq + 1 + index, at: at + 1 + index, sessionId, event }))
}

export function sessionStart(cwd: string = CWD): StoredEvent {
	return { type: 'session-start', format: 1, cwd, version: '0.1.0' }
}

export function runStart(text: string): StoredEvent {
	const snapshot = { cwd: CWD, approvals: { kind: 'ask' }, tools: ['read', 'shell'], maxTurns: 100 } as const
	return { type: 'run-start', prompt: userText(text), snapshot: { chain: [MODEL], ...snapshot } }
}

export function runEnd(reason: RunEndReason = 'finished'): StoredEvent {
	return { type: 'run-end', reason, usage: NO_USAGE, costMicroUsd: 0, turns: 1 }
}

export function steer(text: string): StoredEvent {
	return { type: 'steer', message: userText(text) }
}

export function turnStart(turn: number): StoredEvent {
	return { type: 'turn-start', turn }
}

export function turnEnd(turn: number): StoredEvent {
	return { type: 'turn-end', turn }
}

export function attemptStart(attempt = 1): StoredEvent {
	return { type: 'attempt-start', attempt, model: MODEL }
}

export function attemptEnd(attempt = 1): StoredEvent {
	return { type: 'attempt-end', attempt, model: MODEL, usage: NO_USAGE, costMicroUsd: 0, durationMs: 5 }
}

const ARGUMENTS = '{"command":"ls"}'

/** A reply: words, and the ids of the calls it makes. */
export function message(text: string, calls: readonly string[] = [], stop: StopReason = 'stop'): StoredEvent {
	const content = [
		{ type: 'text' as const, text },
		...calls.map(id => ({
			type: 'tool-call' as const,
			callId: id as CallId,
			tool: 'shell',
			arguments: ARGUMENTS,
		})),
	]
	return { type: 'message-end', message: { role: 'assistant', model: MODEL, content, stop } }
}

export function toolStart(id: string, tier: Tier = 'side-effecting'): StoredEvent {
	return { type: 'tool-start', callId: id as CallId, tool: 'shell', arguments: ARGUMENTS, tier }
}

export function toolEnd(id: string, text = `result of ${id}`, outcome: ToolOutcome = 'ok'): StoredEvent {
	const result = { outcome, content: [{ type: 'text' as const, text }] }
	return { type: 'tool-end', callId: id as CallId, tool: 'shell', result }
}

export function approvalRequest(id: string): StoredEvent {
	const permission = {
		tier: 'side-effecting',
		outcome: 'ask',
		isWorkspaceEdit: false,
		title: 'ls',
		reasons: ['It writes.'],
		sessionKeys: [],
	} as const
	const request = { approvalId: `a-${id}` as ApprovalId, callId: id as CallId, tool: 'shell', permission }
	return { type: 'approval-request', request }
}

export function approvalEnd(id: string): StoredEvent {
	const ids = { approvalId: `a-${id}` as ApprovalId, callId: id as CallId }
	return { type: 'approval-end', ...ids, decision: { answer: 'once' }, by: 'user' }
}

export function questionRequest(id: string): StoredEvent {
	const question = {
		questionId: `q-${id}` as QuestionId,
		callId: id as CallId,
		text: 'Which one?',
		options: [],
	}
	return { type: 'question-request', question }
}

export function questionEnd(id: string, answer: string): StoredEvent {
	return { type: 'question-end', questionId: `q-${id}` as QuestionId, callId: id as CallId, answer }
}

/** One that ran to its end, with a call in it. */
export function shortSession(prompt = 'list the files'): readonly StoredEvent[] {
	return [
		sessionStart(),
		runStart(prompt),
		turnStart(1),
		attemptStart(),
		attemptEnd(),
		message('I look.', ['c1'], 'tool-calls'),
		toolStart('c1', 'read-only'),
		toolEnd('c1'),
		turnEnd(1),
		turnStart(2),
		attemptStart(),
		attemptEnd(),
		message('Two files: ünïcödé 😀 and\u2028another.'),
		turnEnd(2),
		runEnd(),
	]
}

/** @param summary - undefined when none could be had */
export function condensed(summary: string | undefined): StoredEvent {
	return {
		type: 'compaction',
		cause: 'user',
		message: userText(
			summary === undefined ? '[Earlier messages have left the window.]' : summaryText(summary),
		),
		keeps: 0,
		cut: [],
		summary: summary === undefined ? 'dropped' : 'written',
		tokensBefore: 900,
		tokensAfter: 300,
		carried: { usage: NO_USAGE, costMicroUsd: 0, isCostPartial: false, todo: [], files: [], chain: [MODEL] },
	}
}
