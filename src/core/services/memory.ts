// Memory that many servers share: what a tenant has said on any of them, findable on every one.

import type { Envelope, StoredEvent } from '../events.ts'
import type { SessionId } from '../ids.ts'
import type { IndexLag, MemoryStore } from '../memory.ts'
import type { AuthContext } from './auth-context.ts'

export type MemoryService = {
	/** The index of one tenant. What it holds of a session goes with that. */
	storeOf(auth: AuthContext): MemoryStore
	/** Logs that hold more than the index has of them, the one written last first. @param session - only this one */
	behind(auth: AuthContext, limit: number, session?: SessionId): Promise<readonly LogBehind[]>
	/** About how much that is; undefined where it is nothing. */
	lag(auth: AuthContext): Promise<IndexLag | undefined>
	/** What a log holds behind a place, in order, at most so many lines. Of a session that is not there: nothing. */
	linesAfter(auth: AuthContext, session: SessionId, place: number, limit: number): Promise<readonly LogLine[]>
}

/** That of one tenant. */
export type SharedMemory = { service: MemoryService; auth: AuthContext }

export type LogBehind = {
	session: SessionId
	/** Of the last line that is in the index; 0 where none is. */
	covered: number
	/** Of the last line that there is. */
	last: number
	/** The project it is in the index under, where it is. */
	project?: string
}

/** `place`: from 1, without gaps. */
export type LogLine = { place: number; envelope: Envelope<StoredEvent> }
