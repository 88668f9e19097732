import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { AgentEvent, Envelope } from '../../../../../src/core/events.ts'
import type { ApprovalId, CallId, RunId, SessionId } from '../../../../../src/core/ids.ts'
import { userText } from '../../../../../src/core/messages.ts'
import { NO_USAGE } from '../../../../../src/core/usage.ts'
import {
	beforeTellingAgain,
	EMPTY_TRANSCRIPT,
	foldEnvelope,
	type PageBlock,
	type Transcript,
} from '../../../../../src/server/page/browser/state/transcript.ts'

const MODEL = { provider: 'p', model: 'm' }
const callId = 'c1' as CallId
const message = (
	...content: Extract<AgentEvent, { type: 'message-end' }>['message']['content']
): AgentEvent => ({
	type: 'message-end',
	message: { role: 'assistant', model: MODEL, content, stop: 'stop' },
})
const started: AgentEvent = {
	type: 'run-start',
	prompt: userText('do it'),
	snapshot: { chain: [MODEL], cwd: '/w', approvals: { kind: 'ask' }, tools: [], maxTurns: 9 },
}

function told(before: Transcript, events: readonly AgentEvent[], isStored = true): Transcript {
	return events.reduce((view, event, index) => {
		const seq = view.last + index + 1
		const envelope: Envelope = {
			seq,
			at: seq * 1000,
			sessionId: 's' as SessionId,
			runId: 'r' as RunId,
			event,
		}
		return foldEnvelope(view, envelope, isStored)
	}, before)
}

function lines(view: Transcript): readonly string[] {
	return view.blocks.map((block: PageBlock) => {
		if (block.kind === 'call') return `${block.call.tool} ${block.call.subject}: ${block.call.state}`
		return `${block.kind}: ${block.kind === 'end' ? block.reason : block.text}`
	})
}

describe('the transcript of a task', () => {
	const delta = (text: string): AgentEvent => ({ type: 'text-delta', text })

	test('shows a reply while it is written, and the message in its place when it has ended', () => {
		const live = told(told(EMPTY_TRANSCRIPT, [started]), [delta('Hel'), delta('lo')], false)
		assert.deepEqual(lines(live), ['prompt: do it', 'answer: Hello'])
		const ended = told(live, [message({ type: 'text', text: 'Hello.' })])
		assert.deepEqual(lines(ended), ['prompt: do it', 'answer: Hello.'])
		assert.equal(ended.blocks[0], live.blocks[0], 'what has not changed is the same')
		const again = told(ended, [delta('More')], false)
		assert.deepEqual(lines(again), ['prompt: do it', 'answer: Hello.', 'answer: More'])
	})

	test('drops what a reply had said that began anew, and what a new connection tells again', () => {
		const live = told(told(EMPTY_TRANSCRIPT, [started]), [delta('Hel')], false)
		assert.deepEqual(lines(told(live, [{ type: 'reply-restart' }], false)), ['prompt: do it'])
		const again = told(beforeTellingAgain(live), [delta('Hello'), delta(' there')], false)
		assert.deepEqual(lines(again), ['prompt: do it', 'answer: Hello there'])
		const notice: Envelope = {
			seq: 7,
			at: 7,
			sessionId: 's' as SessionId,
			event: { type: 'notice', level: 'info', text: 'once' },
		}
		const noticed = foldEnvelope(foldEnvelope(live, notice, false), notice, false)
		assert.deepEqual(lines(noticed).slice(2), ['note: once'])
	})

	test('follows a call from what was asked for to what became of it', () => {
		const call = { type: 'tool-call', callId, tool: 'shell', arguments: '{"command":"ls"}' } as const
		const asked = told(EMPTY_TRANSCRIPT, [started, message(call)])
		assert.equal(lines(asked)[1], 'shell ls: written')
		const begun = told(asked, [
			{ type: 'tool-start', callId, tool: 'shell', arguments: call.arguments, tier: 'privileged' },
		])
		const running = told(begun, [{ type: 'tool-progress', callId, text: 'x'.repeat(9_000) }], false)
		const block = running.blocks[1]
		assert.ok(
			block?.kind === 'call' && block.call.state === 'running' && block.call.progress.length === 4_000,
		)
		const result = { outcome: 'failed' as const, content: [{ type: 'text' as const, text: 'no' }] }
		const ended = told(running, [{ type: 'tool-end', callId, tool: 'shell', result }])
		assert.equal(lines(ended)[1], 'shell ls: failed')
		const unknown = told(EMPTY_TRANSCRIPT, [{ type: 'tool-end', callId, tool: 'shell', result }])
		assert.deepEqual(unknown.blocks, [])
	})

	test('tells of a sub-agent in its call, of retries, hooks and who answered', () => {
		const call = { type: 'tool-call', callId, tool: 'delegate', arguments: '{"task":"look"}' } as const
		const agentId = 'a' as SessionId
		const of = { callId, agentId, agent: 'scout' }
		const asked = told(EMPTY_TRANSCRIPT, [
			started,
			message(call),
			{ type: 'agent-start', ...of, task: 'look around', isBackground: false },
			{
				type: 'approval-end',
				approvalId: 'p' as ApprovalId,
				callId,
				decision: { answer: 'no-with-reason', reason: 'not now' },
				by: 'user',
			},
		])
		const going = told(
			asked,
			[
				{
					type: 'agent-progress',
					...of,
					turn: 2,
					calls: 1,
					text: 'Running read',
					tokens: 1_200,
					costMicroUsd: 5,
				},
				{
					type: 'retry-wait',
					cause: { code: 'overloaded', message: 'busy' },
					waitMs: 2_400,
					retry: 1,
					maxRetries: 5,
				},
			],
			false,
		)
		const block = going.blocks[1]
		assert.ok(block?.kind === 'call')
		assert.equal(block.call.decision, 'refused: not now')
		assert.deepEqual(block.call.agent, {
			name: 'scout',
			task: 'look around',
			doing: 'Running read, turn 2',
			tokens: 1_200,
			costMicroUsd: 5,
			hasEnded: false,
		})
		assert.equal(lines(going)[2], 'note: busy. Trying again in 3 s (1 of 5).')
		const hooked = told(asked, [
			{ type: 'hook-result', hookEvent: 'PreToolUse', hook: 'guard', effect: 'denied', text: 'no\nmore' },
		])
		assert.equal(lines(hooked).at(-1), 'note: Hook guard (PreToolUse), denied: no')
	})

	test('tells nothing twice that a connection tells again, and says how it ended', () => {
		const once = told(EMPTY_TRANSCRIPT, [started])
		const seen = { seq: 1, at: 1, sessionId: 's' as SessionId, event: started }
		assert.equal(foldEnvelope(once, seen, true), once)
		const error = { code: 'quota-exhausted' as const, message: 'no money' }
		const ended = told(once, [
			{
				type: 'attempt-end',
				attempt: 1,
				model: MODEL,
				usage: NO_USAGE,
				costMicroUsd: 0,
				durationMs: 1,
				error,
			},
			{ type: 'run-end', reason: 'failed', error, usage: NO_USAGE, costMicroUsd: 0, turns: 1 },
		])
		assert.deepEqual(lines(ended).slice(1), ['note: p/m did not answer: no money', 'end: failed'])
	})
})
