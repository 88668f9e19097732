// The prompts of one process, in their order: which goes to the session at once, which waits for the run before it, and
// whether a run goes on or is about to begin.

import { OneAtATime } from '../../../../core/async/one-at-a-time.ts'
import { type ErrorInfo, errorInfo, messageOf } from '../../../../core/errors.ts'
import type { Envelope, QueuedPrompt, RunEndReason } from '../../../../core/events.ts'
import type { RunId } from '../../../../core/ids.ts'
import type { UserMessage } from '../../../../core/messages.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'

export type PromptQueueDeps = {
	port: RuntimePort
	/** A prompt that begins a run is sent. */
	sending(): void
	/** It was not taken, so no run begins with it. */
	failed(error: ErrorInfo): void
	/** One that was meant for the active run was not taken. */
	refused(why: string): void
	/** Nothing goes on, and nothing waits. */
	idle(): void
}

/** The message as the session takes it, made when it is sent. */
export type TypedPrompt = () => UserMessage | Promise<UserMessage>

export class StdinPrompts {
	private readonly deps: PromptQueueDeps
	/** Prompts that become runs of their own when the session is idle. */
	private readonly later: TypedPrompt[] = []
	/** A prompt whose pictures are still being kept is not overtaken by the next. */
	private readonly keeping = new OneAtATime()
	/** Prompts that the session has not taken yet. */
	private starting = 0
	/** What the session itself keeps behind the active run. */
	private queued: readonly QueuedPrompt[] = []
	/** A run is about to begin: of a prompt that was sent, or of what the session keeps. */
	private isNextComing = false
	private active: RunId | undefined

	constructor(deps: PromptQueueDeps) {
		this.deps = deps
	}

	get runId(): RunId | undefined {
		return this.active
	}

	get isBusy(): boolean {
		return this.active !== undefined || this.starting > 0 || this.isNextComing
	}

	/** How many wait for the session to be idle. */
	get waiting(): number {
		return this.later.length
	}

	add(prompt: TypedPrompt, whenBusy: 'steer' | 'queue'): void {
		if (this.isBusy && whenBusy === 'queue') this.later.push(prompt)
		else void this.submit(prompt, whenBusy)
	}

	clear(): void {
		this.later.length = 0
	}

	follow({ event, runId }: Envelope): void {
		if (event.type === 'run-start') {
			this.isNextComing = false
			this.active = runId
		}
		if (event.type === 'queue-change') this.queued = event.items
		if (event.type === 'notice' && event.level === 'error' && this.isNextComing) {
			this.isNextComing = false
			this.goOn()
		}
	}

	/** The active run is at its end; what follows it waits for `goOn`. */
	runEnding(): void {
		this.active = undefined
	}

	/** The session goes on with what it keeps only after a run that finished. */
	async runEnded(reason: RunEndReason | undefined): Promise<void> {
		this.isNextComing = reason === 'finished' && this.queued.length > 0
		if (!this.isNextComing) await this.takeBack()
	}

	/** What the session has reported already may say that it is busy after all, so that is read first. */
	goOn(): void {
		setImmediate(() => this.proceed())
	}

	private proceed(): void {
		if (this.isBusy) return
		const next = this.later.shift()
		if (next) void this.submit(next, 'queue')
		else this.deps.idle()
	}

	private async submit(prompt: TypedPrompt, whenBusy: 'steer' | 'queue'): Promise<void> {
		const startsRun = !this.isBusy
		if (startsRun) {
			this.isNextComing = true
			this.deps.sending()
		}
		this.starting++
		try {
			const message = await this.keeping.run(prompt)
			await this.deps.port.send({ type: 'prompt', message, whenBusy })
		} catch (error) {
			if (startsRun) {
				this.isNextComing = false
				this.deps.failed(errorInfo(error))
			} else this.deps.refused(messageOf(error))
		} finally {
			this.starting--
			this.goOn()
		}
	}

	private async takeBack(): Promise<void> {
		const left = this.queued
		for (const { queueId } of left)
			await this.deps.port.send({ type: 'take-back', queueId }).catch(() => undefined)
		this.queued = []
		this.later.unshift(
			...left.map(
				({ message }) =>
					() =>
						message,
			),
		)
	}
}
