// The database: a pool of connections to PostgreSQL, transactions in the name of one tenant, and the schema's migrations.

import { Pool, type PoolClient, type QueryResultRow } from 'pg'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import { MIGRATIONS } from './migrations.ts'

export type Query = <Row extends QueryResultRow>(
	text: string,
	values?: readonly unknown[],
) => Promise<readonly Row[]>

export class Database {
	readonly url: string
	readonly #pool: Pool

	constructor(url: string, connections: number) {
		this.url = url
		this.#pool = new Pool({
			connectionString: url,
			max: connections,
			connectionTimeoutMillis: CONNECT_MS,
			application_name: 'keelson',
		})
		// A connection that breaks while nobody uses it is replaced; whoever uses one hears of it.
		this.#pool.on('error', () => undefined)
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
		return this.transaction(async query => {
			await query('select keelson.as_tenant($1, $2)', [auth.app, auth.user])
			return work(query)
		})
	}

	async transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
		let client: PoolClient | undefined
		let broken: Error | undefined
		try {
			client = await this.#pool.connect()
			const connection = client
			const query: Query = async (text, values = []) => (await connection.query(text, [...values])).rows
			await query('begin')
			const result = await work(query)
			await query('commit')
			return result
		} catch (error) {
			await client?.query('rollback').catch(failure => {
				broken = failure instanceof Error ? failure : new Error(String(failure))
			})
			throw databaseError(error)
		} finally {
			client?.release(broken)
		}
	}

	/**
	 * Looks whether the schema is there and of this version.
	 * @param migrate - brings it to this version; several may try at once
	 * @throws AgentError `config-invalid` with what to do
	 */
	async prepare(migrate: boolean): Promise<void> {
		const version = await this.#version()
		if (version > MIGRATIONS.length)
			throw new AgentError(
				'config-invalid',
				`the database has version ${version} of the schema, and this program knows ${MIGRATIONS.length}; use a newer one`,
			)
		if (version < MIGRATIONS.length) {
			if (!migrate)
				throw new AgentError(
					'config-invalid',
					version === 0
						? 'the database has no schema yet; start with --migrate once to make it'
						: `the database has version ${version} of the schema, ${MIGRATIONS.length} is needed; start with --migrate once`,
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

	async #version(): Promise<number> {
		const [found] = await this.query<{ there: boolean }>(
			`select to_regclass('keelson.migration') is not null as there`,
		)
		return found?.there ? versionOf(this.query) : 0
	}
}

async function migrateTo(query: Query, migrations: readonly string[]): Promise<void> {
	await query('create schema if not exists keelson')
	await query(
		'create table if not exists keelson.migration (version int primary key, at timestamptz not null default now())',
	)
	const from = await versionOf(query)
	for (const [index, step] of migrations.entries()) {
		if (index < from) continue
		await query(step)
		await query('insert into keelson.migration (version) values ($1)', [index + 1])
	}
}

async function versionOf(query: Query): Promise<number> {
	const [row] = await query<{ version: number }>(
		'select coalesce(max(version), 0)::int as version from keelson.migration',
	)
	return row?.version ?? 0
}

/** @throws nothing: what has gone wrong, in our words */
export function databaseError(error: unknown): AgentError {
	if (error instanceof AgentError) return error
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	if (code === 'KE001')
		return new AgentError('fenced', `somebody else has taken this session up: ${messageOf(error)}`)
	return new AgentError('storage-failed', `the database: ${messageOf(error) || code}`, { cause: error })
}

const CONNECT_MS = 5_000
/** A select of the ids of servers that live, by their locks and their heartbeats. */
export const LIVE_SERVERS = `select s.id from keelson.server s join pg_locks l
	on l.locktype = 'advisory' and l.classid = 7332 and l.objid = s.lock_key and l.granted
	and l.database = (select oid from pg_database where datname = current_database())
	where s.seen_at > now() - interval '12 seconds'`

/** The first half of our advisory locks; the second is a server's, or 0 for migrations. */
export const LOCKS = 7332
const MIGRATION_LOCK = 0
