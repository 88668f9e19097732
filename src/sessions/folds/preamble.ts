// The preamble a session's requests begin with, as its log says it.

import type { Preamble } from '../../core/events.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { activeEvents } from './active-events.ts'

/** @returns undefined in a log from before it was stored, and before the first run */
export function preambleIn(envelopes: readonly StoredEnvelope[]): Preamble | undefined {
	const any = newest(envelopes)
	if (!any) return undefined
	// What was told in a part that the session went back on, the model no longer knows.
	return newest(activeEvents(envelopes)) ?? { sent: any.sent }
}

function newest(envelopes: readonly StoredEnvelope[]): Preamble | undefined {
	for (let at = envelopes.length - 1; at >= 0; at--) {
		const { event } = envelopes[at]!
		if (event.type === 'run-start' && event.preamble) return event.preamble
		if (event.type === 'compaction' && event.carried.preamble) return event.carried.preamble
	}
	return undefined
}
