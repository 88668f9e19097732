// The server's own connection: it holds the advisory lock by which others see that this process lives, and hears what
// they notify. When it breaks, what ran under it ends, and the server comes back under a new name.

import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { type Database, LOCKS, SEEN } from './database.ts'
import { nameOf, openingError, placeOf } from './database-errors.ts'
import type { Wakes } from './wakes.ts'

export type ServerConnectionDeps = {
	url: string
	/** For people; a new id is made of it for each connection. */
	name: string
	wakes: Wakes
	/** A notice of another server. @returns false for one that somebody here may wait for */
	heard(payload: string): boolean
	/** Notices come from now on. */
	connected(): void
	/** Whether it was this server that told something, over that connection. */
	isOwn(backend: number): boolean
	/** For whoever runs the program. */
	warn(text: string): void
}

/** `signal` fires when the connection is gone: nobody knows any more that we live. */
export type Presence = { server: string; signal: AbortSignal }

type Open = {
	client: Client
	socket: Socket
	lock: number
	presence: Presence
	lost: AbortController
	heartbeat: NodeJS.Timeout
}

export class PostgresConnection {
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

	/** Fires when the connection is gone that is there now; has fired while there is none. */
	get lost(): AbortSignal {
		return this.#open?.presence.signal ?? AbortSignal.abort()
	}

	/**
	 * A pooler that gives each transaction another connection takes locks and notices away without a word.
	 * @throws AgentError `config-invalid`
	 */
	async requireOwn(database: Database): Promise<void> {
		const { client, socket } = this.#open ?? {}
		if (!client || !socket || (await isDirect(client, socket))) return
		const backend = async () => (await client.query<{ pid: number }>(PID)).rows[0]?.pid
		const own = await backend()
		const isShared = (held: number): Promise<boolean> =>
			database.transaction(async query => {
				const [other] = await query<{ pid: number }>(PID)
				// While others are held, a pooler that has lent ours out has to find us another.
				if (other?.pid === own || (await backend()) !== own) return true
				return held < MOST_HELD && isShared(held + 1)
			})
		const isEverShared = async (): Promise<boolean> => {
			// It may have others that are idle, and give those first.
			for (let round = 0; round < ROUNDS; round++) if (await isShared(1)) return true
			return false
		}
		if (await isEverShared())
			throw new AgentError(
				'config-invalid',
				`the ${nameOf(database.place)} is behind a pooler in transaction mode (PgBouncer: pool_mode=transaction), where notices and session locks are lost; connect to PostgreSQL itself, or to a pool with pool_mode=session`,
			)
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
		const socket = new Socket()
		const client = new Client({
			connectionString: this.#deps.url,
			stream: () => socket,
			application_name: `keelson ${this.#deps.name}`,
			connectionTimeoutMillis: ANSWER_MS,
			query_timeout: ANSWER_MS,
			keepAlive: true,
		})
		const server = `${this.#deps.name}-${randomUUID().slice(0, 8)}`
		client.on('error', () => this.#loseClient(client))
		client.on('end', () => this.#loseClient(client))
		client.on('notification', ({ payload = '', processId }) => {
			// What this server tells the others it knows already.
			if (this.#deps.isOwn(processId)) return
			if (!this.#deps.heard(payload)) this.#deps.wakes.wake(payload)
		})
		let lock = 0
		try {
			await client.connect()
			await client.query('listen keelson')
			const { rows } = await client.query<{ lock_key: number }>(
				'insert into keelson.server (id) values ($1) returning lock_key',
				[server],
			)
			lock = rows[0]?.lock_key ?? 0
			await client.query('select pg_advisory_lock($1, $2)', [LOCKS, lock])
		} catch (error) {
			await client.end().catch(() => undefined)
			throw openingError(error, placeOf(this.#deps.url))
		}
		const lost = new AbortController()
		const heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS)
		heartbeat.unref()
		this.#open = { client, socket, lock, presence: { server, signal: lost.signal }, lost, heartbeat }
		this.#deps.connected()
		return this.#open.presence
	}

	/** Whoever slept too long is taken for dead by the others, and is so: what it had is somebody else's. */
	async #beat(): Promise<void> {
		const open = this.#open
		if (!open) return
		try {
			const { rowCount } = await open.client.query(BEAT, [open.presence.server, LOCKS, open.lock])
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

/** The server sees the port that we speak from: nothing that could lend the connection to others stands between. */
async function isDirect(client: Client, { localPort }: Socket): Promise<boolean> {
	const { rows } = await client.query<{ port: number | null }>('select inet_client_port() as port')
	const port = rows[0]?.port ?? undefined
	return port !== undefined && port === localPort
}

const PID = 'select pg_backend_pid() as pid'
const BEAT = `update keelson.server set seen_at = now() where id = $1 and ${SEEN} and exists (
	select from pg_locks where locktype = 'advisory' and classid = $2 and objid = $3 and pid = pg_backend_pid())`
const MOST_HELD = 3
const ROUNDS = 10
const AGAIN_MS = 500
const ANSWER_MS = 5_000
/** Two may be missed before the sweep takes a server for dead. */
const HEARTBEAT_MS = 4_000
