// Taking up a session: what closes the things a dead process left open, and what the session went by.

import type { StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { ApprovalId, CallId, QuestionId, SessionId } from '../../core/ids.ts'
import { callsOf } from '../../core/messages.ts'
import type { Tier } from '../../core/permission.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { type ResultDetail, resultWithout, type ToolResult } from '../../core/tool.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { filesOf, runIn } from './snapshot.ts'

/**
 * The events that close what was open when the log ended: to be appended before anything else is. Every call gets
 * a result, every question an answer, the run its end. A side effect that was started is never run again.
 */
export function closeOpen(envelopes: readonly StoredEnvelope[]): readonly StoredEvent[] {
	const open = openThings(envelopes)
	const run = runIn(envelopes)
	const events: StoredEvent[] = []
	for (const [approvalId, callId] of open.approvals)
		events.push({ type: 'approval-end', approvalId, callId, decision: { answer: 'no' }, by: 'cancel' })
	for (const [questionId, callId] of open.questions) events.push({ type: 'question-end', questionId, callId })
	for (const [callId, call] of open.calls)
		events.push({ type: 'tool-end', callId, tool: call.tool, result: interruptedResult(call) })
	for (const [agentId, { callId, agent }] of open.agents)
		events.push({
			type: 'agent-end',
			callId,
			agentId,
			agent,
			reason: 'failed',
			error: { code: 'internal', message: PROCESS_ENDED },
			usage: NO_USAGE,
			costMicroUsd: undefined,
			turns: 0,
			durationMs: 0,
		})
	if (run)
		events.push({
			type: 'run-end',
			reason: 'failed',
			error: { code: 'internal', message: PROCESS_ENDED },
			...run,
		})
	return events
}

/** Which files the model has read or changed, oldest first. */
export function seenDetails(envelopes: readonly StoredEnvelope[]): readonly ResultDetail[] {
	const files = filesOf(envelopes)
	return files.length === 0
		? []
		: [{ type: 'files', seen: files.map(({ path, sha256 }) => ({ path, sha256 })) }]
}

const PROCESS_ENDED = 'the process ended while this run was going'

type OpenCall = { tool: string; started: Tier | undefined; agentId?: SessionId }

type OpenThings = {
	calls: Map<CallId, OpenCall>
	approvals: Map<ApprovalId, CallId>
	questions: Map<QuestionId, CallId>
	agents: Map<SessionId, { callId: CallId; agent: string }>
}

function openThings(envelopes: readonly StoredEnvelope[]): OpenThings {
	const open: OpenThings = { calls: new Map(), approvals: new Map(), questions: new Map(), agents: new Map() }
	// A call may begin and end before the message that makes it is complete.
	const ended = new Set<CallId>()
	for (const { event } of envelopes) {
		switch (event.type) {
			case 'message-end':
				for (const { callId, tool } of callsOf(event.message))
					if (!ended.has(callId) && !open.calls.has(callId))
						open.calls.set(callId, { tool, started: undefined })
				break
			// The ids of what was gone back on may be given out again; all of it has ended by then.
			case 'rewind':
				ended.clear()
				break
			case 'tool-start':
				if (!ended.has(event.callId)) open.calls.set(event.callId, { tool: event.tool, started: event.tier })
				break
			case 'agent-start': {
				const { callId, agentId, agent } = event
				open.agents.set(agentId, { callId, agent })
				const call = open.calls.get(callId)
				if (call) open.calls.set(callId, { ...call, agentId })
				break
			}
			case 'agent-end':
				open.agents.delete(event.agentId)
				break
			case 'tool-end':
				ended.add(event.callId)
				open.calls.delete(event.callId)
				break
			case 'approval-request':
				open.approvals.set(event.request.approvalId, event.request.callId)
				break
			case 'approval-end':
				open.approvals.delete(event.approvalId)
				break
			case 'question-request':
				open.questions.set(event.question.questionId, event.question.callId)
				break
			case 'question-end':
				open.questions.delete(event.questionId)
				break
			// Left out, the commonest first: a long log is folded before any of it is shown.
			case 'turn-start':
			case 'turn-end':
			case 'hook-result':
			case 'attempt-start':
			case 'attempt-end':
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'run-start':
			case 'memory-drop':
			case 'steer':
			case 'correction':
			case 'compaction':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'run-end':
				break
			default:
				assertNever(event)
		}
	}
	return open
}

function interruptedResult({ started, agentId }: OpenCall): ToolResult {
	const happened =
		started === undefined
			? problem`not run: the process ended before this call began`
			: started === 'read-only'
				? problem`interrupted: the process ended while this was running; it changed nothing and may be run again`
				: problem`interrupted: the process ended while this was running; it may have run.${advice(' Check before running it again.')}`
	return resultWithout(
		'interrupted',
		agentId === undefined ? happened : problem`${happened} What the agent did is in its session ${agentId}.`,
	)
}
