// Live events of one process: handed from the run to whoever looks on. A reader who does not keep up misses some.

import { Mailbox } from '../../core/async/mailbox.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { LiveEvent, LiveEvents } from '../../core/services/live-events.ts'
import type { TaskId } from '../../core/services/tasks.ts'
import { tenantPath } from './tenant-folders.ts'

type LiveReader = { mailbox: Mailbox<LiveEvent>; waiting: number }

export type LocalLiveEvents = LiveEvents & {
	/** What was shown since the last stored envelope, where it is still known. */
	recent(auth: AuthContext, id: TaskId): readonly LiveEvent[]
}

export function createLiveEvents(): LocalLiveEvents {
	const readers = new Map<string, Set<LiveReader>>()
	/** Of each task: what was shown since its last stored envelope, for whoever comes in the middle of it. */
	const recent = new Map<string, readonly LiveEvent[]>()
	const keyOf = (auth: AuthContext, id: TaskId) => `${tenantPath(auth)}/${id}`
	return {
		recent: (auth, id) => recent.get(keyOf(auth, id)) ?? [],
		publish(auth, id, events) {
			const key = keyOf(auth, id)
			const shown = events.reduce(withEvent, recent.get(key) ?? [])
			// The tasks heard of last are kept; an ended one is heard of no more.
			recent.delete(key)
			recent.set(key, shown)
			if (recent.size > MOST_TASKS) recent.delete(recent.keys().next().value!)
			for (const reader of readers.get(key) ?? [])
				for (const event of events) {
					if (reader.waiting >= MOST_WAITING) continue
					reader.waiting++
					reader.mailbox.put(event)
				}
		},
		// Not a generator: nothing is missed from the moment of the call.
		follow(auth, id, signal) {
			const key = keyOf(auth, id)
			const ofTask = readers.get(key) ?? new Set()
			readers.set(key, ofTask)
			const close = () => reader.mailbox.close()
			const before = recent.get(key) ?? []
			const mailbox = new Mailbox<LiveEvent>(before, () => {
				signal.removeEventListener('abort', close)
				ofTask.delete(reader)
				if (ofTask.size === 0 && readers.get(key) === ofTask) readers.delete(key)
			})
			const reader: LiveReader = { mailbox, waiting: before.length }
			ofTask.add(reader)
			if (signal.aborted) close()
			else signal.addEventListener('abort', close, { once: true })
			return taken(reader)
		},
	}
}

async function* taken(reader: LiveReader): AsyncIterable<LiveEvent> {
	for await (const event of reader.mailbox) {
		reader.waiting--
		yield event
	}
}

function withEvent(shown: readonly LiveEvent[], event: LiveEvent): readonly LiveEvent[] {
	const last = shown.at(-1)
	if (!last || last.after !== event.after) return [event]
	const [earlier, later] = [last.envelope.event, event.envelope.event]
	// A message's text so far is one piece.
	if (earlier.type === 'text-delta' && later.type === 'text-delta') {
		const envelope = { ...event.envelope, event: { ...later, text: earlier.text + later.text } }
		return [...shown.slice(0, -1), { after: event.after, envelope }]
	}
	return [...shown, event].slice(-MOST_RECENT)
}

/** Pieces beside the text. */
const MOST_RECENT = 50
const MOST_TASKS = 64

/** Text comes twenty times a second. */
const MOST_WAITING = 1000
