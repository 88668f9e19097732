// What is shown of a task while it runs, for whoever looks on from outside: deltas of a moment put together, because a
// network carries a hundred small messages a second worse than twenty larger ones.

import type { Envelope, ShownEvent } from '../../core/events.ts'
import { isStored } from '../../core/events.ts'
import type { LiveEvent } from '../../core/services/live-events.ts'

export type LivePublisher = {
	/** Each envelope of the session, in order. */
	take(envelope: Envelope): void
	flush(): void
}

/** @param publish - gets what is to be shown, at most every 50 ms where it is text */
export function createLivePublisher(publish: (events: readonly LiveEvent[]) => void): LivePublisher {
	let lastStored = 0
	let held: LiveEvent[] = []
	let timer: NodeJS.Timeout | undefined

	const flush = () => {
		clearTimeout(timer)
		timer = undefined
		if (held.length === 0) return
		const events = held
		held = []
		publish(events)
	}
	return {
		flush,
		take(envelope) {
			const { event } = envelope
			if (isStored(event)) {
				flush()
				lastStored = envelope.seq
				return
			}
			if (!IS_TOLD[event.type]) return
			const last = held.at(-1)
			const joined = last && joinedWith(last.envelope, envelope, event)
			if (last && joined) held[held.length - 1] = { after: last.after, envelope: joined }
			else held.push({ after: lastStored, envelope: { ...envelope, event } })
			timer ??= setTimeout(flush, GATHER_MS)
		},
	}
}

const GATHER_MS = 50

function joinedWith(
	before: Envelope<ShownEvent>,
	next: Envelope,
	event: ShownEvent,
): Envelope<ShownEvent> | undefined {
	const earlier = before.event
	if (
		(event.type === 'text-delta' && earlier.type === 'text-delta') ||
		(event.type === 'reasoning-delta' && earlier.type === 'reasoning-delta')
	)
		return { ...next, event: { ...event, text: earlier.text + event.text } }
	return undefined
}

/** What is about this process or its own screen is nobody else's concern. */
const IS_TOLD: Record<ShownEvent['type'], boolean> = {
	'text-delta': true,
	'reasoning-delta': true,
	'reply-restart': true,
	'tool-progress': true,
	'agent-progress': true,
	'agent-background': true,
	progress: true,
	'retry-wait': true,
	'compaction-start': true,
	'compaction-end': true,
	'run-cancelling': true,
	notice: true,
	'session-open': false,
	'sandbox-state': false,
	'queue-change': false,
	'context-use': false,
}
