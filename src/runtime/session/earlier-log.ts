// The part of the log before what was read at opening: it is loaded when it is asked for, so that opening a session
// does not have to wait for it, and what was only looked at is not kept.

import type { StoredEvent } from '../../core/events.ts'
import type { SessionId } from '../../core/ids.ts'
import { withOthers } from '../../sessions/reading/read-log.ts'
import type { SessionStore, StoredEnvelope } from '../../sessions/session-store.ts'

export type EarlierLog = {
	/** What is at hand, and of what is not the events of these kinds; in order. */
	withAll(
		types: readonly StoredEvent['type'][],
		atHand: readonly StoredEnvelope[],
	): Promise<readonly StoredEnvelope[]>
	/** What has to be at hand to go on from this number. */
	neededAt(seq: number, atHand: readonly StoredEnvelope[]): Promise<readonly StoredEnvelope[]>
}

export function earlierLog(
	store: Pick<SessionStore, 'readPart'>,
	{ sessionId, isTail }: { sessionId: SessionId; isTail: boolean },
): EarlierLog {
	return {
		async withAll(types, atHand) {
			return isTail ? withOthers(atHand, await store.readPart(sessionId, { types })) : atHand
		},
		async neededAt(seq, atHand) {
			const condensed = atHand.findLast(({ event }) => event.type === 'compaction')
			// A session is opened from where its last compaction can be gone on from.
			if (!isTail || (condensed && condensed.seq <= seq)) return []
			return store.readPart(sessionId, { upTo: seq })
		},
	}
}
