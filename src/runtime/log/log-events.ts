// Envelopes as entries of the log: who was asked, what ran, what was allowed, how long it took and how it ended. What was
// typed, read, thought or answered is not among them: the session has it.

import { isRefusal } from '../../core/approval.ts'
import type { AgentEvent, Envelope } from '../../core/events.ts'
import type { CallId, UnixMs } from '../../core/ids.ts'
import type { LogFacts } from '../../core/logging/logger.ts'
import { callsOf } from '../../core/messages.ts'
import { modelName } from '../../core/model-ref.ts'
import type { LogLevel } from '../../core/services/logging.ts'
import type { ResultDetail } from '../../core/tool.ts'

export type EventEntry = { level: LogLevel; facts: LogFacts }

/** A fold over the envelopes of all sessions: it keeps which calls have begun. */
export class EventLog {
	private readonly begun = new Map<CallId, { at: UnixMs; subject: string | undefined }>()
	private readonly wireOf: (provider: string) => string | undefined

	constructor(wireOf: (provider: string) => string | undefined) {
		this.wireOf = wireOf
	}

	/** @returns undefined for what is not worth a line, at any level */
	entry({ at, event }: Envelope): EventEntry | undefined {
		switch (event.type) {
			case 'tool-start':
				this.begun.set(event.callId, { at, subject: event.subject })
				return debug({ call: event.callId, tool: event.tool, tier: event.tier, subject: event.subject })
			case 'tool-end': {
				const began = this.begun.get(event.callId)
				this.begun.delete(event.callId)
				const { outcome, detail } = event.result
				return info({
					call: event.callId,
					tool: event.tool,
					subject: began?.subject,
					outcome,
					ms: began && at - began.at,
					...commandFacts(detail),
				})
			}
			case 'attempt-start':
				return debug({ ...this.model(event.model), attempt: event.attempt })
			case 'attempt-end': {
				const { model, attempt, durationMs, usage, costMicroUsd, spender, error } = event
				return entry(error ? 'warn' : 'info', {
					...this.model(model),
					attempt,
					ms: Math.round(durationMs),
					input_tokens: usage.inputTokens,
					cached_tokens: usage.cachedInputTokens,
					output_tokens: usage.outputTokens,
					cost_micro_usd: costMicroUsd,
					for: spender,
					...(error && { code: error.code, message: error.message }),
				})
			}
			default:
				return runEntry(event)
		}
	}

	private model(ref: { provider: string; model: string }): LogFacts {
		return { model: modelName(ref), wire: this.wireOf(ref.provider) }
	}
}

type CallType = 'tool-start' | 'tool-end' | 'attempt-start' | 'attempt-end'

function runEntry(event: Exclude<AgentEvent, { type: CallType }>): EventEntry | undefined {
	switch (event.type) {
		case 'run-start': {
			const { chain, own, approvals, sandbox, tools, maxTurns } = event.snapshot
			return info({
				models: (own?.chain ?? chain).map(modelName),
				approvals: approvals.kind,
				sandbox: sandbox?.mode,
				tools: tools.length,
				max_turns: maxTurns,
			})
		}
		case 'run-end': {
			const { reason, error, turns, costMicroUsd, phases } = event
			return entry(error && reason !== 'cancelled' ? 'error' : 'info', {
				reason,
				turns,
				cost_micro_usd: costMicroUsd,
				phases_ms: phases && { ...phases },
				...(error && { code: error.code, message: error.message }),
			})
		}
		case 'turn-end':
			return debug({ turn: event.turn, phases_ms: event.phases && { ...event.phases } })
		case 'message-end':
			return debug({ stop: event.message.stop, calls: callsOf(event.message).length })
		case 'retry-wait': {
			const { cause, waitMs, retry, maxRetries } = event
			const of = { retry, max_retries: maxRetries, wait_ms: Math.round(waitMs) }
			return entry('warn', { ...of, code: cause.code, message: cause.message })
		}
		case 'approval-request': {
			const { callId, tool, agent, permission } = event.request
			const { title, tier, outcome, reasons } = permission
			return info({ call: callId, tool, agent, title, tier, outcome, reasons: [...reasons] })
		}
		case 'approval-end':
			return entry(isRefusal(event.decision) && event.by !== 'cancel' ? 'warn' : 'info', {
				call: event.callId,
				decision: event.decision.answer,
				by: event.by,
			})
		case 'compaction':
			return info({
				cause: event.cause,
				summary: event.summary,
				tokens_before: event.tokensBefore,
				tokens_after: event.tokensAfter,
			})
		case 'compaction-end':
			return event.error && entry('warn', { code: event.error.code, message: event.error.message })
		case 'hook-result':
			return info({ hook: event.hook, hook_event: event.hookEvent, effect: event.effect, call: event.callId })
		case 'agent-start':
			return info({ call: event.callId, agent: event.agent, agent_session: event.agentId })
		case 'agent-end':
			return info({
				call: event.callId,
				agent: event.agent,
				agent_session: event.agentId,
				reason: event.reason,
				turns: event.turns,
				ms: Math.round(event.durationMs),
				cost_micro_usd: event.costMicroUsd,
			})
		case 'notice':
			return entry(event.level === 'warning' ? 'warn' : event.level, {
				code: event.code,
				message: event.text,
			})
		default:
			return sessionEntry(event)
	}
}

type RunType =
	| 'run-start'
	| 'run-end'
	| 'turn-end'
	| 'message-end'
	| 'retry-wait'
	| 'approval-request'
	| 'approval-end'
	| 'compaction'
	| 'compaction-end'
	| 'hook-result'
	| 'agent-start'
	| 'agent-end'
	| 'notice'

/** Their words are the conversation's, or they come too often. A new event must be in one of the lists. */
type UnloggedType =
	| 'session-rename'
	| 'session-open'
	| 'question-request'
	| 'question-end'
	| 'text-delta'
	| 'reasoning-delta'
	| 'progress'
	| 'tool-progress'
	| 'agent-progress'
	| 'agent-background'
	| 'queue-change'

function sessionEntry(event: Exclude<AgentEvent, { type: CallType | RunType }>): EventEntry | undefined {
	switch (event.type) {
		case 'session-start':
			return info({ cwd: event.cwd, version: event.version })
		case 'approvals-set':
			return info({ mode: event.mode.kind })
		case 'model-set':
			return info({ models: event.chain.map(modelName) })
		case 'effort-set':
			return info({ effort: event.effort })
		case 'sandbox-state':
			return info({ mode: event.sandbox.mode, works: event.sandbox.works, why: event.sandbox.why })
		case 'compaction-start':
			return info({ cause: event.cause })
		case 'rewind':
			return info({ to_seq: event.toSeq, files_changed: event.files?.changed })
		case 'context-use':
			return debug({ used_tokens: event.usedTokens, window_tokens: event.windowTokens })
		case 'turn-start':
			return debug({ turn: event.turn })
		case 'run-cancelling':
		case 'memory-drop':
		case 'correction':
		case 'steer':
		case 'reply-restart':
			return info({})
		case 'checkpoint':
			return debug({ checkpoint: event.checkpointId ?? '' })
		case 'checkpoint-failed':
			return debug({ checkpointFailed: event.reason })
		default:
			return unlogged(event)
	}
}

function unlogged(_: Extract<AgentEvent, { type: UnloggedType }>): undefined {
	return undefined
}

function commandFacts(detail: ResultDetail | undefined): LogFacts {
	if (detail?.type !== 'command') return {}
	return { exit_code: detail.exitCode, timed_out: detail.timedOut || undefined }
}

function entry(level: LogLevel, facts: LogFacts): EventEntry {
	return { level, facts }
}

const info = (facts: LogFacts) => entry('info', facts)
const debug = (facts: LogFacts) => entry('debug', facts)
