// The server's own connection: it holds the advisory lock by which others see that this process lives, and hears what
// they notify. When it breaks, what ran under it ends, and the server comes back under a new name.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { AgentError, messageOf } from '../../core/errors.ts'
import { LOCKS } from './database.ts'
import type { Wakes } from './wakes.ts'

export type ServerConnectionDeps = {
	url: string
	/** For people; a new id is made of it for each connection. */
	name: string
	wakes: Wakes
	/** A notice with something in it. */
	heard(payload: string): void
	/** For whoever runs the program. */
	warn(text: string): void
}

/** `signal` fires when the connection is gone: nobody knows any more that we live. */
export type Presence = { server: string; signal: AbortSignal }

type Open = { client: Client; presence: Presence; lost: AbortController; heartbeat: NodeJS.Timeout }

export class ServerConnection {
	readonly #deps: ServerConnectionDeps
	#open: Open | undefined
	#opening: Promise<Presence> | undefined
	readonly #stop = new AbortController()

	constructor(deps: ServerConnectionDeps) {
		this.#deps = deps
	}

	/** Waits for as long as the database is away. @throws AgentError `cancelled` once it is closed */
	async present(): Promise<Presence> {
		if (this.#open) return this.#open.presence
		this.#opening ??= this.#connectAgain().finally(() => {
			this.#opening = undefined
		})
		return this.#opening
	}

	/** @throws AgentError `storage-failed` when the database cannot be reached now */
	async first(): Promise<Presence> {
		return this.#open?.presence ?? this.#connect()
	}

	async close(): Promise<void> {
		this.#stop.abort()
		await this.#opening?.catch(() => undefined)
		const open = this.#open
		if (!open) return
		await open.client
			.query('delete from keelson.server where id = $1', [open.presence.server])
			.catch(() => undefined)
		this.#lose(open)
	}

	async #connectAgain(): Promise<Presence> {
		let told = false
		for (;;) {
			if (this.#stop.signal.aborted) throw new AgentError('cancelled', 'the server is closing')
			try {
				const presence = await this.#connect()
				if (told) this.#deps.warn('the database is back')
				this.#deps.wakes.wakeAll()
				return presence
			} catch (error) {
				if (!told) this.#deps.warn(`the database is away: ${messageOf(error)}; trying again`)
				told = true
				await pause(AGAIN_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined)
			}
		}
	}

	async #connect(): Promise<Presence> {
		const client = new Client({
			connectionString: this.#deps.url,
			application_name: `keelson ${this.#deps.name}`,
			connectionTimeoutMillis: ANSWER_MS,
			query_timeout: ANSWER_MS,
			keepAlive: true,
		})
		const server = `${this.#deps.name}-${randomUUID().slice(0, 8)}`
		client.on('error', () => this.#loseClient(client))
		client.on('end', () => this.#loseClient(client))
		client.on('notification', ({ payload = '' }) => {
			if (payload.startsWith('l ')) this.#deps.heard(payload)
			else this.#deps.wakes.wake(payload)
		})
		try {
			await client.connect()
			await client.query('listen keelson')
			const { rows } = await client.query<{ lock_key: number }>(
				'insert into keelson.server (id) values ($1) returning lock_key',
				[server],
			)
			await client.query('select pg_advisory_lock($1, $2)', [LOCKS, rows[0]?.lock_key])
		} catch (error) {
			await client.end().catch(() => undefined)
			throw new AgentError('storage-failed', `the database cannot be reached: ${reasonOf(error)}`, {
				cause: error,
			})
		}
		const lost = new AbortController()
		const heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS)
		heartbeat.unref()
		this.#open = { client, presence: { server, signal: lost.signal }, lost, heartbeat }
		return this.#open.presence
	}

	/** Whoever slept too long is taken for dead, and finds its name gone. */
	async #beat(): Promise<void> {
		const open = this.#open
		if (!open) return
		try {
			const { rowCount } = await open.client.query(
				'update keelson.server set seen_at = now() where id = $1',
				[open.presence.server],
			)
			if (rowCount === 0) this.#lose(open)
		} catch {
			this.#lose(open)
		}
	}

	#loseClient(client: Client): void {
		if (this.#open?.client === client) this.#lose(this.#open)
	}

	#lose(open: Open): void {
		if (this.#open === open) this.#open = undefined
		clearInterval(open.heartbeat)
		open.lost.abort()
		void open.client.end().catch(() => undefined)
		if (!this.#stop.signal.aborted) void this.present().catch(() => undefined)
	}
}

/** A refused connection to several addresses has no words of its own. */
function reasonOf(error: unknown): string {
	if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
	return messageOf(error)
}

const AGAIN_MS = 500
const ANSWER_MS = 5_000
/** Two may be missed before the sweep takes a server for dead. */
const HEARTBEAT_MS = 4_000
