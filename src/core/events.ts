// Session events. The log, the screen and every output format are folds over this union.

import type { ApprovalMode, ApprovalRequest, DecidedBy, Decision } from './approval.ts'
import type { ErrorCode, ErrorInfo } from './errors.ts'
import type { ApprovalId, CallId, QuestionId, QueueId, RunId, SessionId, UnixMs } from './ids.ts'
import type { JsonSchema } from './json.ts'
import type { AssistantMessage, ResultPart, UserMessage } from './messages.ts'
import type { Effort } from './model.ts'
import type { ModelRef } from './model-ref.ts'
import type { Tier } from './permission.ts'
import type { SandboxState, SandboxWish } from './sandbox.ts'
import type { CallArtifact, QuestionWords, TodoItem, ToolResult } from './tool.ts'
import type { CostMicroUsd, PhaseTimes, RateLimits, Spender, SpentBy, Usage } from './usage.ts'

export type StoredEvent =
	/** Always the first line of a log. */
	| {
			type: 'session-start'
			format: 1
			cwd: string
			version: string
			/** What the project is known by, where that is not its folder: the git origin, or the main work tree. */
			project?: string
			parent?: { sessionId: SessionId; seq: number }
			/** The call of `delegate` that this session answers: it is an agent's, and belongs to that session. */
			delegatedBy?: { sessionId: SessionId; callId: CallId }
	  }
	| { type: 'session-rename'; name: string }
	| { type: 'approvals-set'; mode: ApprovalMode }
	| { type: 'model-set'; chain: readonly ModelRef[] }
	| { type: 'effort-set'; effort: Effort }
	/**
	 * `preamble`: with the first run, and with each that tells what has changed of it. `traceparent`: the trace that it
	 * was asked for in.
	 */
	| {
			type: 'run-start'
			prompt: UserMessage
			snapshot: RunSnapshot
			preamble?: Preamble
			traceparent?: string
	  }
	/** What memory had put in front of the prompt is out of the conversation: with it, the prompt did not fit. */
	| { type: 'memory-drop' }
	/** Typed while the run was going; enters history before the next request. */
	| { type: 'steer'; message: UserMessage }
	/** What the program itself says to the model within a run: why its answer will not do. */
	| { type: 'correction'; message: UserMessage }
	| { type: 'turn-start'; turn: number }
	| { type: 'attempt-start'; attempt: number; model: ModelRef }
	| {
			type: 'attempt-end'
			attempt: number
			model: ModelRef
			usage: Usage
			costMicroUsd: CostMicroUsd
			durationMs: number
			error?: ErrorInfo
			/** Left out, it was asked for the conversation. */
			spender?: Spender
			/** As the provider told them with this answer. */
			rateLimits?: RateLimits
	  }
	| { type: 'message-end'; message: AssistantMessage }
	| { type: 'approval-request'; request: ApprovalRequest }
	| { type: 'approval-end'; approvalId: ApprovalId; callId: CallId; decision: Decision; by: DecidedBy }
	/** The model asks the user something (`ask_user`); the run waits for the answer. */
	| { type: 'question-request'; question: Question }
	/** `answer` is missing when the user would not say, or the run was stopped. */
	| { type: 'question-end'; questionId: QuestionId; callId: CallId; answer?: string }
	/**
	 * On disk before a side effect begins. Carries the call whole: it may start before its message is complete.
	 * `subject`: what it is about, in the tool's own words; older logs and tools that do not say have none.
	 */
	| { type: 'tool-start'; callId: CallId; tool: string; arguments: string; tier: Tier; subject?: string }
	| { type: 'tool-end'; callId: CallId; tool: string; result: ToolResult }
	/** A sub-agent begins. It has a session and a log of its own, whose id is the agent's. */
	| {
			type: 'agent-start'
			callId: CallId
			agentId: SessionId
			agent: string
			/** The first line of what it was asked. */
			task: string
			isBackground: boolean
			/** The folder it works in, where that is not the session's. */
			worktree?: string
	  }
	/** What it has used counts for the session it worked for; its own log says what for. */
	| {
			type: 'agent-end'
			callId: CallId
			agentId: SessionId
			agent: string
			reason: RunEndReason
			error?: ErrorInfo
			usage: Usage
			costMicroUsd: CostMicroUsd
			turns: number
			/** Of its own; older logs do not say. */
			calls?: number
			durationMs: number
			/** What its calls and its own agents have left. A name begins with the agent's: `explore/chart.png`. */
			artifacts?: readonly CallArtifact[]
	  }
	/** `phases`: its own, from the end of the turn before. Older logs have none. */
	| { type: 'turn-end'; turn: number; phases?: PhaseTimes }
	/** A hook has changed what happens, or what the model is told. */
	| ({ type: 'hook-result' } & HookResult)
	| ({ type: 'compaction' } & Compaction)
	/**
	 * The work tree as it was before this run's first change is kept under this id; outside of a run, as it was before
	 * the session went back, which is the next event unless the process died, or before something was put back. With a `name` it is a place that the user
	 * goes back to by it, and without an id one of which no files are kept.
	 */
	| { type: 'checkpoint'; checkpointId?: string; name?: string }
	/**
	 * The work tree, or only these files of it, could not be kept. `isAccepted`: the run changes it all the same, so that
	 * nobody can go back to before it.
	 */
	| { type: 'checkpoint-failed'; reason: string; paths?: readonly string[]; isAccepted: boolean }
	/**
	 * With `conversation`, history goes on from what it was at `toSeq`; what was said between there and here is out
	 * of it, but for the `summary` of it. `files.undo` keeps the tree as it was before, so that this can be taken back as well.
	 */
	| {
			type: 'rewind'
			toSeq: number
			conversation: boolean
			files?: { restored: string; undo: string; changed: number }
			summary?: string
	  }
	| {
			type: 'run-end'
			reason: RunEndReason
			error?: ErrorInfo
			usage: Usage
			costMicroUsd: CostMicroUsd
			turns: number
			/** From the prompt to here. A run whose process died has none, nor do older logs. */
			phases?: PhaseTimes
	  }

export type ShownEvent =
	/** A session now stands behind this port: what was folded before belongs to another one. */
	| {
			type: 'session-open'
			cwd: string
			resumed: boolean
			/** What its next run will go by. */
			chain: readonly ModelRef[]
			approvals: ApprovalMode
			effort: Effort | undefined
			/** Left out until it is known. */
			sandbox?: SandboxState
	  }
	/** What holds commands, as soon as it is known or has changed. */
	| { type: 'sandbox-state'; sandbox: SandboxState }
	/** History is being condensed, `withoutSummary` when no model is asked for one. A stored `compaction` comes before the end when something came of it. */
	| { type: 'compaction-start'; cause: CompactionCause; withoutSummary?: true }
	| { type: 'compaction-end'; error?: ErrorInfo }
	/** The input bar's title while a run is active: `[2/100] Running read, grep`. */
	| { type: 'progress'; turn: number; maxTurns: number; text: string }
	| { type: 'text-delta'; text: string }
	| { type: 'reasoning-delta'; text: string }
	/** The reply begins anew: what has been shown of it is not part of the message. */
	| { type: 'reply-restart' }
	| { type: 'tool-progress'; callId: CallId; text: string }
	/** What a sub-agent does just now, and what it has used so far. */
	| {
			type: 'agent-progress'
			callId: CallId
			agentId: SessionId
			turn: number
			/** That have begun. */
			calls: number
			text: string
			tokens: number
			costMicroUsd: CostMicroUsd
	  }
	/** The call no longer waits for it: its result comes as a message. */
	| { type: 'agent-background'; callId: CallId; agentId: SessionId }
	/** What waits behind the active run, oldest first. Sent whole on each change. */
	| { type: 'queue-change'; items: readonly QueuedPrompt[] }
	| { type: 'retry-wait'; cause: ErrorInfo; waitMs: number; retry: number; maxRetries: number }
	| { type: 'run-cancelling' }
	| { type: 'context-use'; usedTokens: number; windowTokens: number }
	/** `isPassing`: nothing has changed, so nobody needs to find it later. */
	| {
			type: 'notice'
			level: 'info' | 'warning' | 'error'
			text: string
			code?: ErrorCode
			isPassing?: true
	  }

export type AgentEvent = StoredEvent | ShownEvent

/** The events of one type. */
export type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

/**
 * `hookEvent`: as hook files call it. `hook`: its name, for people. `text`: the reason, the changed input or what the
 * model is told.
 */
export type HookResult = {
	hookEvent: string
	hook: string
	effect: HookEffect
	text: string
	/** What it is about, where it is about a call. */
	callId?: CallId
}

/** What became of a call, of its input and output; what the model is told; what did not happen; that the run ends. */
export type HookEffect =
	| 'allowed'
	| 'asks'
	| 'denied'
	| 'changed-input'
	| 'changed-output'
	| 'context'
	| 'blocked'
	| 'stopped'

/** `window`: the next request would fill too much of it. `overflow`: the server said it was too long. */
export type CompactionCause = 'window' | 'overflow' | 'user'

/** All that is needed to go on without reading what came before: history and what else a fold would have known. */
export type Compaction = {
	cause: CompactionCause
	/** Stands in history for everything that left it: the summary, and what is kept word for word next to it. */
	message: UserMessage
	/** How many of the messages before this event stay as they are behind `message`, counted from the end. */
	keeps: number
	/** Kept results that were cut to make room, with what is left of them. */
	cut: readonly { callId: CallId; content: readonly ResultPart[] }[]
	/** `dropped`: no model has written one; a digest of the log's own facts stands in its place. */
	summary: 'written' | 'dropped'
	tokensBefore: number
	tokensAfter: number
	/** What the summary had lost. Left out where nothing was looked for: older logs, and where nothing was lost. */
	check?: CompactionCheck
	carried: CompactionSnapshot
}

/** `found`: facts that were about to be lost. `pinned` of them are kept word for word, `left` there was no room for. */
export type CompactionCheck = { found: number; pinned: readonly KeptFact[]; left: number }

export type LostFactKind = 'rule' | 'decision' | 'path' | 'error' | 'number' | 'name'

/** A sentence that the summary had lost. `error`: it stood in a result. */
export type KeptFact = { kind: LostFactKind; by: 'user' | 'model' | 'error'; text: string }

/** A file that was read: what it declares, and the parts of it that are kept word for word. */
export type KnownFile = {
	path: string
	/** Of the file as it was when the model last saw it. */
	sha256: string
	/** Its text was asked for so many times. */
	reads: number
	/** `12-30 function name()`, as far as it was read. */
	outline: readonly string[]
	/** Lines from 1, with their text. The one used last stands last. `asked`: it was only asked for by its lines, so often. */
	parts: readonly { first: number; text: string; uses: number; why: 'used' | 'asked' }[]
}

/** What folds over the log would have known from the part before a compaction. */
export type CompactionSnapshot = {
	/** All attempts of the session. */
	usage: Usage
	/** As far as it is known. */
	costMicroUsd: number
	/** Some attempt's price was not. */
	isCostPartial: boolean
	/** What it was spent on. Older logs do not say. */
	spentBy?: SpentBy
	/** Of the run that was going on, if one was. */
	run?: { usage: Usage; costMicroUsd: CostMicroUsd; turns: number }
	todo: readonly TodoItem[]
	/** Files the model knows, as they were then; `changed` ones it wrote itself. */
	files: readonly { path: string; sha256: string; changed: boolean }[]
	/** What was kept word for word next to the summary, for the next compaction to keep as well. */
	pinned?: {
		said: readonly string[]
		failed: readonly FailedCall[]
		/** Commands and skills that were called. */
		loaded?: readonly string[]
		/** What summaries had lost. */
		facts?: readonly KeptFact[]
		/** What is still known of files that were read. */
		read?: readonly KnownFile[]
	}
	name?: string
	approvals?: ApprovalMode
	effort?: Effort
	chain?: readonly ModelRef[]
	preamble?: Preamble
}

/** What stands before history, by sections. A session sends the same bytes of it in every request. */
export type Preamble = {
	sent: readonly string[]
	/** As the model has been told since, where that is something else. */
	known?: readonly string[]
}

/** A call that did not go well, as far as the model should remember it. */
export type FailedCall = { tool: string; arguments: string; error: string }

export type Question = QuestionWords & {
	questionId: QuestionId
	callId: CallId
	/** The sub-agent that asks. */
	agent?: string
}

export type QueuedPrompt = {
	queueId: QueueId
	whenBusy: 'steer' | 'queue'
	message: UserMessage
	/** For a run of its own. */
	traceparent?: string
	/** As well. */
	outputSchema?: JsonSchema
}

/** What a run goes by. Taken when it starts; changing settings meanwhile affects the next run. */
export type RunSnapshot = {
	chain: readonly ModelRef[]
	cwd: string
	approvals: ApprovalMode
	tools: readonly string[]
	maxTurns: number
	/** Left out: as much as the model thinks by itself. */
	effort?: Effort
	sandbox?: SandboxState
	/** What was asked for, found to work or not. */
	sandboxed?: SandboxWish
	/** That the folder is on; left out where there is none. */
	branch?: string
	/** What this run alone goes by: the command that was called says so. */
	own?: { chain?: readonly ModelRef[]; effort?: Effort }
}

export type RunEndReason =
	| 'finished'
	| 'cancelled'
	| 'failed'
	| 'tool-failed'
	| 'tool-denied'
	| 'stuck'
	| 'looping'
	| 'turn-limit'
	| 'cost-limit'
	| 'time-limit'
	| 'rate-limited'
	| 'invalid-output'

/** `seq` only grows, stored or not. Only a stored envelope's number is a place to resume from. */
export type Envelope<Event extends AgentEvent = AgentEvent> = {
	seq: number
	at: UnixMs
	sessionId: SessionId
	runId?: RunId
	event: Event
}

const STORED: Record<StoredEvent['type'], true> = {
	'session-start': true,
	'session-rename': true,
	'approvals-set': true,
	'model-set': true,
	'effort-set': true,
	'run-start': true,
	'memory-drop': true,
	steer: true,
	correction: true,
	'turn-start': true,
	'attempt-start': true,
	'attempt-end': true,
	'message-end': true,
	'approval-request': true,
	'approval-end': true,
	'question-request': true,
	'question-end': true,
	'tool-start': true,
	'tool-end': true,
	'agent-start': true,
	'agent-end': true,
	'turn-end': true,
	'hook-result': true,
	compaction: true,
	checkpoint: true,
	'checkpoint-failed': true,
	rewind: true,
	'run-end': true,
}

/** The only judge of what goes to disk: an event is stored or shown, never both ways. */
export function isStored(event: AgentEvent): event is StoredEvent {
	return Object.hasOwn(STORED, event.type)
}
