// Commands of a front end to a runtime.

import type { ApprovalMode, Decision } from './approval.ts'
import type { ApprovalId, QuestionId, QueueId, RunId, SessionId } from './ids.ts'
import type { JsonSchema } from './json.ts'
import type { UserMessage } from './messages.ts'
import type { Effort } from './model.ts'
import type { ModelRef } from './model-ref.ts'
import type { PutBack } from './review/changes.ts'

/** What goes back with a rewind. `withSummary`: of the conversation that is left behind, a summary goes along. */
export type RewindScope = { conversation: boolean; files: boolean; withSummary?: boolean }

export type Command =
	/** `steer`: into the active run before its next request. `queue`: a run of its own afterwards. Both start one when idle. */
	| {
			type: 'prompt'
			message: UserMessage
			whenBusy: 'steer' | 'queue'
			/** What is certain to be a secret is masked, unless the user has seen that and wants it sent `as-is`. */
			secrets?: 'as-is'
			run?: PromptedRun
			/** What the last answer of its run must fit. Never steers. */
			outputSchema?: JsonSchema
			/** W3C trace context of whoever wants it, for telemetry; what is none is left at that. */
			traceparent?: string
	  }
	| { type: 'take-back'; queueId: QueueId }
	/** The first answer wins; a later one is rejected. */
	| { type: 'approve'; approvalId: ApprovalId; decision: Decision }
	/** Answers `question-request`; without `answer` the user would not say. The first one wins. */
	| { type: 'answer'; questionId: QuestionId; answer?: string }
	/** Only reaches the run it names. */
	| { type: 'cancel'; runId: RunId }
	| { type: 'set-approvals'; mode: ApprovalMode }
	/** Rejected while a run is active. */
	| { type: 'set-model'; chain: readonly ModelRef[] }
	/** From the next run on. */
	| { type: 'set-effort'; effort: Effort }
	| { type: 'session-new' }
	/** `whenBusy`: what to do where another process has it open; left out, that is an error. */
	| { type: 'session-resume'; selector: string; whenBusy?: WhenBusy }
	/** Copies this session up to `atSeq`, or its newest message, and goes on in the copy. */
	| { type: 'session-fork'; atSeq?: number }
	| { type: 'session-rename'; name: string }
	/** Condenses history now, or before the next request of the active run. `focus`: what the summary must not lose. */
	| { type: 'session-compact'; focus?: string }
	/** Goes back to what was before the prompt that follows `toSeq`. Rejected while a run is active. */
	| ({ type: 'rewind'; toSeq: number } & RewindScope)
	/** Gives the place where the session is a name to go back to. Rejected while a run is active, and for a name that is taken. */
	| { type: 'checkpoint'; name: string }
	/**
	 * Makes one change under review undone. Rejected while a run is active, and for a file that is another one than it was
	 * shown; it can be taken back like going back.
	 */
	| ({ type: 'put-back' } & PutBack)
	/** Takes the last `put-back` of this process back that has not been. */
	| { type: 'take-back-put-back' }
	/** Keys of hunks and of files that the user has looked through. */
	| { type: 'mark-seen'; keys: readonly string[]; isSeen: boolean }
	/** A note that outlives the session. */
	| { type: 'remember'; text: string; scope: NoteScope }
	/** Ends an MCP server and starts it again, or lets it offer what it says anew of its tools. Resolves when that is done. */
	| { type: 'server-restart' | 'server-accept'; server: string }
	/** The calls that wait for sub-agents no longer do; their results come as messages. */
	| { type: 'agent-background' }
	| { type: 'agent-stop'; agentId: SessionId }
	/** Refuses what is pending, cancels what runs, closes the log. */
	| { type: 'shutdown' }

/**
 * What whoever keeps books of runs says about one before it begins: the id it will have, and that nobody has typed the
 * prompt. Only for a session that is idle.
 */
export type PromptedRun = { id: RunId; isDelivered?: true }

/** `watch`: look at it and follow what is written, without a say. `fork`: go on in a copy. `take-over`: from a process of which nothing can be known here. */
export type WhenBusy = 'watch' | 'fork' | 'take-over'

/** `session`: the scratchpad, gone with the session. */
export type NoteScope = 'project' | 'user' | 'session'

export type SessionSelector =
	/** `sessionId`: the one it will have, where somebody has named it already. */
	| { kind: 'new'; sessionId?: SessionId }
	/** An id, an unambiguous prefix of one, or a name. */
	| { kind: 'named'; selector: string }
	/** The newest one of this folder. */
	| { kind: 'last' }

/** Tags are words without the sign. */
export type SessionMarks = { isStarred?: boolean; isArchived?: boolean; tags?: readonly string[] }

/** A session that a process has open. `asking`: somebody has to answer before it goes on. */
export type RunningSession = { pid: number; state: 'working' | 'asking' | 'idle' }

export type SessionSummary = {
	sessionId: SessionId
	name: string | undefined
	/** The first prompt, one line. */
	title: string
	cwd: string
	/** Of its last run. */
	branch?: string
	createdAt: number
	usedAt: number
	messages: number
	model: ModelRef | undefined
	sizeBytes: number
	/** Left out where nobody has counted. `costMicroUsd`: undefined where some of it is not known. */
	work?: { runs: number; costMicroUsd?: number | undefined; addedLines: number; removedLines: number }
	/** What the user has put on it. */
	marks?: SessionMarks
	/** Whose copy it is, and up to where. */
	parent?: { sessionId: SessionId; seq: number }
	/** The session whose sub-agent it is. */
	delegatedBy?: SessionId
}

/** A permission rule that the user wants kept. `session`: as long as the process goes on, and nowhere on disk. */
export type NewRule = { list: 'allow' | 'ask' | 'deny'; text: string; scope: 'user' | 'project' | 'session' }
