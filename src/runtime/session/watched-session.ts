// A session that another process has open, looked at from here: it shows what that one writes, and takes no prompts.

import { isDeepStrictEqual } from 'node:util'
import type { NoteScope } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope, ShownEvent, StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import { closeOpen } from '../../sessions/folds/resume.ts'
import type { ActorCommand, SessionHandle, SessionSettings } from './session-handle.ts'

export type WatchedDeps = {
	sessionId: SessionId
	before: readonly Envelope<StoredEvent>[]
	appended: AsyncIterable<readonly Envelope<StoredEvent>[]>
	/** The process that has it open. */
	holder: number
	/** Each time that is another one; undefined while none has it. */
	holders: AsyncIterable<number | undefined>
	/** The last number in the log, whether or not it has been seen here. */
	newestSeq(): Promise<number>
	/** For the project or the user, whose notes are nobody's session. @returns what to tell */
	remember(text: string, scope: NoteScope): Promise<string>
	/** Asked when a prompt is refused: by then it may be free. */
	findHolder(): Promise<number | undefined>
	settings: SessionSettings
	deliver(envelope: Envelope): void
	clock: Pick<Clock, 'now'>
}

export class WatchedSession implements SessionHandle {
	readonly isBusy = false
	readonly isWatched = true
	private readonly deps: WatchedDeps
	private readonly log: Envelope<StoredEvent>[]
	private holder: number
	private seenSeq: number
	private seen = () => {}
	private followed: Promise<void> = Promise.resolve()
	/** Ends that were told here because nobody was left to write them. */
	private published: readonly StoredEvent[] = []

	constructor(deps: WatchedDeps) {
		this.deps = deps
		this.holder = deps.holder
		this.seenSeq = deps.before.at(-1)?.seq ?? 0
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
		this.followed = this.followLog()
		await Promise.all([this.followed, this.followHolders()])
	}

	private async followLog(): Promise<void> {
		for await (const envelopes of this.deps.appended) for (const envelope of envelopes) this.take(envelope)
	}

	private async followHolders(): Promise<void> {
		for await (const holder of this.deps.holders) {
			if (holder === undefined) await this.letGo()
			else this.takenUp(holder)
		}
	}

	/** Said behind the last of what it wrote, which may come later than the word that it is gone. */
	private async letGo(): Promise<void> {
		const newest = await this.deps.newestSeq().catch(() => 0)
		const caughtUp = new Promise<void>(resolve => {
			this.seen = () => {
				if (this.seenSeq >= newest) resolve()
			}
		})
		this.seen()
		await Promise.race([caughtUp, this.followed])
		// What was killed in the middle of a run has left it open, and here it would go on for ever.
		this.published = closeOpen(this.log)
		for (const event of this.published) this.publish(event)
		const { sessionId } = this.deps
		const text = `process ${this.holder} has let go of this session; /resume ${sessionId} takes it up here`
		this.show({ type: 'notice', level: 'info', text })
	}

	/** As `Envelopes` does where a log cannot be written: whoever takes the session up writes the same. */
	private publish(event: StoredEvent): void {
		const { sessionId, deliver, clock } = this.deps
		const runId = this.log.findLast(({ event }) => event.type === 'run-start')?.runId
		deliver({ seq: this.seenSeq, at: clock.now(), sessionId, ...(runId && { runId }), event })
	}

	private takenUp(holder: number): void {
		this.holder = holder
		// It is this process that goes on with it, and no longer looks.
		if (holder === process.pid) return
		const text = `process ${holder} has this session open now; here it is still only looked at`
		this.show({ type: 'notice', level: 'info', text })
	}

	async send(command: ActorCommand): Promise<void> {
		if (command.type === 'shutdown') return
		if (command.type === 'remember' && command.scope !== 'session') return this.remember(command)
		const { sessionId } = this.deps
		const holder = await this.deps.findHolder()
		const words =
			holder === undefined
				? `process ${this.holder} has let go of this session; /resume ${sessionId} takes it up here`
				: `process ${holder} has this session open, and here it is only looked at; /fork goes on in a copy`
		throw new AgentError('rejected', words)
	}

	private async remember({ text, scope }: Extract<ActorCommand, { type: 'remember' }>): Promise<void> {
		if (text.trim() === '') throw new AgentError('usage', 'the note is empty')
		this.show({ type: 'notice', level: 'info', text: await this.deps.remember(text, scope) })
	}

	private take(envelope: Envelope<StoredEvent>): void {
		this.seenSeq = envelope.seq
		this.pass(envelope)
		this.seen()
	}

	private pass(envelope: Envelope<StoredEvent>): void {
		const asked = askedIn(envelope.event)
		if (asked !== undefined) {
			const text = `process ${this.holder} waits for an answer: ${asked}`
			return this.show({ type: 'notice', level: 'info', text })
		}
		this.log.push(envelope)
		const wasTold = this.published.some(event => isDeepStrictEqual(event, envelope.event))
		if (!wasTold) this.deps.deliver(envelope)
	}
}

/** Only the other process can take an answer, so nothing is asked here. */
function askedIn(event: StoredEvent): string | undefined {
	if (event.type === 'approval-request') return event.request.permission.title
	return event.type === 'question-request' ? event.question.text : undefined
}
