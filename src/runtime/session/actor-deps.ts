// What an actor is made with, what a run may do with its session, and what the port sees of either.

import type { ApprovalMode, ApprovalRequest } from '../../core/approval.ts'
import type { Command, NoteScope } from '../../core/commands.ts'
import type { Envelope, Question, RunSnapshot, ShownEvent, StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { IdSource, SessionId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { RunEnd } from '../../loop/run.ts'
import type { CallEffect, Unkept } from '../../tools/executor/execute.ts'
import type { Answer } from '../permissions/approvals.ts'
import type { Envelopes } from './envelopes.ts'
import type { PromptQueue } from './prompt-queue.ts'

export type ActorDeps = {
	sessionId: SessionId
	cwd: string
	version: string
	parent: { sessionId: SessionId; seq: number } | undefined
	envelopes: Envelopes
	ids: IdSource
	clock: Clock
	/** Somebody is there to answer. Without anybody a question is a refusal at once. */
	isInteractive: boolean
	settings: SessionSettings
	toolNames(mode: ApprovalMode): readonly string[]
	maxTurns: number
	/** Wall time for one run, waiting for answers included. */
	runLimitMs: number | undefined
	/** @throws AgentError when no provider can serve the model */
	checkModel(ref: ModelRef): void
	/**
	 * The message with the images it names.
	 * @throws AgentError when the model takes none, or not this one
	 */
	withImages(message: UserMessage, model: ModelRef): Promise<UserMessage>
	/** Keeps permission rules for the project. Left out, there is nowhere to. */
	allowForProject?: ((rules: readonly string[]) => Promise<void>) | undefined
	/** The prompt of a run with what memory has to say about it in front. */
	withMemory(
		message: UserMessage,
		before: readonly Envelope<StoredEvent>[],
		signal: AbortSignal,
	): Promise<UserMessage>
	/** Keeps a note. @returns what came of it, in words for the user */
	remember(text: string, scope: NoteScope): Promise<string>
	/** Why an effort may change nothing, in words for the user. */
	effortDoubt(model: ModelRef): string | undefined
	run(context: RunContext): Promise<RunEnd>
	/** Condenses history between two runs. */
	compact(context: CompactContext): Promise<void>
	/** @throws AgentError `rejected` */
	goBack(
		command: Extract<Command, { type: 'rewind' }>,
		stored: readonly Envelope<StoredEvent>[],
		store: (event: StoredEvent) => Promise<void> | undefined,
	): Promise<{ event: StoredEvent; needed: readonly Envelope<StoredEvent>[]; told: readonly string[] }>
	/** What the session knows of files is what counts of it now. */
	wentBack(stored: readonly Envelope<StoredEvent>[]): void
}

export type SessionSettings = {
	chain: readonly ModelRef[]
	approvals: ApprovalMode
	effort: Effort | undefined
}

/** What a run may do with its session. */
export type RunContext = {
	prompt: UserMessage
	snapshot: RunSnapshot
	/** Stored envelopes before this run. */
	before: readonly Envelope<StoredEvent>[]
	signal: AbortSignal
	queue: Pick<PromptQueue, 'hasSteering' | 'takeSteering'>
	/** The mode of the run that began last, which is this one as long as it goes on. */
	approvals(): ApprovalMode
	sessionGrants: ReadonlySet<string>
	/** @returns nothing when it is stored already */
	store(event: StoredEvent): Promise<void> | undefined
	show(event: ShownEvent): void
	/** Keeps what the call may change. @returns when it could not be kept. Left out, nothing is. */
	keepFirst?(effect: CallEffect): Promise<Unkept | undefined>
	/** @param until - when it fires, nobody waits for the answer any more */
	approve(call: Omit<ApprovalRequest, 'approvalId'>, until?: AbortSignal): Promise<Answer>
	/** Resolves without an answer when nobody is there, the user would not say, or the run is stopped. */
	ask(question: Omit<Question, 'questionId'>): Promise<string | undefined>
	/** How long somebody has been asked so far. */
	askedMs(): number
	/** Everything stored so far. */
	stored(): readonly Envelope<StoredEvent>[]
	/** What `/compact` has asked for since the last request. Asking takes it. */
	takeCompaction(): CompactionRequest | undefined
}

export type CompactionRequest = { focus: string | undefined }

export type CompactContext = Pick<RunContext, 'snapshot' | 'signal' | 'store' | 'show' | 'stored'> &
	CompactionRequest

/** What the port needs of a session, whether it may be changed here or is only looked at. */
export type SessionBehind = {
	readonly sessionId: SessionId
	readonly stored: readonly Envelope<StoredEvent>[]
	/** What the next run will go by. */
	readonly nextSettings: SessionSettings
	readonly isBusy: boolean
	/** Another process had it open when this one came: nothing is written to it from here. */
	readonly isWatched: boolean
	show(event: ShownEvent): void
	send(command: ActorCommand): Promise<void>
}

export type ActorCommand = Exclude<Command, { type: 'session-new' | 'session-resume' | 'session-fork' }>
