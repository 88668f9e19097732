// The result of a run, folded from its envelopes: the answer, what it used, how it ended.

import type { ErrorInfo } from '../../../../core/errors.ts'
import type { AgentEvent, Envelope, RunEndReason } from '../../../../core/events.ts'
import { assertNever } from '../../../../core/exhaustive.ts'
import type { RunId, SessionId } from '../../../../core/ids.ts'
import { finalText } from '../../../../core/messages.ts'
import {
	addSpent,
	type CostMicroUsd,
	type PhaseTimes,
	type SpentBy,
	type ToldLimits,
	type Usage,
	withLimits,
} from '../../../../core/usage.ts'
import { type Denials, foldDenials, NO_DENIALS } from './denials.ts'

export type RunResult = {
	sessionId: SessionId
	runId: RunId | undefined
	/** The final text: of the last message that has any and that was not sent back. Kept as the model wrote it. */
	text: string
	/** The calls that were refused. */
	denials: Denials
	/** What the run has spent, by what it was spent on. */
	spentBy: SpentBy
	/** What each provider has told last. */
	rateLimits: readonly ToldLimits[]
	end:
		| {
				reason: RunEndReason
				error?: ErrorInfo
				usage: Usage
				costMicroUsd: CostMicroUsd
				turns: number
				phases?: PhaseTimes
		  }
		| undefined
}

export function startResult(sessionId: SessionId): RunResult {
	return {
		sessionId,
		runId: undefined,
		text: '',
		denials: NO_DENIALS,
		spentBy: {},
		rateLimits: [],
		end: undefined,
	}
}

/** Follows the first run that starts; envelopes of other runs leave the result as it is. */
export function foldResult(before: RunResult, envelope: Envelope): RunResult {
	const { event, runId } = envelope
	const denials = runId === before.runId ? foldDenials(before.denials, event) : before.denials
	const result = denials === before.denials ? before : { ...before, denials }
	if (event.type === 'run-start' && result.runId === undefined)
		return { ...result, runId, sessionId: envelope.sessionId }
	if (runId === undefined || runId !== result.runId) return result
	switch (event.type) {
		case 'message-end':
			return { ...result, text: finalText(event.message) ?? result.text }
		// What the model was told to put right is no answer, nor is a call that it wrote as text.
		case 'correction':
			return { ...result, text: '' }
		case 'attempt-end': {
			const spentBy = addSpent(result.spentBy, event)
			if (!event.rateLimits) return { ...result, spentBy }
			const told = { provider: event.model.provider, limits: event.rateLimits, at: envelope.at }
			return { ...result, spentBy, rateLimits: withLimits(result.rateLimits, told) }
		}
		case 'agent-end':
			return { ...result, spentBy: addSpent(result.spentBy, event) }
		case 'run-end': {
			const text = event.error?.code === 'unread-call' ? '' : result.text
			return { ...result, text, end: withoutType(event) }
		}
		case 'session-start':
		case 'session-rename':
		case 'approvals-set':
		case 'model-set':
		case 'effort-set':
		case 'run-start':
		case 'memory-drop':
		case 'agent-start':
		case 'steer':
		case 'turn-start':
		case 'attempt-start':
		case 'approval-request':
		case 'approval-end':
		case 'question-request':
		case 'question-end':
		case 'tool-start':
		case 'tool-end':
		case 'turn-end':
		case 'hook-result':
		case 'compaction':
		case 'checkpoint':
		case 'rewind':
		case 'session-open':
		case 'sandbox-state':
		case 'compaction-start':
		case 'compaction-end':
		case 'progress':
		case 'text-delta':
		case 'reasoning-delta':
		case 'reply-restart':
		case 'tool-progress':
		case 'agent-progress':
		case 'agent-background':
		case 'queue-change':
		case 'retry-wait':
		case 'run-cancelling':
		case 'context-use':
		case 'notice':
			return result
		default:
			return assertNever(event)
	}
}

function withoutType(event: Extract<AgentEvent, { type: 'run-end' }>): NonNullable<RunResult['end']> {
	const { type: _, ...end } = event
	return end
}
