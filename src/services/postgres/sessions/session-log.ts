// The log of one session in PostgreSQL: what is appended goes out in order, under the epoch that says who may write.

import type { SessionId } from '../../../core/ids.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { encode } from '../../../sessions/codec.ts'
import { type SummaryState, summarize } from '../../../sessions/folds/summary.ts'
import type { SessionLog, StoredEnvelope } from '../../../sessions/session-store.ts'
import type { Database } from '../database/database.ts'
import type { Notices } from '../database/notices.ts'
import type { PostgresConnection } from '../database/server-connection.ts'

export type LogDeps = {
	auth: AuthContext
	database: Database
	connection: PostgresConnection
	notices: Notices
	epoch?: number
	/** Its end is not the end of the lease. */
	isLeased?: boolean
	/** What it holds already. */
	envelopes?: readonly StoredEnvelope[]
	/** Makes the session, when something is first written. */
	take?(): Promise<number>
}

export function sessionLog(
	sessionId: SessionId,
	{ auth, database, connection, notices, epoch: given, isLeased, envelopes = [], take }: LogDeps,
): SessionLog {
	let epoch = given
	let summary = envelopes.reduce<SummaryState | undefined>(summarize, undefined)
	let writing: Promise<unknown> = Promise.resolve()
	const write = async (added: readonly StoredEnvelope[]): Promise<void> => {
		epoch ??= await take?.()
		const after = added.reduce<SummaryState | undefined>(summarize, summary)
		await database.patiently(async isAgain => {
			// Only the answer may have been lost.
			if (!isAgain || !(await isStored(added))) await append(added, after)
		}, connection.lost)
		notices.tell(`s ${auth.app} ${auth.user} ${sessionId}`)
		summary = after
	}
	const isStored = async (added: readonly StoredEnvelope[]) => {
		const found = await database.oneAsTenant(
			auth,
			'select 1 from keelson.event where app = $1 and usr = $2 and session_id = $3 and epoch = $4 and num = $5',
			[auth.app, auth.user, sessionId, epoch, added.at(-1)?.seq],
		)
		return found.length > 0
	}
	const append = (added: readonly StoredEnvelope[], after: SummaryState | undefined) =>
		database.query('select keelson.append($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
			auth.app,
			auth.user,
			sessionId,
			epoch,
			added.map(({ seq }) => seq),
			added.map(({ runId }) => runId ?? null),
			added.map(({ event }) => event.type),
			added.map(encode),
			JSON.stringify(after),
		])
	return {
		sessionId,
		append(added) {
			const written = writing.then(() => write(added))
			writing = written.catch(() => undefined)
			return written
		},
		async close() {
			await writing
			if (epoch === undefined || isLeased) return
			await database
				.oneAsTenant(
					auth,
					'update keelson.session set owner = null, pid = null where app = $1 and usr = $2 and id = $3 and epoch = $4',
					[auth.app, auth.user, sessionId, epoch],
				)
				// Nobody can write to it any more anyway, and its server's lock says when it is free.
				.catch(() => undefined)
		},
	}
}
