// The outcome of a run, folded from its envelopes: the answer, what it used, how it ended.

import type { ErrorInfo } from '../../core/errors.ts'
import type { AgentEvent, Envelope, RunEndReason } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import { finalText } from '../../core/messages.ts'
import {
	addSpent,
	type CostMicroUsd,
	type PhaseTimes,
	type SpentBy,
	type ToldLimits,
	type Usage,
	withLimits,
	withUntold,
} from '../../core/usage.ts'

export type RunOutcome = {
	sessionId: SessionId
	runId: RunId | undefined
	/** The final text: of the last message that has any and that was not sent back. Kept as the model wrote it. */
	text: string
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

export function startOutcome(sessionId: SessionId): RunOutcome {
	return {
		sessionId,
		runId: undefined,
		text: '',
		spentBy: {},
		rateLimits: [],
		end: undefined,
	}
}

/** Follows the first run that starts; envelopes of other runs leave it as it is. */
export function foldOutcome(before: RunOutcome, envelope: Envelope): RunOutcome {
	const { event, runId } = envelope
	if (event.type === 'run-start' && before.runId === undefined)
		return { ...before, runId, sessionId: envelope.sessionId }
	if (runId === undefined || runId !== before.runId) return before
	switch (event.type) {
		case 'message-end':
			return { ...before, text: finalText(event.message) ?? before.text }
		// What the model was told to put right is no answer, nor is a call that it wrote as text.
		case 'correction':
			return { ...before, text: '' }
		case 'attempt-end': {
			const spentBy = addSpent(before.spentBy, event)
			if (!event.rateLimits) return { ...before, spentBy }
			const told = { provider: event.model.provider, limits: event.rateLimits, at: envelope.at }
			return { ...before, spentBy, rateLimits: withLimits(before.rateLimits, told) }
		}
		case 'agent-end':
			return { ...before, spentBy: addSpent(before.spentBy, event) }
		case 'run-end': {
			const text = event.error?.code === 'unread-call' ? '' : before.text
			const isUntold = event.error?.code === 'storage-failed'
			const spentBy = isUntold ? withUntold(before.spentBy, event) : before.spentBy
			return { ...before, text, spentBy, end: withoutType(event) }
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
		case 'checkpoint-failed':
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
			return before
		default:
			return assertNever(event)
	}
}

function withoutType(event: Extract<AgentEvent, { type: 'run-end' }>): NonNullable<RunOutcome['end']> {
	const { type: _, ...end } = event
	return end
}
