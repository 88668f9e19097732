// A session that another process has open, looked at from here: it shows what that one writes, and takes no prompts.

import { AgentError } from '../core/errors.ts'
import type { Envelope, ShownEvent, StoredEvent } from '../core/events.ts'
import type { Clock } from '../core/host.ts'
import type { SessionId } from '../core/ids.ts'
import type { ActorCommand, SessionBehind, SessionSettings } from './actor-deps.ts'

export type WatchedDeps = {
	sessionId: SessionId
	before: readonly Envelope<StoredEvent>[]
	appended: AsyncIterable<readonly Envelope<StoredEvent>[]>
	/** The process that has it open. */
	holder: number
	/** Asked when a prompt is refused: by then it may be free. */
	findHolder(): Promise<number | undefined>
	settings: SessionSettings
	deliver(envelope: Envelope): void
	clock: Pick<Clock, 'now'>
}

export class WatchedSession implements SessionBehind {
	readonly isBusy = false
	private readonly deps: WatchedDeps
	private readonly log: Envelope<StoredEvent>[]

	constructor(deps: WatchedDeps) {
		this.deps = deps
		this.log = deps.before.filter(({ event }) => askedIn(event) === undefined)
	}

	get sessionId(): SessionId {
		return this.deps.sessionId
	}

	get stored(): readonly Envelope<StoredEvent>[] {
		return this.log
	}

	get nextSettings(): SessionSettings {
		return this.deps.settings
	}

	/** Numbers are the other process's to give; what is said here shares the last one. */
	show(event: ShownEvent): void {
		const { sessionId, deliver, clock } = this.deps
		deliver({ seq: this.log.at(-1)?.seq ?? 0, at: clock.now(), sessionId, event })
	}

	/** Resolves when there is no more to follow. */
	async follow(): Promise<void> {
		for await (const envelopes of this.deps.appended) for (const envelope of envelopes) this.take(envelope)
	}

	async send(command: ActorCommand): Promise<void> {
		if (command.type === 'shutdown') return
		const { sessionId, holder } = this.deps
		const words =
			(await this.deps.findHolder()) === undefined
				? `process ${holder} has let go of this session; /resume ${sessionId} takes it up here`
				: `process ${holder} has this session open, and here it is only looked at; /fork goes on in a copy`
		throw new AgentError('rejected', words)
	}

	private take(envelope: Envelope<StoredEvent>): void {
		const asked = askedIn(envelope.event)
		if (asked !== undefined) {
			const text = `process ${this.deps.holder} waits for an answer: ${asked}`
			return this.show({ type: 'notice', level: 'info', text })
		}
		this.log.push(envelope)
		this.deps.deliver(envelope)
	}
}

/** Only the other process can take an answer, so nothing is asked here. */
function askedIn(event: StoredEvent): string | undefined {
	if (event.type === 'approval-request') return event.request.assessment.title
	return event.type === 'question-request' ? event.question.text : undefined
}
