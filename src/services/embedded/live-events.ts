// Live events of one process: handed from the run to whoever looks on. A reader who does not keep up misses some.

import { Mailbox } from '../../core/async/mailbox.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { LiveEvent, LiveEvents } from '../../core/services/live-events.ts'
import type { TaskId } from '../../core/services/tasks.ts'
import { tenantPath } from './tenant-folders.ts'

type Reader = { mailbox: Mailbox<LiveEvent>; waiting: number }

export function createLiveEvents(): LiveEvents {
	const readers = new Map<string, Set<Reader>>()
	const keyOf = (auth: AuthContext, id: TaskId) => `${tenantPath(auth)}/${id}`
	return {
		publish(auth, id, events) {
			for (const reader of readers.get(keyOf(auth, id)) ?? [])
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
			const mailbox = new Mailbox<LiveEvent>([], () => {
				signal.removeEventListener('abort', close)
				ofTask.delete(reader)
				if (ofTask.size === 0 && readers.get(key) === ofTask) readers.delete(key)
			})
			const reader: Reader = { mailbox, waiting: 0 }
			ofTask.add(reader)
			if (signal.aborted) close()
			else signal.addEventListener('abort', close, { once: true })
			return taken(reader)
		},
	}
}

async function* taken(reader: Reader): AsyncIterable<LiveEvent> {
	for await (const event of reader.mailbox) {
		reader.waiting--
		yield event
	}
}

/** Text comes twenty times a second. */
const MOST_WAITING = 1000
