// What happens beside the conversation, as `system` lines: progress, waits, approvals, questions, limits, the window.

import type { AgentEvent } from '../../../../core/events.ts'
import type { JsonValue } from '../../../../core/json.ts'
import { textOf } from '../../../../core/messages.ts'
import { modelName } from '../../../../core/model-ref.ts'
import { dollars, rateLimitsJson, usageOf } from './spending-json.ts'

export type JsonLine = { type: string; [key: string]: JsonValue | undefined }

/** Those of one event, in order; most have one, and events that are no lines of their own have none. */
export function systemLines(event: AgentEvent, { partial }: { partial: boolean }): readonly JsonLine[] {
	if (event.type === 'tool-progress' && !partial) return []
	if (event.type === 'retry-wait' && event.cause.code === 'rate-limited')
		return [
			system('rate_limit', { wait_ms: Math.round(event.waitMs), error: event.cause.message }),
			...one(event),
		]
	return one(event)
}

function one(event: AgentEvent): readonly JsonLine[] {
	const line = lineOf(event)
	return line ? [line] : []
}

function lineOf(event: AgentEvent): JsonLine | undefined {
	switch (event.type) {
		case 'progress':
			return system('progress', { turn: event.turn, max_turns: event.maxTurns, text: event.text })
		case 'attempt-end':
			return system('attempt', {
				model: modelName(event.model),
				attempt: event.attempt,
				duration_ms: Math.round(event.durationMs),
				total_cost_usd: dollars(event.costMicroUsd),
				usage: usageOf(event.usage),
				...(event.spender && { spender: event.spender }),
				...(event.rateLimits && { rate_limits: [...rateLimitsJson(event.rateLimits)] }),
				...(event.error && { error: errorOf(event.error) }),
			})
		case 'turn-end':
			return system('turn', {
				turn: event.turn,
				...(event.phases && { phases_ms: { ...event.phases } }),
			})
		case 'retry-wait':
			return system('retry', {
				attempt: event.retry,
				max_retries: event.maxRetries,
				retry_delay_ms: Math.round(event.waitMs),
				error: errorOf(event.cause),
			})
		case 'compaction-start':
			return system('compaction', { state: 'started', trigger: event.cause })
		case 'compaction':
			return system('compaction', {
				state: 'compacted',
				trigger: event.cause,
				summary: event.summary,
				pre_tokens: event.tokensBefore,
				post_tokens: event.tokensAfter,
			})
		case 'compaction-end':
			return system('compaction', { state: 'ended', ...(event.error && { error: errorOf(event.error) }) })
		case 'tool-start':
			return system('tool_start', {
				tool_use_id: event.callId,
				tool_name: event.tool,
				tier: event.tier,
				...(event.subject !== undefined && { subject: event.subject }),
			})
		case 'tool-progress':
			return system('tool_progress', { tool_use_id: event.callId, text: event.text })
		case 'steer':
			return system('steer', { text: textOf(event.message.content) })
		case 'correction':
			return system('correction', { text: textOf(event.message.content) })
		case 'queue-change':
			return system('queue', {
				items: event.items.map(({ queueId, whenBusy, message }) => ({
					queue_id: queueId,
					priority: whenBusy,
					text: textOf(message.content),
				})),
			})
		case 'run-cancelling':
			return system('cancelling', {})
		case 'context-use':
			return system('context', { used_tokens: event.usedTokens, window_tokens: event.windowTokens })
		case 'notice':
			return system('notice', {
				level: event.level,
				text: event.text,
				...(event.code !== undefined && { code: event.code }),
			})
		case 'approvals-set':
			return system('permission_mode', { mode: event.mode.kind })
		case 'sandbox-state': {
			const { mode, works, why, commands } = event.sandbox
			return system('sandbox', {
				mode,
				works,
				...(why !== undefined && { why }),
				...(commands && { commands }),
			})
		}
		case 'model-set':
			return system('model', { model: event.chain.map(modelName).join(',') })
		case 'effort-set':
			return system('effort', { effort: event.effort })
		case 'agent-background':
			return system('agent_background', { tool_use_id: event.callId, agent_id: event.agentId })
		default:
			return requestLine(event)
	}
}

type RequestType = 'approval-request' | 'approval-end' | 'question-request' | 'question-end'

/** Those that have a line of another type, and those that say nothing to a script. A new event must be in one of these. */
type SilentType =
	| 'session-start'
	| 'session-rename'
	| 'session-open'
	| 'run-start'
	| 'run-end'
	| 'memory-drop'
	| 'turn-start'
	| 'attempt-start'
	| 'message-end'
	| 'text-delta'
	| 'reasoning-delta'
	| 'reply-restart'
	| 'tool-end'
	| 'agent-start'
	| 'agent-progress'
	| 'agent-end'
	| 'hook-result'
	| 'checkpoint'
	| 'checkpoint-failed'
	| 'rewind'

/** What somebody is asked, and what was said. */
function requestLine(event: Extract<AgentEvent, { type: RequestType | SilentType }>): JsonLine | undefined {
	switch (event.type) {
		case 'approval-request': {
			const { approvalId, callId, tool, agent, permission } = event.request
			return system('approval_request', {
				approval_id: approvalId,
				tool_use_id: callId,
				tool_name: tool,
				...(agent !== undefined && { agent }),
				title: permission.title,
				tier: permission.tier,
				reasons: [...permission.reasons],
				...(permission.diff !== undefined && { diff: permission.diff }),
				...(permission.projectRules && { rules: [...permission.projectRules] }),
			})
		}
		case 'approval-end':
			return system('approval_end', {
				approval_id: event.approvalId,
				tool_use_id: event.callId,
				decision: event.decision.answer,
				decided_by: event.by,
				...(event.decision.answer === 'no-with-reason' && { message: event.decision.reason }),
			})
		case 'question-request': {
			const { questionId, callId, agent, text, options } = event.question
			return system('question', {
				question_id: questionId,
				tool_use_id: callId,
				...(agent !== undefined && { agent }),
				text,
				options: [...options],
			})
		}
		case 'question-end':
			return system('question_end', {
				question_id: event.questionId,
				tool_use_id: event.callId,
				...(event.answer !== undefined && { answer: event.answer }),
			})
		default:
			return undefined
	}
}

export function system(subtype: string, facts: Readonly<Record<string, JsonValue>>): JsonLine {
	return { type: 'system', subtype, ...facts }
}

function errorOf({ code, message }: { code: string; message: string }): JsonValue {
	return { code, message }
}
