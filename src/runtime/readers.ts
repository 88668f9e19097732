// Everyone who follows a session: each reader has a mailbox of its own and sees every envelope once, in order.

import type { Envelope } from '../core/events.ts'

export class Readers {
	private readonly mailboxes = new Set<Mailbox>()

	deliver(envelope: Envelope): void {
		for (const mailbox of this.mailboxes) mailbox.put(envelope)
	}

	/** @param backlog - what the reader gets before anything live. The mailbox opens at once, so nothing falls between. */
	follow(backlog: readonly Envelope[], signal: AbortSignal): AsyncIterable<Envelope> {
		const mailbox = new Mailbox(backlog)
		this.mailboxes.add(mailbox)
		return this.read(mailbox, signal)
	}

	private async *read(mailbox: Mailbox, signal: AbortSignal): AsyncIterable<Envelope> {
		const close = () => mailbox.close()
		signal.addEventListener('abort', close, { once: true })
		try {
			if (!signal.aborted) yield* mailbox.drain()
		} finally {
			signal.removeEventListener('abort', close)
			this.mailboxes.delete(mailbox)
		}
	}

	close(): void {
		for (const mailbox of this.mailboxes) mailbox.close()
	}
}

class Mailbox {
	private letters: Envelope[]
	private isClosed = false
	private wake: (() => void) | undefined

	constructor(backlog: readonly Envelope[]) {
		this.letters = [...backlog]
	}

	put(envelope: Envelope): void {
		this.letters.push(envelope)
		this.wake?.()
	}

	close(): void {
		this.isClosed = true
		this.wake?.()
	}

	async *drain(): AsyncIterable<Envelope> {
		for (;;) {
			const letters = this.letters
			this.letters = []
			yield* letters
			if (this.letters.length > 0) continue
			if (this.isClosed) return
			await new Promise<void>(resolve => {
				this.wake = resolve
			})
			this.wake = undefined
		}
	}
}
