import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ApprovalRequest } from '../../../src/core/approval.ts'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, SessionId } from '../../../src/core/ids.ts'
import { okResult } from '../../../src/core/tool.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { liveRows } from '../../../src/tui/screen/live-rows.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows } from '../../../src/tui/transcript/block-rows.ts'
import { envelope, MODEL, opened, runEnd, runStart } from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

const callId = 'c1' as CallId
const agentId = 'a1' as SessionId

const START = {
	type: 'agent-start',
	callId,
	agentId,
	agent: 'general',
	task: 'work',
	isBackground: false,
} as const
const start: AgentEvent = START
const CALL = {
	type: 'tool-start',
	callId,
	tool: 'delegate',
	arguments: '{}',
	tier: 'side-effecting',
} as const
const call: AgentEvent = CALL
const callEnd: AgentEvent = {
	type: 'tool-end',
	callId,
	tool: 'delegate',
	result: okResult('in the background'),
}
const away: AgentEvent = { type: 'agent-background', callId, agentId }

function asks(id: string): AgentEvent {
	const request: ApprovalRequest = {
		approvalId: id as ApprovalId,
		callId,
		tool: 'shell',
		agent: 'general',
		permission: {
			tier: 'side-effecting',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: 'npm test',
			reasons: [],
			sessionKeys: [],
		},
	}
	return { type: 'approval-request', request }
}

const answered = (id: string): AgentEvent => ({
	type: 'approval-end',
	approvalId: id as ApprovalId,
	callId,
	decision: { answer: 'once' },
	by: 'user',
})

function folded(...events: readonly AgentEvent[]): View {
	return events.reduce((view, event, index) => foldView(view, envelope(event, index)), EMPTY_VIEW)
}

const waiting = (view: View) =>
	view.asked.map(asked => (asked.kind === 'approval' ? asked.request.approvalId : asked.question.questionId))

test('an answer for one call of an agent leaves the questions about its others', () => {
	const view = folded(opened, runStart('go'), call, start, asks('one'), asks('two'), answered('one'))
	assert.deepEqual(waiting(view), ['two'])
	assert.deepEqual(
		view.calls.map(({ tool, state }) => [tool, state]),
		[['delegate', 'running']],
	)
})

test('what an agent in the background asks waits for an answer, whatever ends meanwhile', () => {
	const view = folded(opened, runStart('go'), call, start, away, callEnd, asks('one'), runEnd())
	assert.deepEqual(waiting(view), ['one'])
	assert.deepEqual(view.calls, [])
	assert.deepEqual(waiting(foldView(view, envelope(runStart('another'), 20))), ['one'])
})

test('what an agent asks that ends with its run ends as well', () => {
	assert.deepEqual(waiting(folded(opened, runStart('go'), call, start, asks('one'), runEnd())), [])
})

test('an agent is there from its beginning to its end, and what it spent counts', () => {
	const progress: AgentEvent = {
		type: 'agent-progress',
		callId,
		agentId,
		turn: 2,
		calls: 3,
		text: 'read a.txt\u001b[2J',
		tokens: 1200,
		costMicroUsd: 5,
	}
	const view = folded(opened, runStart('go'), call, start, progress)
	assert.deepEqual(
		view.agents.map(({ doing, turn, tokens }) => [doing, turn, tokens]),
		[['read a.txt', 2, 1200]],
	)
	const end: AgentEvent = {
		type: 'agent-end',
		callId,
		agentId,
		agent: 'general',
		reason: 'finished',
		usage: { ...NO_USAGE, inputTokens: 1000 },
		costMicroUsd: 7,
		turns: 2,
		durationMs: 10,
	}
	const after = foldView(view, envelope(end, 9))
	assert.deepEqual([after.agents, after.usage.inputTokens, after.costMicroUsd], [[], 1000, 7])
})

/** Agents that work side by side, each from a call of its own. */
function sideBySide(...tasks: readonly string[]): readonly AgentEvent[] {
	return tasks.flatMap((task, index): readonly AgentEvent[] => [
		{ ...CALL, callId: idsOf(index).callId, tier: 'read-only' },
		{ ...START, ...idsOf(index), agent: 'explore', task },
	])
}

const idsOf = (index: number) => ({ callId: `c${index}` as CallId, agentId: `a${index}` as SessionId })

const works = (index: number, calls: number): AgentEvent => ({
	type: 'agent-progress',
	...idsOf(index),
	turn: 1,
	calls,
	text: 'read a.ts',
	tokens: 1200,
	costMicroUsd: 0,
})

function ends(index: number, calls: number): readonly AgentEvent[] {
	const said = okResult('found it')
	return [
		{
			type: 'agent-end',
			...idsOf(index),
			agent: 'explore',
			reason: 'finished',
			usage: { ...NO_USAGE, inputTokens: 2000 },
			costMicroUsd: 0,
			turns: 1,
			calls,
			durationMs: 900,
		},
		{ type: 'tool-end', callId: idsOf(index).callId, tool: 'delegate', result: said },
	]
}

/** A second between one event and the next. */
const atWork = (...events: readonly AgentEvent[]) =>
	events.reduce(
		(view, event, index) => foldView(view, { ...envelope(event, index), at: 1000 * index }),
		EMPTY_VIEW,
	)

const live = (view: View, now: number) =>
	liveRows({ view, tail: [], isTodoShown: false, width: 80, limit: 10, theme: PLAIN, now }).filter(
		row => row.trim() !== '',
	)

test('agents side by side are a row each, with what they are at, their calls, tokens and time', () => {
	const view = atWork(opened, runStart('go'), ...sideBySide('where is CRLF', 'who calls it'), works(0, 1))
	assert.deepEqual(live(view, 8000), [
		'● explore where is CRLF · read a.ts  1 call · 1.2k tokens · 6s',
		'● explore who calls it  4s',
	])
})

test('agents that have ended one after the other are one row, which opens to a row each', () => {
	const begun = [opened, runStart('go'), turnsMessage(2), ...sideBySide('where is CRLF', 'who calls it')]
	const one = atWork(...begun, ...ends(0, 3))
	assert.deepEqual(live(one, 9000), [
		'✓ explore where is CRLF  3 calls · 2k tokens · 5.0s',
		'● explore who calls it  4s',
	])
	const both = atWork(...begun, ...ends(0, 3), ...ends(1, 4), runEnd())
	const group = both.blocks.recent.find(({ kind }) => kind === 'group')
	assert(group?.kind === 'group')
	assert.deepEqual(blockRows(group, 80).rows.map(plainText), [
		'✓ 2 agents · explore ×2 · 7 calls · 4k tokens · 7.0s',
	])
	const opened_ = blockRows(group, 80, { measure: 100, detail: 'full' }).rows.map(plainText)
	assert.deepEqual(opened_, [
		'✓ explore where is CRLF  3 calls · 2k tokens · 5.0s',
		'✓ explore who calls it  4 calls · 2k tokens · 5.0s',
	])
})

/** The message whose calls those of `sideBySide` are. */
function turnsMessage(count: number): AgentEvent {
	const content = Array.from({ length: count }, (_, index) => ({
		type: 'tool-call' as const,
		callId: idsOf(index).callId,
		tool: 'delegate',
		arguments: '{}',
	}))
	return { type: 'message-end', message: { role: 'assistant', model: MODEL, content, stop: 'tool-calls' } }
}

test('what came of one in the background is a row of its own and none of the user’s prompts', () => {
	const words = (text: string) => ({ type: 'text' as const, text })
	const said = '<agent-result agent="explore" id="a1">\nIt is on line 12.\n</agent-result>\n\n'
	const account = '[explore: 2 turns, 6676 tokens, 7.5 s; session a1]'
	const content = [words(said), words(`The agent explore in the background has ended. ${account}`)]
	const start = runStart('x')
	assert(start.type === 'run-start')
	const view = folded(opened, { ...start, prompt: { role: 'user', content } })
	assert.deepEqual(view.blocks.recent.at(-1), {
		kind: 'notice',
		level: 'info',
		text: 'The agent explore in the background has ended: 2 turns, 6676 tokens, 7.5 s.',
		more: { title: 'What it said', text: 'It is on line 12.' },
	})
})
