// The task runner: takes a claimed task to its end in a session of its own runtime, tells the task what becomes of it,
// and hands in what comes from outside. It does not know where tasks and sessions are kept.

import { setTimeout as pause } from 'node:timers/promises'
import { deferred } from '../../core/async/deferred.ts'
import type { SessionSelector } from '../../core/commands.ts'
import { AgentError, errorInfo } from '../../core/errors.ts'
import type { Envelope } from '../../core/events.ts'
import type { RunId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { Artifact, ClaimedTask, Task, TaskOutcome } from '../../core/services/tasks.ts'
import { askingForJson } from '../../core/text/asking-for-json.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { SessionStore, StoredEnvelope } from '../../sessions/session-store.ts'
import type { RuntimeTelemetry, TaskSpan } from '../telemetry/runtime-telemetry.ts'
import { earlierPatch } from './earlier-patch.ts'
import { createLivePublisher, type LivePublisher } from './live-publisher.ts'
import {
	type EarlierChanges,
	GOES_ON,
	goesOnAnew,
	inNewClone,
	type Standing,
	standingOf,
} from './resumption.ts'
import { artifactsOf } from './task-artifacts.ts'
import type { TaskClone } from './task-clone.ts'
import { BEFORE_WORK, foldTask, type TaskProgress, taskFields } from './task-fold.ts'
import { handInputs } from './task-inputs.ts'

export type TaskRunnerDeps = {
	hub: Pick<ServiceHub, 'tasks' | 'inbox' | 'live' | 'logging' | 'sessionsOf' | 'mediaOf'>
	now(): number
	newRunId(): RunId
	/** Left out, nobody measures. */
	telemetry?: Pick<RuntimeTelemetry, 'startTask'> | undefined
	/** @throws AgentError for what is wrong with the task's model or folder, or with the settings */
	open(
		claimed: ClaimedTask,
		store: SessionStore,
		selector: SessionSelector,
		clone: TaskClone | undefined,
	): Promise<RuntimePort>
	/** What is cloned for the task, where it works in that. @throws AgentError for what cannot be had */
	clone?(claimed: ClaimedTask): Promise<TaskClone | undefined>
}

/** Never throws: what goes wrong becomes of the task. */
export async function runTask(claimed: ClaimedTask, deps: TaskRunnerDeps): Promise<TaskOutcome> {
	const work = new TaskWork(claimed, deps)
	try {
		return await work.run()
	} catch (error) {
		return work.failed(error)
	} finally {
		await work.close()
	}
}

class TaskWork {
	private readonly claimed: ClaimedTask
	private readonly deps: TaskRunnerDeps
	private readonly live: LivePublisher
	/** Ends the reading of envelopes and of the inbox. */
	private readonly reading = new AbortController()
	private task: Task
	private progress: TaskProgress = BEFORE_WORK
	private port: RuntimePort | undefined
	private clone: TaskClone | undefined
	/** Of the copy, where the session has had another one before. */
	private earlier: EarlierChanges | undefined
	/** The session, once the task's run has begun in it. */
	private readonly begun = deferred<RuntimePort>()
	private isBegun = false
	/** Once its run has begun. */
	private span: TaskSpan | undefined
	private isCancelled = false

	constructor(claimed: ClaimedTask, deps: TaskRunnerDeps) {
		this.claimed = claimed
		this.deps = deps
		this.task = claimed.task
		const { auth, task } = claimed
		this.live = createLivePublisher(events => deps.hub.live.publish(auth, task.id, events))
	}

	async run(): Promise<TaskOutcome> {
		const { auth, task, lease, signal } = this.claimed
		// It was asked to end before the process ended that was about to see to it.
		if (task.error?.code === 'cancelled') return this.end({ ...this.progress, state: 'canceled' })
		const store = this.deps.hub.sessionsOf(auth, lease.epoch)
		const envelopes = await readAll(store, task)
		const standing = standingOf(envelopes ?? [], task.runs)
		this.progress = standing.progress
		if (standing.kind === 'ended' && (await this.hasEnded())) return 'ended'

		const inputs = this.handInputs()
		const isNew = envelopes === undefined
		this.clone = await this.deps.clone?.(this.claimed)
		if (!isNew) this.earlier = await this.earlierChanges()
		this.port = await this.deps.open(
			this.claimed,
			store,
			isNew ? { kind: 'new', sessionId: task.session } : { kind: 'named', selector: task.session },
			this.clone,
		)
		const stop = () => void this.port?.send({ type: 'shutdown' }).catch(() => undefined)
		signal.addEventListener('abort', stop, { once: true })
		try {
			if (signal.aborted) return 'given-back'
			if (this.isCancelled) return await this.end({ ...this.progress, state: 'canceled' })
			return await this.follow(this.port, standing.kind)
		} finally {
			signal.removeEventListener('abort', stop)
			this.reading.abort()
			await inputs
		}
	}

	/** Sends the prompt and goes with its run to its end, and with those that follow from what came too late for it. */
	private async follow(port: RuntimePort, standing: Standing['kind']): Promise<TaskOutcome> {
		const { signal } = this.claimed
		const envelopes = port.events(Number.MAX_SAFE_INTEGER, this.reading.signal)[Symbol.asyncIterator]()
		let next = envelopes.next()
		if (standing !== 'ended') await this.begin(port, standing)
		this.isBegun = true
		this.begun.resolve(port)
		// Nothing could be ended before it had begun.
		if (this.isCancelled) await this.cancelRun()
		let queued = 0
		for (;;) {
			const isOver = queued === 0 && this.progress.end !== undefined
			if (isOver && (await this.hasEnded())) return 'ended'
			// Over an input that came meanwhile it does not end: that begins another run, or is seen to have come too late.
			const got = await (isOver ? Promise.race([next, pause(LOOK_AGAIN_MS)]) : next)
			if (got === undefined) continue
			if (got.done) break
			next = envelopes.next()
			const { event, runId } = got.value
			if (event.type === 'queue-change') queued = event.items.length
			if (event.type === 'run-start' && runId !== undefined && !this.task.runs.includes(runId))
				this.task = { ...this.task, runs: [...this.task.runs, runId] }
			await this.take(got.value)
			if (event.type !== 'run-end') continue
			if (signal.aborted) return 'given-back'
			// After these nothing is begun by itself.
			if (event.reason !== 'finished') return this.end(this.progress)
		}
		if (signal.aborted) return 'given-back'
		throw new AgentError('internal', 'the session was closed before its run had ended')
	}

	private async begin(port: RuntimePort, standing: 'not-begun' | 'interrupted'): Promise<void> {
		const { task } = this.claimed
		const id = this.deps.newRunId()
		// The log knows the run by this name: whoever takes the task up later sees whether it has begun.
		// What the run before was waiting for, nobody waits for any more.
		await this.save({ runs: [...task.runs, id], ...(task.waiting && taskFields(this.progress)) })
		const goesOn = standing === 'interrupted'
		const { outputSchema } = task
		const asked = outputSchema ? askingForJson(task.prompt, outputSchema) : task.prompt
		this.measure(standing)
		await port.send({
			type: 'prompt',
			message: goesOn ? this.goesOn() : this.earlier ? inNewClone(asked, this.earlier) : asked,
			whenBusy: 'queue',
			run: goesOn ? { id, isDelivered: true } : { id },
			...this.trace(),
		})
	}

	private goesOn(): UserMessage {
		return this.clone?.isAnew ? goesOnAnew(this.earlier ?? 'none') : GOES_ON
	}

	/** What the session goes on from is in the copy, as far as it was kept. */
	private async earlierChanges(): Promise<EarlierChanges | undefined> {
		const { clone } = this
		if (!clone?.isFresh) return undefined
		const patch = await earlierPatch(this.deps.hub.tasks, this.claimed)
		if (patch === undefined) return 'none'
		return (await clone.apply(patch)) ? 'applied' : 'refused'
	}

	/** From when it was handed in; who takes it up from another server has not let it wait. */
	private measure(standing: 'not-begun' | 'interrupted'): void {
		const { id: taskId, traceparent, createdAt } = this.claimed.task
		const isFirst = standing === 'not-begun'
		this.span = this.deps.telemetry?.startTask({ taskId, traceparent, ...(isFirst && { at: createdAt }) })
		if (isFirst) this.span?.started()
	}

	private trace(): { traceparent?: string } {
		const { traceparent = this.claimed.task.traceparent } = this.span ?? {}
		return traceparent === undefined ? {} : { traceparent }
	}

	/** Whether it could be told that it has. */
	private async hasEnded(): Promise<boolean> {
		try {
			await this.end(this.progress)
			return true
		} catch (error) {
			if (error instanceof AgentError && error.code === 'rejected') return false
			throw error
		}
	}

	private async take(envelope: Envelope): Promise<void> {
		this.live.take(envelope)
		const before = this.progress
		const progress = foldTask(before, envelope)
		this.progress = progress
		const { event } = envelope
		const isNews =
			event.type === 'turn-end' ||
			progress.state !== before.state ||
			progress.waiting[0] !== before.waiting[0]
		// How it ended is told once, with everything that goes with it.
		if (isNews && progress.end === undefined && !this.isCancelled) await this.save(taskFields(progress))
	}

	private async end(progress: TaskProgress): Promise<TaskOutcome> {
		this.live.flush()
		const { auth, task } = this.claimed
		const changes = (await this.changes()) ?? []
		const artifacts = await artifactsOf(task, progress, this.deps.hub.mediaOf(auth))
		const ended = taskFields({ ...progress, waiting: [] })
		await this.save({ ...ended, artifacts: [...task.artifacts, ...artifacts, ...changes] })
		this.span?.end({ state: progress.state, error: ended.error?.code })
		await this.clone?.remove().catch(error => this.log('warn', error))
		return 'ended'
	}

	/** What cannot be told stays where it is. */
	private async changes(): Promise<readonly Artifact[] | undefined> {
		try {
			return await this.clone?.changes()
		} catch (error) {
			this.log('error', error)
			this.clone = undefined
			return undefined
		}
	}

	/** What went wrong is what has become of the task, unless it is somebody else's by now. */
	async failed(error: unknown): Promise<TaskOutcome> {
		const { signal } = this.claimed
		const info = errorInfo(error)
		if (signal.aborted || info.code === 'fenced') return 'given-back'
		// The database did not answer in time: that is nothing about the task, and another try may be answered.
		if (info.code === 'storage-failed' && info.retryAfterMs !== undefined) return 'given-back'
		try {
			await this.end({ ...this.progress, state: this.isCancelled ? 'canceled' : 'failed', error: info })
			return 'ended'
		} catch (failure) {
			this.log('error', failure)
			return 'given-back'
		}
	}

	async close(): Promise<void> {
		this.reading.abort()
		this.live.flush()
		this.span?.end({ state: 'given-back' })
		await this.port?.send({ type: 'shutdown' }).catch(() => undefined)
	}

	private handInputs(): Promise<void> {
		const { auth, lease, signal, task } = this.claimed
		const { inbox } = this.deps.hub
		const until = AbortSignal.any([signal, this.reading.signal])
		const gone = whenAborted(until)
		return handInputs(inbox.take(auth, task.id, lease, until), {
			session: () => Promise.race([this.begun.promise, gone]),
			cancel: () => this.cancel(),
			steer: (session, message) => this.steer(session, message),
			log: error => this.log('warn', error),
		}).catch(error => {
			if (!until.aborted) this.log('error', error)
		})
	}

	/** The task says so first: whoever takes it up after us ends it then, instead of going on. */
	private async cancel(): Promise<void> {
		this.isCancelled = true
		if (this.progress.end !== undefined) return
		await this.save({ error: { code: 'cancelled', message: 'it was asked to end' } })
		if (this.isBegun) await this.cancelRun()
	}

	/** It may have ended by itself a moment ago. */
	private async cancelRun(): Promise<void> {
		const runId = this.task.runs.at(-1)
		if (runId !== undefined) await this.port?.send({ type: 'cancel', runId }).catch(() => undefined)
	}

	private async steer(session: RuntimePort, message: UserMessage): Promise<void> {
		const prompt = { type: 'prompt', message, whenBusy: 'steer' } as const
		if (this.progress.end === undefined) return session.send(prompt)
		const id = this.deps.newRunId()
		await this.save({ runs: [...this.task.runs, id] })
		await session.send({ ...prompt, run: { id }, ...this.trace() })
	}

	private async save(change: { [Field in keyof Task]?: Task[Field] | undefined }): Promise<void> {
		const { auth, lease } = this.claimed
		const merged = { ...this.task, ...change, server: lease.server, updatedAt: this.deps.now() }
		const task = withoutUndefined(merged)
		await this.deps.hub.tasks.save(auth, task, lease)
		this.task = task
	}

	private log(level: 'error' | 'warn', error: unknown): void {
		const { auth, task } = this.claimed
		const { code, message } = errorInfo(error)
		this.deps.hub.logging.log(auth, level, message, { task: task.id, code })
	}
}

/** @returns undefined where nothing has been stored under its name yet */
async function readAll(
	store: SessionStore,
	{ session }: Task,
): Promise<readonly StoredEnvelope[] | undefined> {
	try {
		return await store.read(session)
	} catch (error) {
		if (error instanceof AgentError && error.code === 'session-not-found') return undefined
		throw error
	}
}

/** The fields that may be left out are there only with a value. */
function withoutUndefined(task: { [Field in keyof Task]: Task[Field] | undefined }): Task {
	return Object.fromEntries(Object.entries(task).filter(([, value]) => value !== undefined)) as Task
}

const LOOK_AGAIN_MS = 20

function whenAborted(signal: AbortSignal): Promise<undefined> {
	return new Promise(resolve => {
		if (signal.aborted) resolve(undefined)
		else signal.addEventListener('abort', () => resolve(undefined), { once: true })
	})
}
