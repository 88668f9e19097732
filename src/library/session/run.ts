// One run as a program sees it: its envelopes as they come, and its result once it has ended.

import { deferred } from '../../core/async/deferred.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope } from '../../core/events.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import type { JsonSchema } from '../../core/json.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import { isMaskedForm } from '../../core/text/masked-form.ts'
import { foldOutcome, startOutcome } from '../../sessions/folds/run-outcome.ts'
import { type RunResult, resultOf } from './run-result.ts'

/** A prompt that was given to a session. It goes on whether or not anybody reads it. */
export type Run = AsyncIterable<Envelope> & {
	/**
	 * Resolves when the run has ended, however it did: `reason` says so. Rejects with an AgentError when it never began,
	 * or its session was closed before its end.
	 */
	readonly result: Promise<RunResult>
	/** Stops it; its end comes with the reason `cancelled`. Does nothing once it has ended. */
	cancel(): Promise<void>
}

/** What may be said with a prompt. */
export type PromptOptions = {
	/** Cancels the run when it fires. */
	signal?: AbortSignal
}

/** The run of one prompt, fed with the envelopes of its session while it is that session's. */
export class SessionRun implements Run {
	readonly result: Promise<RunResult>
	readonly message: UserMessage
	readonly outputSchema: JsonSchema | undefined
	private readonly ended = deferred<RunResult>()
	private readonly stop: (runId: RunId) => Promise<void>
	private readonly envelopes: Envelope[] = []
	private outcome = startOutcome('' as SessionId)
	private news = deferred()
	private failure: Error | undefined
	private isOver = false
	private isCancelled = false

	/** @param stop - cancels the run of that id. @param outputSchema - what its answer must fit */
	constructor(message: UserMessage, stop: (runId: RunId) => Promise<void>, outputSchema?: JsonSchema) {
		this.message = message
		this.outputSchema = outputSchema
		this.stop = stop
		this.result = this.ended.promise
		// Whoever only reads envelopes hears of a failure there.
		this.result.catch(() => undefined)
	}

	/** Whether it was cancelled before it began: then it never does. */
	get isGivenUp(): boolean {
		return this.isCancelled && this.runId === undefined
	}

	get runId(): RunId | undefined {
		return this.outcome.runId
	}

	async cancel(): Promise<void> {
		if (this.isOver) return
		this.isCancelled = true
		if (this.runId !== undefined) await this.stop(this.runId).catch(() => undefined)
	}

	/** @returns whether that was its last one */
	take(envelope: Envelope): boolean {
		const { event, runId } = envelope
		if (this.isOver) return true
		// Another run's: of what a sub-agent in the background has brought.
		if (runId !== undefined && this.runId !== undefined && runId !== this.runId) return false
		if (this.runId === undefined && runId !== undefined) {
			if (event.type !== 'run-start') return false
			if (!isMaskedForm(promptText(event.prompt), promptText(this.message))) return false
		}
		this.outcome = foldOutcome(this.outcome, envelope)
		this.envelopes.push(envelope)
		this.wake()
		if (event.type === 'run-start' && this.isCancelled) void this.cancel()
		const result = resultOf(this.outcome)
		if (!result) return false
		this.isOver = true
		this.ended.resolve(result)
		this.wake()
		return true
	}

	fail(error: Error): void {
		if (this.isOver) return
		this.isOver = true
		this.failure = error
		this.ended.reject(error)
		this.wake()
	}

	giveUp(): void {
		this.fail(new AgentError('cancelled', 'the prompt was taken back before its run began'))
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Envelope, void, undefined> {
		for (let next = 0; ; ) {
			const news = this.news.promise
			while (next < this.envelopes.length) yield this.envelopes[next++]!
			if (this.failure) throw this.failure
			if (this.isOver && next === this.envelopes.length) return
			if (next === this.envelopes.length) await news
		}
	}

	private wake(): void {
		const { news } = this
		this.news = deferred()
		news.resolve()
	}
}
