// Subscribers of a session: each has a mailbox of its own and sees every envelope once, in order.

import { Mailbox } from '../../core/async/mailbox.ts'
import type { Envelope } from '../../core/events.ts'

export class Readers {
	private readonly mailboxes = new Set<Mailbox<Envelope>>()

	deliver(envelope: Envelope): void {
		for (const mailbox of this.mailboxes) mailbox.put(envelope)
	}

	/** @param backlog - what the reader gets before anything live. The mailbox opens at once, so nothing falls between. */
	follow(backlog: readonly Envelope[], signal: AbortSignal): AsyncIterable<Envelope> {
		const close = () => mailbox.close()
		const mailbox = new Mailbox<Envelope>(backlog, () => {
			signal.removeEventListener('abort', close)
			this.mailboxes.delete(mailbox)
		})
		this.mailboxes.add(mailbox)
		if (signal.aborted) close()
		else signal.addEventListener('abort', close, { once: true })
		return mailbox
	}

	close(): void {
		for (const mailbox of this.mailboxes) mailbox.close()
	}
}
