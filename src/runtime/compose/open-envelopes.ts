// Opens a session's envelopes: what is stored goes to its log and is indexed from there, all of it to the subscribers.

import { Envelopes } from '../session/envelopes.ts'
import type { FoundSession } from '../session/open-session.ts'
import type { SharedParts } from './shared-parts.ts'

export function openEnvelopes(
	{ sessionId, envelopes: before, log }: Pick<FoundSession, 'sessionId' | 'envelopes' | 'log'>,
	{ clock, memory, readers }: Pick<SharedParts, 'clock' | 'memory' | 'readers'>,
): Envelopes {
	return new Envelopes({
		sessionId,
		before,
		clock,
		append: (envelope, durability) => {
			const appended = log.append([envelope], durability)
			// Nothing is indexed of a session that cannot be stored.
			if (appended) return appended.then(() => memory?.noted(sessionId))
			memory?.noted(sessionId)
			return undefined
		},
		deliver: envelope => readers.deliver(envelope),
	})
}
