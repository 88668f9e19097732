// Sessions in PostgreSQL: the same contract as log files, with a fencing token in place of the lock. What one tenant has
// does not exist for another.

import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { agentsOf, byLastUse, selectSession } from '../../../sessions/select.ts'
import type { SessionStore } from '../../../sessions/session-store.ts'
import { claimSession, claimUnderLease, holderOf } from './session-claims.ts'
import { sessionLog } from './session-log.ts'
import { followSession, holdersOf, readPage, readPart, readSession } from './session-reading.ts'
import { notFound, type SessionRow, summariesOf } from './session-rows.ts'
import { type PostgresSessionsDeps, type TenantSessions, tenantSessions } from './tenant-sessions.ts'

/** @param lease - what is opened or made is written under this epoch; left out, opening takes the session up anew */
export function postgresSessions(
	auth: AuthContext,
	deps: PostgresSessionsDeps,
	lease?: number,
): SessionStore {
	const sessions = tenantSessions(auth, deps, lease)
	const claim = (sessionId: SessionId, isNew: boolean) =>
		lease === undefined
			? claimSession(sessions, sessionId, isNew)
			: claimUnderLease(sessions, sessionId, { epoch: lease, isNew })
	const logDeps = { auth, ...deps, isLeased: lease !== undefined }
	const list: SessionStore['list'] = ({ withAgents } = { withAgents: false }) =>
		listSessions(sessions, withAgents)
	return {
		list,
		read: sessionId => readSession(sessions, sessionId),
		create: (sessionId, _cwd) => sessionLog(sessionId, { ...logDeps, take: () => claim(sessionId, true) }),
		async open(sessionId) {
			const epoch = await claim(sessionId, false)
			const envelopes = await readSession(sessions, sessionId)
			const log = sessionLog(sessionId, { ...logDeps, epoch, envelopes })
			return { envelopes, isTail: false, first: envelopes[0], repairs: [], log }
		},
		holder: sessionId => holderOf(sessions, sessionId),
		holders: (sessionId, known, signal) => holdersOf(sessions, sessionId, known, signal),
		follow: (sessionId, signal) => followSession(sessions, sessionId, signal),
		readPart: (sessionId, part) => readPart(sessions, sessionId, part),
		readPage: (sessionId, request) => readPage(sessions, sessionId, request),
		find: selector => findSession(sessions, selector),
		newest: async cwd => (await list()).find(session => session.cwd === cwd)?.sessionId,
		remove: sessionId => removeSession(sessions, sessionId),
	}
}

async function listSessions(
	{ one, tenant }: TenantSessions,
	withAgents: boolean,
): ReturnType<SessionStore['list']> {
	const rows = await one<SessionRow>(
		'select id, summary, size_bytes from keelson.session where app = $1 and usr = $2 and last_seq > 0',
		tenant,
	)
	return rows
		.flatMap(summariesOf)
		.filter(({ delegatedBy }) => withAgents || delegatedBy === undefined)
		.sort(byLastUse)
}

async function findSession(sessions: TenantSessions, selector: string): Promise<SessionId> {
	const { one, tenant } = sessions
	// A task goes on in its session by its id: all that its tenant ever had need not be read for that.
	const [known] = await one<{ id: SessionId }>(
		'select id from keelson.session where app = $1 and usr = $2 and id = $3 and summary is not null',
		[...tenant, selector],
	)
	return known?.id ?? selectSession(selector, await listSessions(sessions, true))
}

async function removeSession(sessions: TenantSessions, sessionId: SessionId): Promise<void> {
	const { auth, tenant, database } = sessions
	if ((await holderOf(sessions, sessionId)) !== undefined)
		throw new AgentError('session-busy', `session ${sessionId} is open; it can be removed once it is closed`)
	const all = [sessionId, ...agentsOf(sessionId, await listSessions(sessions, true))]
	const removed = await database.asTenant(auth, async query => {
		await query('select keelson.memory_forget($1, $2, $3)', [...tenant, all])
		return query('delete from keelson.session where app = $1 and usr = $2 and id = any($3) returning 1', [
			...tenant,
			all,
		])
	})
	if (removed.length === 0) throw notFound(sessionId)
}
