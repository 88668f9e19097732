// Notices to all servers, sent beside the transactions they tell of. PostgreSQL lets only one transaction with a notice in
// it be written to the disk at a time, for all of the database; one that holds nothing else costs no write.

import { setTimeout as pause } from 'node:timers/promises'
import type { WakeKey, Wakes } from './wakes.ts'

export class Notices {
	readonly #send: (keys: readonly WakeKey[]) => Promise<void>
	readonly #wakes: Wakes
	readonly #waiting = new Set<WakeKey>()
	readonly #closing = new AbortController()
	#sending: Promise<void> | undefined

	/** @param send - tells all servers but this one */
	constructor(send: (keys: readonly WakeKey[]) => Promise<void>, wakes: Wakes) {
		this.#send = send
		this.#wakes = wakes
	}

	/** After what it tells of is committed. One that is lost with its server is made up for: whoever waits also looks. */
	tell(...keys: readonly WakeKey[]): void {
		for (const key of keys) {
			this.#wakes.wake(key)
			this.#waiting.add(key)
		}
		this.#sending ??= this.#sendAll()
	}

	/** Resolves when all that was told is sent, or cannot be sent now. */
	async close(): Promise<void> {
		this.#closing.abort()
		await this.#sending
	}

	async #sendAll(): Promise<void> {
		while (this.#waiting.size > 0) {
			const keys = [...this.#waiting]
			this.#waiting.clear()
			try {
				await this.#send(keys)
			} catch {
				// Only our connection may be gone: the others wait for it.
				if (this.#closing.signal.aborted) break
				for (const key of keys) this.#waiting.add(key)
				await pause(AGAIN_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined)
			}
		}
		this.#sending = undefined
	}
}

const AGAIN_MS = 200
