// Notices to all servers, sent beside the transactions they tell of. PostgreSQL lets only one transaction with a notice in
// it be written to the disk at a time, for all of the database; one that holds nothing else costs no write.

import type { Query } from './database.ts'
import type { WakeKey, Wakes } from './wakes.ts'

export class Notices {
	readonly #query: Query
	readonly #wakes: Wakes
	readonly #waiting = new Set<WakeKey>()
	#sending: Promise<void> | undefined

	constructor(query: Query, wakes: Wakes) {
		this.#query = query
		this.#wakes = wakes
	}

	/** After what it tells of is committed. One that is lost with its server is made up for: whoever waits also looks. */
	tell(...keys: readonly WakeKey[]): void {
		for (const key of keys) {
			this.#wakes.wake(key)
			this.#waiting.add(key)
		}
		this.#sending ??= this.#send()
	}

	/** Resolves when all that was told is sent. */
	async sent(): Promise<void> {
		await this.#sending
	}

	async #send(): Promise<void> {
		while (this.#waiting.size > 0) {
			const keys = [...this.#waiting]
			this.#waiting.clear()
			// While the database is away nobody could be told; all look when it is back.
			await this.#query(`select pg_notify('keelson', k) from unnest($1::text[]) k`, [keys]).catch(
				() => undefined,
			)
		}
		this.#sending = undefined
	}
}
