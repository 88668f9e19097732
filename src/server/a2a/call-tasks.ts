// The tasks of one caller, as one request of A2A finds, makes, waits for and shows them.

import type { Message, Task as ProtocolTask, SendMessageRequest, StreamResponse } from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotCancelableError } from '@a2a-js/sdk/errors'
import { AgentError } from '../../core/errors.ts'
import { hasEnded, type Task, type TaskId } from '../../core/services/tasks.ts'
import { eventsOfTask } from '../../runtime/tasks/task-events.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { cancelTask } from '../http/task-routes.ts'
import type { A2aCall, HandlerDeps } from './a2a-deps.ts'
import { type Sent, sendTask } from './send-message.ts'
import { requireMessage } from './task/part-content.ts'
import { isAnswered } from './task/standing.ts'
import { type ShapeOptions, type ShownTask, taskShape } from './task/task-shape.ts'
import { taskUpdates } from './task-updates.ts'

export class CallTasks {
	private readonly deps: HandlerDeps
	private readonly call: A2aCall
	private readonly media: ReturnType<HandlerDeps['hub']['mediaOf']>
	private readonly pictures: NonNullable<ShapeOptions['pictures']>

	constructor(deps: HandlerDeps, call: A2aCall) {
		this.deps = deps
		this.call = call
		this.media = deps.hub.mediaOf(call.auth)
		this.pictures = uri => this.media.get(uri)
	}

	/** @throws AgentError `task-not-found`, for those of others as for those that never were */
	async find(id: string | undefined): Promise<Task> {
		// Over 0.3 it may be missing, whatever its type says.
		if (id === undefined || id.trim() === '') throw new RequestMalformedError('the id of a task is missing')
		const task = await this.deps.hub.tasks.get(this.call.auth, id as TaskId)
		if (!task) throw new AgentError('task-not-found', `there is no task ${id.slice(0, 100)}`)
		return task
	}

	send(params: SendMessageRequest): Promise<Sent | { message: Message }> {
		const { deps, call, media } = this
		const message = requireMessage(params.message)
		return sendTask(
			{ params, message, keep: bytes => media.put(bytes), taskOf: id => this.find(id) },
			deps,
			call,
		)
	}

	/** Until somebody has to answer something, or it has ended. */
	async settled(sent: Sent): Promise<Task> {
		const { auth, signal } = this.call
		let last = sent.task
		for await (const task of this.deps.hub.tasks.follow(auth, last.id, signal)) {
			last = task
			const isInterrupted = task.state === 'input-required' && !isAnswered({ ...sent, task })
			if (hasEnded(task.state) || isInterrupted) break
		}
		return last
	}

	async *updates(
		sent: Sent,
		until: 'ended' | 'interrupted',
		historyLength: number | undefined,
	): AsyncGenerator<StreamResponse, void, undefined> {
		const { auth, signal } = this.call
		const shown = await this.shown(sent.task, sent.answered)
		const first = await taskShape(shown, { historyLength, pictures: this.pictures })
		const read = { pictures: this.pictures }
		yield* taskUpdates(
			{
				hub: this.deps.hub,
				auth,
				shown,
				first: withMetadata(first, sent),
				after: shown.envelopes.at(-1)?.seq ?? 0,
				until,
				read,
				envelopesOf: task => this.envelopes(task),
			},
			signal,
		)
	}

	async shape(task: Task, historyLength: number | undefined, answered?: string): Promise<ProtocolTask> {
		return taskShape(await this.shown(task, answered), { historyLength, pictures: this.pictures })
	}

	async shown(task: Task, answered?: string): Promise<ShownTask> {
		return {
			task,
			contextId: await this.deps.contexts.nameOf(this.call.auth, task.session),
			envelopes: await this.envelopes(task),
			answered,
		}
	}

	/** Once it has ended by that. @throws TaskNotCancelableError for one that was over before it heard of it */
	async cancelled(task: Task): Promise<Task> {
		const { hub } = this.deps
		const { auth, signal } = this.call
		requireCancelable(task)
		if (task.state !== 'canceled') await cancelTask(task, auth, this.deps)
		const patience = AbortSignal.any([signal, AbortSignal.timeout(CANCEL_MS)])
		let last = (await hub.tasks.get(auth, task.id)) ?? task
		for await (const now of hub.tasks.follow(auth, task.id, patience)) {
			last = now
			if (hasEnded(now.state)) break
		}
		requireCancelable(last)
		return last
	}

	private async envelopes(task: Task): Promise<readonly StoredEnvelope[]> {
		return eventsOfTask(await this.log(task), task.runs)
	}

	private async log(task: Task): Promise<readonly StoredEnvelope[]> {
		try {
			return await this.deps.hub.sessionsOf(this.call.auth).read(task.session)
		} catch (error) {
			// Nobody has begun with it.
			if (error instanceof AgentError && error.code === 'session-not-found') return []
			throw error
		}
	}
}

export function withMetadata(task: ProtocolTask, { metadata }: Sent): ProtocolTask {
	return metadata ? { ...task, metadata: { ...task.metadata, ...metadata } } : task
}

function requireCancelable({ id, state }: Task): void {
	if (hasEnded(state) && state !== 'canceled')
		throw new TaskNotCancelableError(`task ${id} has ended: it is ${state}`)
}

/** A run lets go of its calls in less; a task of a server that died is only taken up later. */
const CANCEL_MS = 10_000
