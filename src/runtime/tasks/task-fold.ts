// What has become of a task, folded from the envelopes of its runs: working, waiting for somebody, or ended, with its
// answer and what it has used.

import type { ErrorInfo } from '../../core/errors.ts'
import type { AgentEvent, Envelope, RunEndReason } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import { finalText } from '../../core/messages.ts'
import type { Task, TaskState, TaskWaiting } from '../../core/services/tasks.ts'
import type { CallArtifact } from '../../core/tool.ts'
import { addCost, addUsage, type CostMicroUsd, NO_USAGE, type Spent, type Usage } from '../../core/usage.ts'

export type TaskProgress = {
	state: TaskState
	/** What somebody has to answer, the one asked first before the others. */
	waiting: readonly TaskWaiting[]
	text: string
	error: ErrorInfo | undefined
	/** All runs, the one going on included as far as it has come. */
	usage: Usage
	costMicroUsd: CostMicroUsd
	/** What its calls have left, each with the name that it has in the task. */
	artifacts: readonly (CallArtifact & { id: string })[]
	/** The runs that have ended. */
	before: Spent
	/** How the last run ended; undefined while one goes on. */
	end: RunEndReason | undefined
}

const NOTHING: Spent = { usage: NO_USAGE, costMicroUsd: 0 }

export const BEFORE_WORK: TaskProgress = {
	state: 'submitted',
	waiting: [],
	text: '',
	error: undefined,
	...NOTHING,
	artifacts: [],
	before: NOTHING,
	end: undefined,
}

export function foldTask(progress: TaskProgress, { event }: Pick<Envelope, 'event'>): TaskProgress {
	switch (event.type) {
		case 'run-start':
			return begun(progress)
		case 'message-end':
			return { ...progress, text: finalText(event.message) ?? progress.text }
		// What the model was told to put right is no answer.
		case 'correction':
			return { ...progress, text: '' }
		case 'attempt-end':
			return {
				...progress,
				usage: addUsage(progress.usage, event.usage),
				costMicroUsd: addCost(progress.costMicroUsd, event.costMicroUsd),
			}
		case 'tool-end':
			return withArtifacts(progress, event.callId, event.result.artifacts)
		case 'agent-end':
			return withArtifacts(progress, event.agentId, event.artifacts)
		case 'approval-request': {
			const { approvalId, permission } = event.request
			return waitsFor(progress, { for: 'approval', approvalId, text: permission.title })
		}
		case 'question-request': {
			const { questionId, text, options } = event.question
			return waitsFor(progress, {
				for: 'answer',
				questionId,
				text,
				...(options.length > 0 && { options }),
			})
		}
		case 'approval-end':
			return waitsNoMore(progress, one => one.for === 'approval' && one.approvalId === event.approvalId)
		case 'question-end':
			return waitsNoMore(progress, one => one.for === 'answer' && one.questionId === event.questionId)
		case 'run-end':
			return ended(progress, event)
		case 'session-start':
		case 'session-rename':
		case 'approvals-set':
		case 'model-set':
		case 'effort-set':
		case 'memory-drop':
		case 'agent-start':
		case 'steer':
		case 'turn-start':
		case 'attempt-start':
		case 'tool-start':
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
			return progress
		default:
			return assertNever(event)
	}
}

type ToldField = 'state' | 'waiting' | 'result' | 'error' | 'usage' | 'costMicroUsd'

/** With undefined for what is left out of a task. */
export type TaskFields = { [Field in ToldField]: Task[Field] | undefined }

/** What of it stands in the task. */
export function taskFields(progress: TaskProgress): TaskFields {
	const { state, waiting, text, error, usage, costMicroUsd, end } = progress
	return {
		state,
		waiting: waiting[0],
		result: end === undefined || text === '' ? undefined : text,
		error,
		usage,
		costMicroUsd,
	}
}

/** A run begins, or is to be gone on with: what was used before stays. */
export function begun(progress: TaskProgress): TaskProgress {
	const { usage, costMicroUsd } = progress
	return {
		...progress,
		state: 'working',
		waiting: [],
		text: '',
		error: undefined,
		end: undefined,
		before: { usage, costMicroUsd },
	}
}

function ended(progress: TaskProgress, event: Extract<AgentEvent, { type: 'run-end' }>): TaskProgress {
	const { before } = progress
	// The run's own sum has what its agents have used as well.
	const spent = {
		usage: addUsage(before.usage, event.usage),
		costMicroUsd: addCost(before.costMicroUsd, event.costMicroUsd),
	}
	const { reason } = event
	const isGood = reason === 'finished' && event.error === undefined
	return {
		...progress,
		...spent,
		before: spent,
		waiting: [],
		text: event.error?.code === 'unread-call' ? '' : progress.text,
		state: isGood ? 'completed' : reason === 'cancelled' ? 'canceled' : 'failed',
		error: isGood || reason === 'cancelled' ? undefined : (event.error ?? errorOf(reason)),
		end: reason,
	}
}

function errorOf(reason: Exclude<RunEndReason, 'finished' | 'cancelled'> | 'finished'): ErrorInfo {
	const code = reason === 'failed' || reason === 'finished' ? 'internal' : reason
	return { code, message: `the run ended: ${reason}` }
}

function withArtifacts(
	progress: TaskProgress,
	of: string,
	artifacts: readonly CallArtifact[] = [],
): TaskProgress {
	const left = artifacts.map((artifact, index) => ({
		id: `${of}-${index + 1}`,
		...artifact,
	}))
	return left.length === 0 ? progress : { ...progress, artifacts: [...progress.artifacts, ...left] }
}

function waitsFor(progress: TaskProgress, one: TaskWaiting): TaskProgress {
	return { ...progress, state: 'input-required', waiting: [...progress.waiting, one] }
}

function waitsNoMore(progress: TaskProgress, isOver: (one: TaskWaiting) => boolean): TaskProgress {
	const waiting = progress.waiting.filter(one => !isOver(one))
	if (progress.end !== undefined) return progress
	return { ...progress, waiting, state: waiting.length === 0 ? 'working' : 'input-required' }
}
