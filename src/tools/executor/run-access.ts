// Run access: what a call that starts an agent is given of its run.

import type { ApprovalRequest, DecidedBy, Decision } from '../../core/approval.ts'
import type { ErrorInfo } from '../../core/errors.ts'
import type { Question, RunSnapshot, ShownEvent, StoredEvent } from '../../core/events.ts'
import type { RunId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { Tier } from '../../core/permission.ts'
import type { CostMicroUsd, RequestEstimate, Usage } from '../../core/usage.ts'

/**
 * The run, for an agent that one of its calls starts: it acts within the run, on its account and under its approvals.
 * Still good when the run is over, for an agent in the background.
 */
export type RunAccess = {
	/** Of the session that has no other above it. */
	runId: RunId
	snapshot: RunSnapshot
	/** The tools of the agent whose call it is, which may give no more than it has. */
	granted: readonly string[]
	approve(
		asked: Omit<ApprovalRequest, 'approvalId' | 'callId'>,
		until: AbortSignal,
	): Promise<{ decision: Decision; by: DecidedBy }>
	ask(question: Omit<Question, 'questionId' | 'callId'>): Promise<string | undefined>
	/** Keeps what a call may change. @returns when it could not be kept. Left out, nothing is. */
	keepFirst?: ((effect: CallEffect) => Promise<Unkept | undefined>) | undefined
	spend(usage: Usage, costMicroUsd: CostMicroUsd): void
	/** Why the run, with all that is above it, cannot pay for one more request. */
	exceeded(estimate: () => RequestEstimate): ErrorInfo | undefined
	store(event: StoredEvent): Promise<void> | undefined
	show(event: ShownEvent): void
	/** Into the run before its next request, or as a prompt of its own when nothing runs. */
	deliver(message: UserMessage): void
}

/** `changes`: real paths of the files the call says it will change. What a command changes nobody can say beforehand. */
export type CallEffect = { tier: Tier; changes: readonly string[] }

/** What a call changes cannot be undone. `why` is a whole sentence; `accepted` is told that it runs all the same, before it does. */
export type Unkept = { why: string; accepted(): Promise<void> }
