// What a PostgreSQL was asked: how often each statement came, and what it cost there.

import { Client } from 'pg'
import { parentOf } from './machine.ts'

export type StatementCount = { text: string; calls: number; ms: number; walBytes: number }

/** @param url - of a superuser, in a database with `pg_stat_statements` */
export async function countStatements(url: string): Promise<{
	begin(): Promise<void>
	/** The process that all others of it come from. */
	postmaster: number
	/** Since it was begun, the most expensive first. */
	read(): Promise<readonly StatementCount[]>
	close(): Promise<void>
}> {
	const client = new Client({ connectionString: url, application_name: 'bench' })
	await client.connect()
	const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
	return {
		postmaster: await parentOf(own[0]!.pid),
		async begin() {
			await client.query('select pg_stat_statements_reset()')
		},
		async read() {
			const { rows } = await client.query<{ text: string; calls: string; ms: number; wal: string }>(
				`select query as text, sum(calls) as calls, sum(total_exec_time) as ms, sum(wal_bytes) as wal
					from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
						and query not like '%pg_stat_statements%' group by query order by ms desc`,
			)
			return rows.map(({ text, calls, ms, wal }) => ({
				text: text.replaceAll(/\s+/g, ' ').trim(),
				calls: Number(calls),
				ms,
				walBytes: Number(wal),
			}))
		},
		close: () => client.end(),
	}
}

/** Messages to the database that were waited for. What a transaction begins with goes out as one. */
export function messagesOf(counts: readonly StatementCount[]): number {
	return counts.reduce((sum, { text, calls }) => (WITH_BEGIN.test(text) ? sum : sum + calls), 0)
}

/** One line per statement: calls for one of `units`, milliseconds for one, bytes of WAL for one. */
export function statementTable(counts: readonly StatementCount[], units: number): string {
	return counts
		.filter(({ calls, ms }) => calls / units >= 0.05 || ms > 100)
		.map(
			({ text, calls, ms, walBytes }) =>
				`${(calls / units).toFixed(2).padStart(8)} × ${(ms / units).toFixed(3).padStart(8)} ms ${Math.round(
					walBytes / units,
				)
					.toString()
					.padStart(7)} B  ${text.slice(0, 110)}`,
		)
		.join('\n')
}

const WITH_BEGIN = /^(?:set local idle_in_transaction|select keelson\.as_tenant)/i
