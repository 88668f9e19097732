// Claims of sessions: who has one open, and under which epoch it may be written to. A fencing token in the place of a lock.

import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import { LIVE_SERVERS, type Query } from '../database/database.ts'
import { notFound } from './session-rows.ts'
import type { TenantSessions } from './tenant-sessions.ts'

/** @returns the process that has it open, on a server that lives */
export async function holderOf(
	{ one, tenant }: TenantSessions,
	sessionId: SessionId,
): Promise<number | undefined> {
	const [row] = await one<{ pid: number }>(
		`select pid from keelson.session
			where app = $1 and usr = $2 and id = $3 and owner in (${LIVE_SERVERS})`,
		[...tenant, sessionId],
	)
	return row?.pid
}

/** @returns the epoch it may be written under from now on @throws AgentError `session-busy`, `session-not-found` */
export async function claimSession(
	{ auth, tenant, database, connection }: TenantSessions,
	sessionId: SessionId,
	isNew: boolean,
): Promise<number> {
	const { server } = await connection.present()
	return database.asTenant(auth, async query => {
		if (isNew) await insert(query, [...tenant, sessionId])
		const [row] = await query<{ last_seq: string; isOpen: boolean }>(
			`select last_seq, coalesce(owner in (${LIVE_SERVERS}), false) as "isOpen"
				from keelson.session where app = $1 and usr = $2 and id = $3 for update`,
			[...tenant, sessionId],
		)
		if (!row) throw notFound(sessionId)
		if (row.isOpen)
			throw new AgentError('session-busy', `session ${sessionId} is open already; --fork goes on in a copy`)
		if (isNew && Number(row.last_seq) > 0)
			throw new AgentError('storage-failed', `session ${sessionId} is there already`)
		const [claimed] = await query<{ claim: string }>('select keelson.claim($1, $2, $3, $4, $5)', [
			...tenant,
			sessionId,
			server,
			process.pid,
		])
		return Number(claimed?.claim)
	})
}

/** Whoever has the lease of a task has claimed its session with it; this only says so where nobody has yet. */
export function claimUnderLease(
	{ auth, tenant, database, connection }: TenantSessions,
	sessionId: SessionId,
	{ epoch, isNew }: { epoch: number; isNew: boolean },
): Promise<number> {
	const claim = () =>
		database.asTenant(auth, async query => {
			if (isNew) await insert(query, [...tenant, sessionId])
			await query(
				'update keelson.session set epoch = $4 where app = $1 and usr = $2 and id = $3 and epoch < $4',
				[...tenant, sessionId, epoch],
			)
			return epoch
		})
	return database.patiently(claim, connection.lost)
}

async function insert(query: Query, id: readonly string[]): Promise<void> {
	await query('insert into keelson.session (app, usr, id) values ($1, $2, $3) on conflict do nothing', id)
}
