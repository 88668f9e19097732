// A task as a stream: its snapshot, the stored envelopes of its runs, what is shown meanwhile, and its snapshot again
// whenever that has changed, until it has ended. Only what is stored has a number to come back with.

import { AgentError } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { LiveEvent } from '../../core/services/live-events.ts'
import { hasEnded, type Task } from '../../core/services/tasks.ts'
import { type TaskEvents, taskEvents } from '../../runtime/tasks/task-events.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import { encode } from '../../sessions/codec.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { SseMessage } from './sse.ts'
import { taskView } from './task-view.ts'

export type TaskNews =
	| { kind: 'task'; task: Task }
	| { kind: 'stored'; envelope: StoredEnvelope }
	| { kind: 'live'; envelope: LiveEvent['envelope'] }

export type TaskStream = {
	hub: Pick<ServiceHub, 'tasks' | 'live' | 'sessionsOf'>
	auth: AuthContext
	task: Task
	/** What the reader has had. */
	after: number
	/** Resolves when there is room for more. */
	write(news: TaskNews): Promise<void>
}

/** Resolves when the task has ended and all of it is told, or the signal has fired. */
export async function streamTask(stream: TaskStream, signal: AbortSignal): Promise<void> {
	const stop = new AbortController()
	const until = AbortSignal.any([signal, stop.signal])
	const telling = new Telling(stream)
	const { hub, auth, task } = stream
	// Heard from now on, so that nothing falls between.
	const live = readLive(hub.live.follow(auth, task.id, until), telling)
	let reading: Promise<void> | undefined
	let failure: unknown
	const follow = () =>
		readStored(stream, telling, until).catch(error => {
			// It is looked for again when more is known of the task.
			if (error instanceof AgentError && error.code === 'session-not-found') reading = undefined
			else {
				failure = error
				stop.abort()
			}
		})
	try {
		for await (const now of hub.tasks.follow(auth, task.id, until)) {
			telling.task = now
			if (hasEnded(now.state)) break
			await telling.snapshot()
			// Before, there may be no log yet.
			if (now.state !== 'submitted') reading ??= follow()
		}
	} finally {
		stop.abort()
		await Promise.all([live, reading])
	}
	if (failure !== undefined) throw failure
	if (signal.aborted || !hasEnded(telling.task.state)) return
	await telling.stored(await hub.sessionsOf(auth).read(task.session).catch(nothingYet), 'from the beginning')
	await telling.snapshot()
}

/** How it is told over server-sent events. */
export function sseOf(news: TaskNews): SseMessage {
	switch (news.kind) {
		case 'task':
			return { event: 'task', data: JSON.stringify(taskView(news.task)) }
		case 'stored':
			return { event: 'event', id: news.envelope.seq, data: encode(news.envelope).trimEnd() }
		case 'live': {
			const { seq, at, sessionId, runId, event } = news.envelope
			return { event: 'live', data: JSON.stringify({ seq, at, sessionId, runId, event }) }
		}
	}
}

class Telling {
	task: Task
	readonly #stream: TaskStream
	readonly #events: TaskEvents
	/** The last stored number that was told or passed over. */
	#last: number
	/** Shown ones whose place has not come. */
	#early: LiveEvent[] = []

	constructor(stream: TaskStream) {
		this.#stream = stream
		this.task = stream.task
		this.#last = stream.after
		this.#events = taskEvents(() => this.task.runs)
	}

	snapshot(): Promise<void> {
		return this.#stream.write({ kind: 'task', task: this.task })
	}

	/** @param how - `from the beginning`: which runs are open is told anew */
	async stored(envelopes: readonly StoredEnvelope[], how?: 'from the beginning'): Promise<void> {
		const events = how ? taskEvents(() => this.task.runs) : this.#events
		for (const envelope of envelopes) {
			const own = events.of(envelope)
			if (envelope.seq <= this.#last) continue
			this.#last = envelope.seq
			if (own) await this.#stream.write({ kind: 'stored', envelope: own })
			await this.#catchUp()
		}
	}

	async live(event: LiveEvent): Promise<void> {
		if (this.#early.length < MOST_EARLY) this.#early.push(event)
		await this.#catchUp()
	}

	/** What was shown before the last stored one is part of it by now. */
	async #catchUp(): Promise<void> {
		while (this.#early[0] !== undefined && this.#early[0].after <= this.#last) {
			const { envelope } = this.#early.shift()!
			if (envelope.seq <= this.#last) continue
			await this.#stream.write({ kind: 'live', envelope })
		}
	}
}

async function readLive(events: AsyncIterable<LiveEvent>, telling: Telling): Promise<void> {
	for await (const event of events) await telling.live(event)
}

async function readStored(stream: TaskStream, telling: Telling, until: AbortSignal): Promise<void> {
	const { hub, auth, task } = stream
	const sessions = hub.sessionsOf(auth)
	const log = await sessions.follow(task.session, until)
	// A session may be longer than what it is taken up from.
	const before = log.isTail ? await sessions.read(task.session) : log.envelopes
	await telling.stored(before)
	for await (const appended of log.appended) {
		if (until.aborted) return
		await telling.stored(appended)
	}
}

function nothingYet(error: unknown): readonly StoredEnvelope[] {
	if (error instanceof AgentError && error.code === 'session-not-found') return []
	throw error
}

const MOST_EARLY = 1_000
