// Run capabilities: what a run may do with its session, until it ends.

import type { ApprovalMode, ApprovalRequest } from '../../core/approval.ts'
import type { Envelope, Question, RunSnapshot, ShownEvent, StoredEvent } from '../../core/events.ts'
import type { RunId } from '../../core/ids.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { PhaseClock } from '../../loop/phase-clock.ts'
import type { CallEffect, Unkept } from '../../tools/executor/run-access.ts'
import type { ApprovalAnswer } from '../permissions/approvals.ts'
import type { PromptQueue } from './prompt-queue.ts'

export type RunContext = {
	runId: RunId
	prompt: UserMessage
	snapshot: RunSnapshot
	/** What its last answer must fit, where that was said with the prompt. */
	outputSchema?: JsonSchema | undefined
	/** Shell commands that the prompt wants run before the model is asked. */
	commands?: readonly string[]
	/** Since the prompt came. */
	phases: PhaseClock
	/** Stored envelopes before this run. */
	before: readonly Envelope<StoredEvent>[]
	signal: AbortSignal
	queue: Pick<PromptQueue, 'hasSteering' | 'takeSteering'>
	/** The mode of the run that began last, which is this one as long as it goes on. */
	approvals(): ApprovalMode
	sessionGrants(): ReadonlySet<string>
	/** @returns nothing when it is stored already */
	store(event: StoredEvent): Promise<void> | undefined
	show(event: ShownEvent): void
	/** Keeps what the call may change. @returns when it could not be kept. Left out, nothing is. */
	keepFirst?(effect: CallEffect): Promise<Unkept | undefined>
	/** @param until - when it fires, nobody waits for the answer any more */
	approve(call: Omit<ApprovalRequest, 'approvalId'>, until?: AbortSignal): Promise<ApprovalAnswer>
	/** Resolves without an answer when nobody is there, the user would not say, or the run is stopped. */
	ask(question: Omit<Question, 'questionId'>): Promise<string | undefined>
	/** Into the run before its next request, or as a prompt of its own once nothing runs. */
	deliver(message: UserMessage): void
	/** How long somebody has been asked so far. */
	askedMs(): number
	/** Everything stored so far. */
	stored(): readonly Envelope<StoredEvent>[]
	/** What `/compact` has asked for since the last request. Asking takes it. */
	takeCompaction(): CompactionRequest | undefined
}

export type CompactionRequest = { focus: string | undefined }

/** Between two runs. */
export type IdleContext = Pick<RunContext, 'snapshot' | 'store' | 'show' | 'stored'>

export type CompactContext = Pick<RunContext, 'snapshot' | 'signal' | 'store' | 'show' | 'stored'> &
	CompactionRequest
