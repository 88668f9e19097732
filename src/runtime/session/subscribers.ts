// Subscribers of a session: each has a queue of its own and sees every envelope once, in order.

import { Mailbox } from '../../core/async/mailbox.ts'
import type { Envelope } from '../../core/events.ts'

export class EventSubscribers {
	private readonly queues = new Set<Mailbox<Envelope>>()

	deliver(envelope: Envelope): void {
		for (const queue of this.queues) queue.put(envelope)
	}

	/** @param backlog - what the reader gets before anything live. The queue opens at once, so nothing falls between. */
	follow(backlog: readonly Envelope[], signal: AbortSignal): AsyncIterable<Envelope> {
		const close = () => queue.close()
		const queue = new Mailbox<Envelope>(backlog, () => {
			signal.removeEventListener('abort', close)
			this.queues.delete(queue)
		})
		this.queues.add(queue)
		if (signal.aborted) close()
		else signal.addEventListener('abort', close, { once: true })
		return queue
	}

	close(): void {
		for (const queue of this.queues) queue.close()
	}
}
