// Prompt turns: the client's prompts to one session, one after the other, each from its request to the end of its run. A
// cancelled one ends as the protocol has it, whatever it was waiting for.

import type { PromptResponse } from '@agentclientprotocol/sdk'
import { type Deferred, deferred } from '../../core/async/deferred.ts'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { Command } from '../../core/commands.ts'
import type { EventOf } from '../../core/events.ts'
import type { QueueId, RunId } from '../../core/ids.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import { isMaskedForm } from '../../core/text/masked-form.ts'
import { stopReason } from './stop-reason.ts'

/** A prompt that is being answered. */
type Turn = {
	message: UserMessage
	/** Once it has begun. */
	runId: RunId | undefined
	isCancelled: boolean
	/** Without an event when the session was closed meanwhile. */
	ended: Deferred<EventOf<'run-end'> | undefined>
	/** Resolves as soon as it is cancelled. */
	cancelled: Deferred
}

export class PromptTurns {
	private readonly send: (command: Command) => Promise<void>
	private readonly order = new OneAtATime()
	private turn: Turn | undefined
	private activeRun: RunId | undefined
	/** How often everything was cancelled: a prompt that waited through one is cancelled too. */
	private cancels = 0
	/** Prompts that wait in the runtime behind a run that has begun by itself. */
	private queued: readonly QueueId[] = []

	/** @param send - a command to the runtime */
	constructor(send: (command: Command) => Promise<void>) {
		this.send = send
	}

	/**
	 * Resolves when its run has ended, or at once when it is cancelled before that has begun.
	 * @param read - makes the message, when its turn has come
	 * @throws AgentError with what ended the run, where the protocol has no word for that
	 */
	take(read: () => Promise<UserMessage>, signal: AbortSignal): Promise<PromptResponse> {
		const cancelsBefore = this.cancels
		const turn: Turn = {
			message: { role: 'user', content: [] },
			runId: undefined,
			isCancelled: false,
			ended: deferred(),
			cancelled: deferred(),
		}
		const cancel = () => this.cancelTurn(turn)
		signal.addEventListener('abort', cancel, { once: true })
		const work = this.order.run(async (): Promise<PromptResponse> => {
			if (this.cancels !== cancelsBefore || signal.aborted) return CANCELLED
			this.turn = turn
			try {
				turn.message = await read()
				if (turn.isCancelled) return CANCELLED
				await this.send({ type: 'prompt', message: turn.message, whenBusy: 'queue' })
				const end = await turn.ended.promise
				return turn.isCancelled || !end ? CANCELLED : { stopReason: stopReason(end) }
			} finally {
				this.turn = undefined
				signal.removeEventListener('abort', cancel)
			}
		})
		work.catch(() => undefined)
		const early = turn.cancelled.promise.then(() => (turn.runId === undefined ? CANCELLED : work))
		return Promise.race([work, early])
	}

	/** Ends what runs and what waits. */
	cancel(): void {
		this.cancels += 1
		if (this.turn) this.cancelTurn(this.turn)
		else if (this.activeRun) this.cancelRun(this.activeRun)
	}

	/** A run may also begin by itself, when an agent in the background has ended; what the user typed tells them apart. */
	runStarted({ prompt }: EventOf<'run-start'>, runId: RunId | undefined): void {
		const { turn } = this
		this.activeRun = runId
		if (!turn || turn.runId || !isMaskedForm(promptText(prompt), promptText(turn.message))) return
		turn.runId = runId
		if (turn.isCancelled && runId) this.cancelRun(runId)
	}

	queueChanged({ items }: EventOf<'queue-change'>): void {
		this.queued = items.map(({ queueId }) => queueId)
	}

	async runEnded(event: EventOf<'run-end'>, runId: RunId | undefined): Promise<void> {
		this.activeRun = undefined
		const { turn } = this
		if (!turn) return
		if (turn.runId !== undefined && turn.runId === runId) turn.ended.resolve(event)
		// The runtime's queue stands still behind a run that did not finish.
		else if (turn.runId === undefined && event.reason !== 'finished') await this.askAgain(turn)
	}

	/** The session is over. @param error - of what followed it */
	end(error?: unknown): void {
		if (error === undefined) this.turn?.ended.resolve(undefined)
		else this.turn?.ended.reject(error)
	}

	private async askAgain(turn: Turn): Promise<void> {
		const { queued } = this
		if (queued.length === 0) return
		for (const queueId of queued) await this.send({ type: 'take-back', queueId }).catch(() => undefined)
		if (turn.isCancelled) return turn.ended.resolve(undefined)
		// Its beginning is an envelope behind this one, so nobody waits for it here.
		void this.send({ type: 'prompt', message: turn.message, whenBusy: 'queue' }).catch(turn.ended.reject)
	}

	private cancelTurn(turn: Turn): void {
		turn.isCancelled = true
		turn.cancelled.resolve()
		if (turn.runId) this.cancelRun(turn.runId)
		// What goes on by itself stands in its way.
		else if (this.turn === turn && this.activeRun) this.cancelRun(this.activeRun)
	}

	/** It may have ended a moment ago. */
	private cancelRun(runId: RunId): void {
		void this.send({ type: 'cancel', runId }).catch(() => undefined)
	}
}

const CANCELLED: PromptResponse = { stopReason: 'cancelled' }
