// Events become numbered envelopes: to disk if they are stored, then to every reader, in order for all. What is stored in
// one go of the event loop is one write at its end: between a reply and the next request nothing waits for the log.

import { type Deferred, deferred } from '../../core/async/deferred.ts'
import type { AgentEvent, Envelope, ShownEvent, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { Clock } from '../../core/host.ts'
import type { RunId, SessionId, UnixMs } from '../../core/ids.ts'
import type { ResultDetail } from '../../core/tool.ts'
import { withOthers } from '../../sessions/reading/read-log.ts'
import type { Durability } from '../../sessions/session-store.ts'
import { type Append, bestEffortLog } from './best-effort-log.ts'
import { createEventClock } from './event-clock.ts'

export type EnvelopesDeps = {
	sessionId: SessionId
	/** What the session's log held when it was opened. */
	before: readonly Envelope<StoredEvent>[]
	append: Append
	/** Where a home cannot be written, somebody who is there and is told may go on without it. */
	mayGoUnstored: boolean
	clock: Pick<Clock, 'now' | 'monotonicMs'>
	/** A reader's queue; called in order of `seq`. */
	deliver(envelope: Envelope): void
}

type OutboxEntry = { envelope: Envelope; isReady: boolean } | StoredEntry
type StoredEntry = { envelope: Envelope<StoredEvent>; isReady: boolean; isStored: true }

/** What goes to the log in one write, and who waits for it. */
type LogBatch = { entries: StoredEntry[]; written: Deferred; durable: Durability }

export class Envelopes {
	private readonly deps: EnvelopesDeps
	private readonly append: Append
	private log: Envelope<StoredEvent>[]
	private seq: number
	private readonly at: () => UnixMs
	// Delivery waits for the disk, and what came later waits behind it: readers never see numbers out of order.
	private readonly outbox: OutboxEntry[] = []
	private batch: LogBatch | undefined
	private runOfBatch: RunId | undefined
	private writing: Promise<void> = Promise.resolve()

	constructor(deps: EnvelopesDeps) {
		this.deps = deps
		this.append = deps.mayGoUnstored
			? bestEffortLog(deps.append, why => {
					const text = `this session is not stored: ${why}`
					// It is the first run that finds out, and whoever waits for its result has to know.
					this.show({ type: 'notice', level: 'warning', text }, this.runOfBatch)
				})
			: deps.append
		this.log = [...deps.before]
		this.seq = deps.before.at(-1)?.seq ?? 0
		this.at = createEventClock(deps.clock, deps.before.at(-1)?.at)
	}

	get stored(): readonly Envelope<StoredEvent>[] {
		return this.log
	}

	/** What was stored earlier than all that has been at hand is at hand from now on. */
	reachBack(earlier: readonly Envelope<StoredEvent>[]): void {
		this.log = [...withOthers(this.log, earlier)]
	}

	/**
	 * Stores the event and then delivers it: at once with all that waits if the disk must have it, else at the end of this
	 * go of the event loop.
	 * @returns a promise that rejects with AgentError `storage-failed`, for whoever needs to know
	 */
	store(event: StoredEvent, runId?: RunId): Promise<void> {
		const entry: StoredEntry = { envelope: this.number(event, runId), isReady: false, isStored: true }
		this.outbox.push(entry)
		this.batch ??= this.openBatch()
		const { batch } = this
		batch.entries.push(entry)
		const durable = durabilityOf(event)
		if (durable !== false) batch.durable = durable
		if (durable === true) this.writeBatch()
		return batch.written.promise
	}

	/** Resolves when nothing waits to be written. */
	async settled(): Promise<void> {
		this.writeBatch()
		await this.writing
	}

	private openBatch(): LogBatch {
		atEndOfTurn(() => this.writeBatch())
		const written = deferred()
		// Most who store do not wait, and hear of a failure by what they wait for later.
		written.promise.catch(() => undefined)
		return { entries: [], written, durable: false }
	}

	private writeBatch(): void {
		const { batch } = this
		if (!batch) return
		this.batch = undefined
		const { entries, written, durable } = batch
		this.runOfBatch = entries.find(({ envelope }) => envelope.runId !== undefined)?.envelope.runId
		const stored = () => {
			for (const entry of entries) entry.isReady = true
			this.flush()
			written.resolve()
		}
		const failed = (error: unknown) => {
			for (const entry of entries) this.outbox.splice(this.outbox.indexOf(entry), 1)
			this.flush()
			written.reject(error)
		}
		const appended = this.append(
			entries.map(({ envelope }) => envelope),
			{ durable },
		)
		if (!appended) return stored()
		this.writing = Promise.all([this.writing, appended.then(stored, failed)]).then(() => undefined)
	}

	show(event: ShownEvent, runId?: RunId): void {
		const envelope = this.number(event, runId)
		if (this.outbox.length === 0) return this.deps.deliver(envelope)
		this.outbox.push({ envelope, isReady: true })
	}

	warn(text: string): void {
		this.show({ type: 'notice', level: 'warning', text })
	}

	/**
	 * Delivers a stored kind of event without storing it, for the two cases where it cannot be: the disk refused
	 * the end of a run, and settings changed before the session exists.
	 */
	publish(event: StoredEvent, runId?: RunId): void {
		const envelope = this.number(event, runId)
		if (this.outbox.length === 0) return this.deps.deliver(envelope)
		this.outbox.push({ envelope, isReady: true })
	}

	private number<Event extends AgentEvent>(event: Event, runId: RunId | undefined): Envelope<Event> {
		this.seq += 1
		const { sessionId } = this.deps
		const base = { seq: this.seq, at: this.at(), sessionId }
		return runId === undefined ? { ...base, event } : { ...base, runId, event }
	}

	private flush(): void {
		while (this.outbox[0]?.isReady) {
			const entry = this.outbox.shift()!
			// In the order of numbers, as in the log.
			if ('isStored' in entry) this.log.push(entry.envelope)
			this.deps.deliver(entry.envelope)
		}
	}
}

/**
 * Whether the disk itself must have the event before anything goes on: what a person said, what was answered, and the
 * intent and the result of an effect. A reply is to be there soon: what comes of it, an effect or the end of the run,
 * takes it to the disk before it happens. The rest only has to survive this process, not a power cut.
 */
function durabilityOf(event: StoredEvent): Durability {
	switch (event.type) {
		case 'run-start':
		case 'steer':
		case 'approval-end':
		case 'compaction':
		case 'checkpoint':
		case 'checkpoint-failed':
		case 'rewind':
		case 'run-end':
			return true
		case 'message-end':
			return 'soon'
		case 'tool-start':
			return event.tier !== 'read-only'
		case 'tool-end':
			return event.result.outcome === 'ok' && !onlyRead(event.result.detail)
		case 'session-start':
		case 'session-rename':
		case 'approvals-set':
		case 'model-set':
		case 'effort-set':
		case 'memory-drop':
		case 'agent-start':
		case 'agent-end':
		case 'correction':
		case 'turn-start':
		case 'attempt-start':
		case 'attempt-end':
		case 'approval-request':
		case 'question-request':
		case 'question-end':
		case 'turn-end':
		case 'hook-result':
			return false
		default:
			return assertNever(event)
	}
}

/** What was only looked at can be looked at again. */
function onlyRead(detail: ResultDetail | undefined): boolean {
	return detail?.type === 'counted' || (detail?.type === 'files' && detail.diff === undefined)
}

/** Of the event loop; where there is no Node, a moment later. */
function atEndOfTurn(run: () => void): void {
	if (typeof setImmediate === 'undefined') setTimeout(run, 0)
	else setImmediate(run)
}
