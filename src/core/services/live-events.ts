// Live events of tasks: what is shown while it happens and kept nowhere. Whoever does not listen misses it, and finds
// all of it in the stored envelopes that follow.

import type { Envelope, ShownEvent } from '../events.ts'
import type { AuthContext } from './auth-context.ts'
import type { TaskId } from './tasks.ts'

/** `after`: the stored envelope it comes behind. A reader who is not there yet keeps it until he is. */
export type LiveEvent = { after: number; envelope: Envelope<ShownEvent> }

export type LiveEvents = {
	/** Never throws, never waits. Deltas come put together, not one by one. */
	publish(auth: AuthContext, id: TaskId, events: readonly LiveEvent[]): void
	/**
	 * From now on, in order, until `signal` fires; before that what was shown since the last stored envelope, where it is
	 * still known. A reader who is too slow misses some.
	 */
	follow(auth: AuthContext, id: TaskId, signal: AbortSignal): AsyncIterable<LiveEvent>
}
