import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ApprovalRequest } from '../../../src/core/approval.ts'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, SessionId } from '../../../src/core/ids.ts'
import { okResult } from '../../../src/core/tool.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { envelope, opened, runEnd, runStart } from '../../support/screen/fake-port.ts'

const callId = 'c1' as CallId
const agentId = 'a1' as SessionId

const start: AgentEvent = {
	type: 'agent-start',
	callId,
	agentId,
	agent: 'general',
	task: 'work',
	isBackground: false,
}
const call: AgentEvent = {
	type: 'tool-start',
	callId,
	tool: 'delegate',
	arguments: '{}',
	tier: 'side-effecting',
}
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
