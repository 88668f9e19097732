// Events become numbered envelopes: to disk if they are stored, then to every reader, in order for all.

import type { AgentEvent, Envelope, ShownEvent, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { Clock } from '../../core/host.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import type { ResultDetail } from '../../core/tool.ts'
import { withOthers } from '../../sessions/reading/read-log.ts'
import { type Append, bestEffortLog } from './best-effort-log.ts'

export type EnvelopesDeps = {
	sessionId: SessionId
	/** What the session's log held when it was opened. */
	before: readonly Envelope<StoredEvent>[]
	/** Where a home cannot be written, the session goes on without it. */
	append: Append
	clock: Pick<Clock, 'now'>
	/** A reader's queue; called in order of `seq`. */
	deliver(envelope: Envelope): void
}

type OutboxEntry = {
	envelope: Envelope
	isReady: boolean
	/** In the order of numbers, as in the log. */
	keep?(): void
}

export class Envelopes {
	private readonly deps: EnvelopesDeps
	private readonly append: Append
	private log: Envelope<StoredEvent>[]
	private seq: number
	// Delivery waits for the disk, and what came later waits behind it: readers never see numbers out of order.
	private readonly outbox: OutboxEntry[] = []

	constructor(deps: EnvelopesDeps) {
		this.deps = deps
		this.append = bestEffortLog(deps.append, why => this.warn(`this session is not stored: ${why}`))
		this.log = [...deps.before]
		this.seq = deps.before.at(-1)?.seq ?? 0
	}

	get stored(): readonly Envelope<StoredEvent>[] {
		return this.log
	}

	/** What was stored earlier than all that has been at hand is at hand from now on. */
	reachBack(earlier: readonly Envelope<StoredEvent>[]): void {
		this.log = [...withOthers(this.log, earlier)]
	}

	/**
	 * Stores the event and then delivers it.
	 * @returns nothing when that is done; else it resolves when the disk has it. Rejects with AgentError `storage-failed`
	 */
	store(event: StoredEvent, runId?: RunId): Promise<void> | undefined {
		const envelope = this.number(event, runId)
		const entry: OutboxEntry = { envelope, isReady: false, keep: () => this.log.push(envelope) }
		this.outbox.push(entry)
		const appended = this.append(envelope, { durable: isDurable(event) })
		const stored = () => {
			entry.isReady = true
			this.flush()
		}
		if (appended)
			return appended.then(stored, error => {
				this.outbox.splice(this.outbox.indexOf(entry), 1)
				this.flush()
				throw error
			})
		stored()
		return undefined
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
		const { sessionId, clock } = this.deps
		const base = { seq: this.seq, at: clock.now(), sessionId }
		return runId === undefined ? { ...base, event } : { ...base, runId, event }
	}

	private flush(): void {
		while (this.outbox[0]?.isReady) {
			const { envelope, keep } = this.outbox.shift()!
			keep?.()
			this.deps.deliver(envelope)
		}
	}
}

/**
 * Whether the disk itself must have the event before anything goes on: what a person said, what was answered,
 * and the intent and the result of an effect. The rest only has to survive this process, not a power cut.
 */
function isDurable(event: StoredEvent): boolean {
	switch (event.type) {
		case 'run-start':
		case 'steer':
		case 'message-end':
		case 'approval-end':
		case 'compaction':
		case 'checkpoint':
		case 'rewind':
		case 'run-end':
			return true
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
			return false
		default:
			return assertNever(event)
	}
}

/** What was only looked at can be looked at again. */
function onlyRead(detail: ResultDetail | undefined): boolean {
	return detail?.type === 'counted' || (detail?.type === 'files' && detail.diff === undefined)
}
