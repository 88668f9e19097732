// A task as a stream of A2A: the task itself first, then what changes of it. The answer grows as an artifact while it is
// written; what it comes to in the end replaces that, so nobody depends on having seen every piece.

import { type Message, type Task as ProtocolTask, type StreamResponse, TaskState } from '@a2a-js/sdk'
import { callsOf } from '../../core/messages.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { hasEnded, type Task } from '../../core/services/tasks.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { streamTask, type TaskNews, type TaskStream } from '../http/task-stream.ts'
import { handedOver } from './handed-over.ts'
import { textPart } from './task/part-content.ts'
import { isAnswered, standing } from './task/standing.ts'
import { messageIn } from './task/task-history.ts'
import {
	ANSWER,
	artifact,
	artifactsOf,
	metadataOf,
	type ShapeOptions,
	type ShownTask,
	statusOf,
} from './task/task-shape.ts'

export type UpdatesOptions = {
	hub: TaskStream['hub']
	auth: AuthContext
	/** As it is told first. */
	shown: ShownTask
	first: ProtocolTask
	/** The last envelope that was read for it. */
	after: number
	/** `interrupted`: also when somebody has to answer something. */
	until: 'ended' | 'interrupted'
	read: ShapeOptions
	envelopesOf(task: Task): Promise<readonly StoredEnvelope[]>
}

export async function* taskUpdates(
	options: UpdatesOptions,
	signal: AbortSignal,
): AsyncGenerator<StreamResponse, void, undefined> {
	const { hub, auth, shown, first, after } = options
	yield { payload: { $case: 'task', value: first } }
	if (hasEnded(shown.task.state)) return
	const updates = new Updates(options)
	const news = handedOver<TaskNews>(
		(write, until) => streamTask({ hub, auth, task: shown.task, after, write }, until),
		signal,
	)
	for await (const each of news) {
		yield* updates.of(each)
		if (updates.isOver) return
	}
}

class Updates {
	readonly #options: UpdatesOptions
	#shown: ShownTask
	#told: string
	/** The last envelope that was told. */
	#last: number
	/** The next piece of text begins a message. */
	#beginsText = true
	isOver = false

	constructor(options: UpdatesOptions) {
		this.#options = options
		this.#shown = options.shown
		this.#told = standing(this.#shown)
		this.#last = options.after
	}

	async *of(news: TaskNews): AsyncGenerator<StreamResponse, void, undefined> {
		switch (news.kind) {
			case 'task':
				this.#shown = { ...this.#shown, task: news.task }
				return yield* this.#snapshot(news.task)
			case 'stored':
				return yield* this.#stored(news.envelope)
			case 'live':
				return yield* this.#live(news.envelope.event)
		}
	}

	async *#snapshot(task: Task): AsyncGenerator<StreamResponse, void, undefined> {
		const now = standing(this.#shown)
		if (now === this.#told) return
		this.#told = now
		const isInterrupted = task.state === 'input-required' && !isAnswered(this.#shown)
		if (isInterrupted || hasEnded(task.state)) {
			const envelopes = await this.#options.envelopesOf(task)
			// They come on a way of their own, and stand before what has become of the task.
			for (const envelope of envelopes) yield* this.#stored(envelope)
			if (hasEnded(task.state))
				for (const value of await artifactsOf({ task, envelopes }, this.#options.read))
					yield this.#artifact({ artifact: value, append: false, lastChunk: true })
		}
		yield this.#status()
		this.isOver = hasEnded(task.state) || (isInterrupted && this.#options.until === 'interrupted')
	}

	/** What it says on the way to its answer. */
	*#stored(envelope: StoredEnvelope): Generator<StreamResponse, void, undefined> {
		const { event, seq } = envelope
		if (seq <= this.#last) return
		this.#last = seq
		if (event.type !== 'message-end') return
		this.#beginsText = true
		const { task, contextId } = this.#shown
		const isOnTheWay = callsOf(event.message).length > 0
		const message = isOnTheWay ? messageIn(envelope, task, contextId) : undefined
		if (message) yield this.#status(message)
	}

	*#live(
		event: Extract<TaskNews, { kind: 'live' }>['envelope']['event'],
	): Generator<StreamResponse, void, undefined> {
		if (event.type === 'reply-restart') this.#beginsText = true
		if (event.type !== 'text-delta') return
		yield this.#artifact({
			artifact: artifact(ANSWER, 'answer', [textPart(event.text)]),
			append: !this.#beginsText,
			lastChunk: false,
		})
		this.#beginsText = false
	}

	#artifact(update: {
		artifact: ReturnType<typeof artifact>
		append: boolean
		lastChunk: boolean
	}): StreamResponse {
		const { task, contextId } = this.#shown
		return {
			payload: {
				$case: 'artifactUpdate',
				value: { taskId: task.id, contextId, metadata: undefined, ...update },
			},
		}
	}

	#status(message?: Message): StreamResponse {
		const { task, contextId } = this.#shown
		const status = statusOf(this.#shown)
		return {
			payload: {
				$case: 'statusUpdate',
				value: {
					taskId: task.id,
					contextId,
					status: message ? { ...status, state: TaskState.TASK_STATE_WORKING, message } : status,
					metadata: metadataOf(task),
				},
			},
		}
	}
}
