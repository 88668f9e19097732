// Tasks: what other programs ask for, who works on it, and what has become of it. What happened in one is told by the
// envelopes of its runs, which stand in its session's log and nowhere else.

import type { Decision } from '../approval.ts'
import type { ErrorInfo } from '../errors.ts'
import type { ApprovalId, QuestionId, RunId, SessionId, UnixMs } from '../ids.ts'
import type { JsonSchema, JsonValue } from '../json.ts'
import type { UserMessage } from '../messages.ts'
import type { CostMicroUsd, Usage } from '../usage.ts'
import type { AuthContext } from './auth-context.ts'

export type TaskId = string & { readonly brand: 'TaskId' }

/** In A2A's words. The last three are final. */
export type TaskState = 'submitted' | 'working' | 'input-required' | 'completed' | 'failed' | 'canceled'

export type Task = {
	id: TaskId
	session: SessionId
	prompt: UserMessage
	/** One of the runtime's agents by name. Left out, its only or first one. */
	agent?: string
	/** Left out, the server's. */
	model?: string
	/** The caller's own: a second request with it is the same task. */
	key?: string
	/** A JSON Schema that the answer has to fit; its value is an artifact then. */
	outputSchema?: JsonSchema
	/** A larger one goes first. */
	priority: number
	/** A folder of the server, or a git URL with `@commit`. Left out, the folder it was started in. */
	workspace?: string
	state: TaskState
	/** What it waits for while its state is `input-required`. */
	waiting?: TaskWaiting
	/** The server that works on it. */
	server?: string
	/** W3C trace context of the request that it came with. */
	traceparent?: string
	createdAt: UnixMs
	updatedAt: UnixMs
	/** The last one is the one going on. More than one: another server took it up. */
	runs: readonly RunId[]
	/** The final answer. */
	result?: string
	error?: ErrorInfo
	artifacts: readonly Artifact[]
	usage: Usage
	costMicroUsd: CostMicroUsd
}

/** `text` is for people; it is foreign text. */
export type TaskWaiting =
	| { for: 'approval'; approvalId: ApprovalId; text: string }
	| { for: 'answer'; questionId: QuestionId; text: string; options?: readonly string[] }

/** What a task leaves behind beside its answer. It has them when it has ended. */
export type Artifact = {
	id: string
	name: string
	mediaType: string
	content: { text: string } | { value: JsonValue } | { base64: string }
}

export type NewTask = Pick<
	Task,
	| 'id'
	| 'session'
	| 'prompt'
	| 'agent'
	| 'model'
	| 'outputSchema'
	| 'key'
	| 'priority'
	| 'workspace'
	| 'createdAt'
	| 'traceparent'
>

export type TaskFilter = {
	state?: TaskState
	session?: SessionId
	/** At most this many, the one made last first. */
	limit: number
	/** Of the page before. */
	cursor?: string
}

/** `since`: something happened to it then or later. */
export type RecentFilter = TaskFilter & { since?: UnixMs }

/** `next` left out: there is no more. */
export type Page<Item> = { items: readonly Item[]; next?: string }

/**
 * Whoever works on a task. The fencing token grows each time somebody takes it up, and only the newest one may write: a
 * process that was asleep meanwhile cannot.
 */
export type TaskLease = { readonly server: string; readonly epoch: number }

export type TaskStore = {
	/**
	 * Also puts it into the queue, in one step.
	 * @returns the task that has the key already, where there is one
	 * @throws AgentError `rate-limited` with `retryAfterMs` where the tenant, or everybody, has too many waiting
	 */
	create(auth: AuthContext, task: NewTask): Promise<{ task: Task; isNew: boolean }>
	get(auth: AuthContext, id: TaskId): Promise<Task | undefined>
	list(auth: AuthContext, filter: TaskFilter): Promise<Page<Task>>
	/**
	 * The one that something happened to last comes first. What changes between two pages moves to the front, and nothing
	 * is told twice for that. `total`: how many there are on all pages. @throws AgentError `usage` for a cursor that is none
	 */
	recent(auth: AuthContext, filter: RecentFilter): Promise<Page<Task> & { total: number }>
	/**
	 * What has become of it.
	 * @param lease - left out, nobody works on it yet: the save is refused when somebody does
	 * @throws AgentError `fenced`; `rejected` where it is to be completed and there is an input that nobody has dealt with:
	 * what was promised to whoever sent it is kept
	 */
	save(auth: AuthContext, task: Task, lease: TaskLease | undefined): Promise<void>
	/** The same task each time it was saved, until `signal` fires or it has ended. The first at once; undefined task: nothing comes. */
	follow(auth: AuthContext, id: TaskId, signal: AbortSignal): AsyncIterable<Task>
}

/** What comes for a task from outside while it is worked on, from whichever server. */
export type TaskInput =
	| { type: 'cancel' }
	| { type: 'approve'; approvalId: ApprovalId; decision: Decision }
	| { type: 'answer'; questionId: QuestionId; answer?: string }
	/** Into the run that goes on. */
	| { type: 'steer'; message: UserMessage }

export type TaskInbox = {
	/**
	 * Resolves when it is kept, whether or not somebody works on the task just now. @throws AgentError `rejected` for a
	 * second answer to the same approval or question
	 */
	put(auth: AuthContext, id: TaskId, input: TaskInput): Promise<void>
	/**
	 * Each once, in order, to whoever holds the lease; those that came before as well. Until `signal` fires. Dealt with
	 * when the next one is asked for or the loop is left; who dies before leaves it to whoever comes next.
	 */
	take(auth: AuthContext, id: TaskId, lease: TaskLease, signal: AbortSignal): AsyncIterable<TaskInput>
}

/** A task that is to be worked on here and now. */
export type ClaimedTask = {
	auth: AuthContext
	task: Task
	lease: TaskLease
	/** 1 the first time; more, and somebody else had it and is gone. */
	attempt: number
	/** Fires when the lease is lost, or work is to stop here. `reason`: `LEASE_LOST` or `GIVE_BACK`. */
	signal: AbortSignal
}

export type TaskQueue = {
	/**
	 * Calls `run` for what is to be worked on here, at most `slots` at once, until `signal` fires; then waits for those that
	 * are going on to give back what they have. One task of a session at a time, in order.
	 * @param options.takes - whether this server has the workspace of a task
	 */
	work(
		options: WorkOptions,
		run: (claimed: ClaimedTask) => Promise<TaskOutcome>,
		signal: AbortSignal,
	): Promise<void>
}

export type WorkOptions = {
	server: string
	slots: number
	/** Of one tenant at once, over all servers. */
	perTenant: number
	takes(task: Task): boolean
}

/** `given-back`: it goes on elsewhere, or here later. */
export type TaskOutcome = 'ended' | 'given-back'

/** Why a claim's signal has fired. */
export const LEASE_LOST = 'lease-lost'
export const GIVE_BACK = 'give-back'

export function hasEnded(state: TaskState): boolean {
	return state === 'completed' || state === 'failed' || state === 'canceled'
}
