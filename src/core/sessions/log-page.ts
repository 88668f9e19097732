// Log pages: a stored session read piece by piece from wherever somebody looks, so that its length does not matter.

import type { Envelope, StoredEvent } from '../events.ts'
import type { SessionId } from '../ids.ts'

/** Where in a log an event begins. Only the store that told it knows what it counts; it grows with the log. */
export type LogPlace = number

/** One end of a page. `before` left out: the end of the log. */
export type LogPageRequest = { before?: LogPlace } | { after: LogPlace }

export type LogPage = {
	/** In the order of the log, each with the place where it begins. */
	entries: readonly { place: LogPlace; envelope: Envelope<StoredEvent> }[]
	/** What to ask on from, backwards and forwards. */
	start: LogPlace
	end: LogPlace
	/** There is nothing before it, or at this moment nothing behind it. */
	isFirst: boolean
	isLast: boolean
}

/** What a page of a session is asked for with. `sessionId` left out: the one that is open. */
export type SessionPageRequest = LogPageRequest & { sessionId?: SessionId }
