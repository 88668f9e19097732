// Notices to all servers, sent beside the transactions they tell of. PostgreSQL lets only one transaction with a notice in
// it be written to the disk at a time, for all of the database; one that holds nothing else costs no write.

import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
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

/**
 * Tells all other servers, over a connection of its own: what lives on the other one, the heartbeat, never waits behind
 * notices, and what this server has told is known when it comes back.
 */
export class Teller {
	readonly #options: { url: string; name: string }
	#client: Promise<Client> | undefined
	/** Of the connections that were had last. */
	#backends: readonly number[] = []

	constructor(options: { url: string; name: string }) {
		this.#options = options
	}

	/** @throws when it could not be told */
	async notify(payloads: readonly string[]): Promise<void> {
		this.#client ??= this.#connect()
		const connecting = this.#client
		try {
			const client = await connecting
			await client.query(`select pg_notify('keelson', p) from unnest($1::text[]) p`, [[...payloads]])
		} catch (error) {
			if (this.#client === connecting) await this.close()
			throw error
		}
	}

	isOwn(backend: number): boolean {
		return this.#backends.includes(backend)
	}

	async close(): Promise<void> {
		const client = await this.#client?.catch(() => undefined)
		this.#client = undefined
		await client?.end().catch(() => undefined)
	}

	async #connect(): Promise<Client> {
		const { url, name } = this.#options
		const client = new Client({
			connectionString: url,
			application_name: `keelson ${name} tells`,
			connectionTimeoutMillis: ANSWER_MS,
			query_timeout: ANSWER_MS,
			keepAlive: true,
			pipeline: true,
		})
		// The next notice finds it gone.
		client.on('error', () => undefined)
		try {
			await client.connect()
			const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
			this.#backends = [...this.#backends, ...rows.map(({ pid }) => pid)].slice(-MOST_BACKENDS)
		} catch (error) {
			await client.end().catch(() => undefined)
			throw error
		}
		return client
	}
}

const AGAIN_MS = 200
const ANSWER_MS = 15_000
const MOST_BACKENDS = 3
