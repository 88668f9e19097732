// The database: a pool of connections to PostgreSQL, transactions in the name of one tenant, and the schema's migrations.

import { setTimeout as pause } from 'node:timers/promises'
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg'
import { AgentError } from '../../../core/errors.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import {
	type DatabasePlace,
	databaseError,
	isPassing,
	nameOf,
	openingError,
	placeOf,
} from './database-errors.ts'
import { MIGRATIONS } from './migrations.ts'

export type Query = <Row extends QueryResultRow>(
	text: string,
	values?: readonly unknown[],
) => Promise<readonly Row[]>

export class Database {
	readonly place: DatabasePlace
	readonly #pool: Pool
	readonly #begin: string

	/**
	 * @param idleMs - a process that is frozen within a transaction keeps its locks for so long, and nobody can take up its
	 * tasks meanwhile
	 * @throws AgentError `usage`
	 */
	constructor(url: string, connections: number, idleMs: number = IDLE_MS) {
		// With each transaction, not with the connection: that may be shared by way of PgBouncer.
		this.#begin = `begin; set local idle_in_transaction_session_timeout = ${idleMs}`
		this.place = placeOf(url)
		this.#pool = new Pool({
			connectionString: url,
			max: connections,
			connectionTimeoutMillis: CONNECT_MS,
			application_name: 'keelson',
			// What does not need the answer before goes out with it.
			pipeline: true,
		})
		// A connection that breaks while nobody uses it is replaced; whoever uses one hears of it.
		this.#pool.on('error', () => undefined)
		// Also in the moment between its being ready and being given to whoever waits for it.
		this.#pool.on('connect', client => client.on('error', () => undefined))
	}

	/** @throws AgentError `storage-failed`, `fenced` */
	query: Query = async (text, values = []) => {
		try {
			const { rows } = await this.#pool.query(text, [...values])
			return rows
		} catch (error) {
			throw databaseError(error)
		}
	}

	/** Nothing of other tenants is there inside; it is all written, or none of it. */
	asTenant<Result>(auth: AuthContext, work: (query: Query) => Promise<Result>): Promise<Result> {
		return this.transaction(work, asTenant(auth))
	}

	/** One statement of its own, which takes one way to the database and back. @throws AgentError `storage-failed` */
	async oneAsTenant<Row extends QueryResultRow>(
		auth: AuthContext,
		text: string,
		values: readonly unknown[],
	): Promise<readonly Row[]> {
		return this.#connected(async connection => {
			// After a statement that failed the transaction is rolled back by its end.
			const [begun, done, ended] = await Promise.allSettled([
				connection.query(`${this.#begin}; ${asTenant(auth)}`),
				connection.query<Row>(text, [...values]),
				connection.query('commit'),
			])
			for (const each of [begun, done, ended]) if (each.status === 'rejected') throw each.reason
			return done.status === 'fulfilled' ? done.value.rows : []
		})
	}

	async transaction<Result>(work: (query: Query) => Promise<Result>, first = ''): Promise<Result> {
		return this.#connected(async connection => {
			const query: Query = async (text, values = []) => (await connection.query(text, [...values])).rows
			// Where it fails, so does whatever comes after it.
			const begun = query(first === '' ? this.#begin : `${this.#begin}; ${first}`)
			begun.catch(() => undefined)
			const result = await work(query)
			await begun
			await query('commit')
			return result
		})
	}

	/** What has failed is rolled back. */
	async #connected<Result>(work: (connection: PoolClient) => Promise<Result>): Promise<Result> {
		let client: PoolClient | undefined
		let broken: Error | undefined
		const breaks = (error: Error) => {
			broken = error
		}
		try {
			client = await this.#pool.connect()
			const connection = client
			// The next query tells of it; without a listener it would end the process.
			connection.on('error', breaks)
			return await work(connection)
		} catch (error) {
			await client?.query('rollback').catch(failure => {
				broken = failure instanceof Error ? failure : new Error(String(failure))
			})
			throw databaseError(error)
		} finally {
			client?.off('error', breaks)
			client?.release(broken)
		}
	}

	/**
	 * Tries again for as long as the database is away, or is being replaced by another one.
	 * @param work - may have happened already although it has thrown
	 * @param until - nobody waits for it any more
	 */
	async patiently<Result>(work: (isAgain: boolean) => Promise<Result>, until: AbortSignal): Promise<Result> {
		const last = Date.now() + PATIENCE_MS
		for (let waitMs = 20, isAgain = false; ; waitMs = Math.min(2 * waitMs, 500), isAgain = true)
			try {
				return await work(isAgain)
			} catch (error) {
				if (!isPassing(error) || until.aborted || Date.now() > last) throw error
				await pause(waitMs, undefined, { signal: until }).catch(() => undefined)
			}
	}

	/**
	 * Looks whether the schema is there and of this version.
	 * @param migrate - brings it to this version; several may try at once
	 * @throws AgentError `config-invalid`, `auth-failed` with what to do, `storage-failed`
	 */
	async prepare(migrate: boolean): Promise<void> {
		try {
			await this.#prepare(migrate)
			await this.#requireTenancy()
		} catch (error) {
			throw openingError(error, this.place)
		}
	}

	async #prepare(migrate: boolean): Promise<void> {
		const [version, queue] = await Promise.all([
			this.#version('keelson.migration'),
			this.#version('keelson_queue.version'),
		])
		const requireKnown = (what: string, found: number, known: number) => {
			if (found <= known) return
			throw new AgentError(
				'config-invalid',
				`the ${nameOf(this.place)} has version ${found} of the ${what}, and this program knows ${known}; use a newer one`,
			)
		}
		requireKnown('schema', version, MIGRATIONS.length)
		requireKnown('queue', queue, QUEUE_VERSION)
		if (version < MIGRATIONS.length) {
			if (!migrate)
				throw new AgentError(
					'config-invalid',
					version === 0
						? `the ${nameOf(this.place)} has no schema yet; start with --migrate once to make it`
						: `the ${nameOf(this.place)} has version ${version} of the schema, ${MIGRATIONS.length} is needed; start with --migrate once`,
				)
			await this.transaction(async query => {
				await query('select pg_advisory_xact_lock($1, $2)', [LOCKS, MIGRATION_LOCK])
				await migrateTo(query, MIGRATIONS)
			})
		}
	}

	async close(): Promise<void> {
		await this.#pool.end()
	}

	/** Row level security does not hold for whoever passes by it. */
	async #requireTenancy(): Promise<void> {
		await this.transaction(async query => {
			await query(`select keelson.as_tenant('', '')`)
			const [row] = await query<{ passes: boolean; name: string }>(
				'select rolsuper or rolbypassrls as passes, rolname as name from pg_roles where rolname = current_user',
			)
			if (row?.passes)
				throw new AgentError(
					'config-invalid',
					`the ${nameOf(this.place)}: ${row.name} is a superuser or has BYPASSRLS, and its tables belong to somebody else: nothing would keep tenants apart; connect as their owner`,
				)
		})
	}

	async #version(table: VersionTable): Promise<number> {
		const [found] = await this.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
			table,
		])
		return found?.there ? versionOf(this.query, table) : 0
	}
}

function asTenant({ app, user }: AuthContext): string {
	return `select keelson.as_tenant(${escapeLiteral(app)}, ${escapeLiteral(user)})`
}

async function migrateTo(query: Query, migrations: readonly string[]): Promise<void> {
	await query('create schema if not exists keelson')
	await query(
		'create table if not exists keelson.migration (version int primary key, at timestamptz not null default now())',
	)
	const from = await versionOf(query, 'keelson.migration')
	for (const [index, step] of migrations.entries()) {
		if (index < from) continue
		await query(step)
		await query('insert into keelson.migration (version) values ($1)', [index + 1])
	}
}

type VersionTable = 'keelson.migration' | 'keelson_queue.version'

async function versionOf(query: Query, table: VersionTable): Promise<number> {
	const [row] = await query<{ version: number }>(
		`select coalesce(max(version), 0)::int as version from ${table}`,
	)
	return row?.version ?? 0
}

const CONNECT_MS = 5_000
/** Within what a machine that froze may take until it is missed. */
const IDLE_MS = 8_000
/** A task is not failed over a database that is replaced by another one; a minute is what that may take. */
const PATIENCE_MS = 60_000
/** Of a row of `server`: its heartbeat has been heard not long ago. */
export const SEEN = `seen_at > now() - interval '12 seconds'`
/** A select of the ids of servers that live, by their locks and their heartbeats. */
export const LIVE_SERVERS = `select s.id from keelson.server s join pg_locks l
	on l.locktype = 'advisory' and l.classid = 7332 and l.objid = s.lock_key and l.granted
	and l.database = (select oid from pg_database where datname = current_database())
	where s.${SEEN}`

/** The first half of our advisory locks; the second is a server's, or 0 for migrations. */
export const LOCKS = 7332
const MIGRATION_LOCK = 0
/** Of the tables of pg-boss, which brings older ones up to date by itself and says nothing of newer ones. */
export const QUEUE_VERSION = 43
