// Where sessions are kept: the contract that the files and the memory store both meet.

import type { RunningSession, SessionMarks, SessionSummary } from '../core/commands.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import type { SessionId } from '../core/ids.ts'
import type { LogPage, LogPageRequest } from '../core/runtime-port.ts'
import type { StatisticsWish, UseStatistics } from '../core/statistics/use-statistics.ts'

export type StoredEnvelope = Envelope<StoredEvent>

export type SessionStore = {
	/** Nothing is made before the first append, so a session without a message leaves no trace. */
	create(sessionId: SessionId, cwd: string): SessionLog
	/**
	 * For going on: takes the lock and mends what a dead process left.
	 * @param options.takeOver - also from a process of which nothing can be known here, as on another machine
	 * @throws AgentError `session-busy`, `session-unreadable`
	 */
	open(sessionId: SessionId, options?: { takeOver: boolean }): Promise<OpenedLog>
	/** The process that has it open, if one has. */
	holder(sessionId: SessionId): Promise<number | undefined>
	/** The same each time it is another one than was `known` or heard last, until `signal` fires. */
	holders(
		sessionId: SessionId,
		known: number | undefined,
		signal: AbortSignal,
	): AsyncIterable<number | undefined>
	/** What `open` would give, then whatever is appended from then on, until `signal` fires. No lock, nothing mended. */
	follow(sessionId: SessionId, signal: AbortSignal): Promise<FollowedLog>
	/**
	 * For looking only: no lock, nothing mended.
	 * @param notify - told what could not be read and was passed over
	 * @throws AgentError `session-unreadable`
	 */
	read(sessionId: SessionId, notify?: (text: string) => void): Promise<readonly StoredEnvelope[]>
	/** Like `read`, without the cost of all of it. */
	readPart(sessionId: SessionId, part: LogPart): Promise<readonly StoredEnvelope[]>
	/** So much of it as is read and decoded within moments; at least one event where there is one. */
	readPage(sessionId: SessionId, request: LogPageRequest): Promise<LogPage>
	/**
	 * @param selector - an id, the start of one, or a name
	 * @throws AgentError `session-not-found`, `session-ambiguous`; both say what there is
	 */
	find(selector: string): Promise<SessionId>
	/** The one used last in this folder. */
	newest(cwd: string): Promise<SessionId | undefined>
	/** The one used last comes first. @param options.withAgents - also those of sub-agents, which belong to another one */
	list(options?: { withAgents: boolean }): Promise<readonly SessionSummary[]>
	/** Those that processes have open, as far as that can be told. Left out where nobody can. */
	running?(): Promise<ReadonlyMap<SessionId, RunningSession>>
	/** What the user puts on a session; it is no part of its log, so it may be open elsewhere. @returns all that is on it */
	mark?(sessionId: SessionId, change: SessionMarks): Promise<SessionMarks>
	/** Like `remove`, but it can be had back until it is purged. @throws AgentError `session-busy` */
	discard?(sessionId: SessionId): Promise<DiscardedSession>
	/** What all of them used. Left out where nobody adds it up. */
	statistics?(wish: StatisticsWish): Promise<UseStatistics>
	/** With everything it stored, and with the sessions of its sub-agents. @throws AgentError `session-busy` while another process has it open */
	remove(sessionId: SessionId): Promise<void>
}

/** A session that is no longer listed. Purged once, it is gone with everything it stored. */
export type DiscardedSession = { restore(): Promise<void>; purge(): Promise<void> }

/** Whether the disk itself must have the lines. `soon`: within moments, and nobody waits for it. */
export type Durability = boolean | 'soon'

export type SessionLog = {
	readonly sessionId: SessionId
	/**
	 * Resolves when the lines are in the file, and with `durable` on the disk itself; nothing is returned when that is so
	 * already. Order is kept. Rejects with AgentError `storage-failed`; the file is as it was before then, and the next
	 * append may work again.
	 */
	append(envelopes: readonly StoredEnvelope[], options: { durable: Durability }): Promise<void> | undefined
	close(): Promise<void>
}

export type LogPart =
	| { types: readonly StoredEvent['type'][] }
	/** Only what the last bytes hold. */
	| { lastBytes: number }
	/** What `open` would give if this number were the last one. */
	| { upTo: number }

export type FollowedLog = {
	envelopes: readonly StoredEnvelope[]
	/** There is more in the log. */
	isTail: boolean
	/** Whole lines only, in the order of the file. Ends with the signal, or when the log is gone. */
	appended: AsyncIterable<readonly StoredEnvelope[]>
}

export type OpenedLog = {
	log: SessionLog
	/** From the messages that the last compaction kept, where there is one; else all of them. */
	envelopes: readonly StoredEnvelope[]
	/** There is more in the log. */
	isTail: boolean
	/** What the log begins with, whether or not it is among these. */
	first: StoredEnvelope | undefined
	/** For the user: what had to be mended. */
	repairs: readonly string[]
}
