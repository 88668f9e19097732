// Reading a session: whole, in parts, in pages, and on while somebody writes to it.

import type { SessionId } from '../../../core/ids.ts'
import type { LogPage, LogPageRequest } from '../../../core/runtime-port.ts'
import type { FollowedLog, LogPart, StoredEnvelope } from '../../../sessions/session-store.ts'
import { holderOf } from './session-claims.ts'
import { decoded, type EventRow, entriesOf, notFound, partCondition, placeOf } from './session-rows.ts'
import type { TenantSessions } from './tenant-sessions.ts'

/** @throws AgentError `session-not-found` */
export async function readSession(
	sessions: TenantSessions,
	sessionId: SessionId,
): Promise<readonly StoredEnvelope[]> {
	const { database, connection } = sessions
	const envelopes = decoded(await database.patiently(() => after(sessions, sessionId, 0), connection.lost))
	if (envelopes.length === 0) throw notFound(sessionId)
	return envelopes
}

export async function readPart(
	{ one, tenant }: TenantSessions,
	sessionId: SessionId,
	part: LogPart,
): Promise<readonly StoredEnvelope[]> {
	const [condition, value] = partCondition(part)
	const rows = await one<{ body: string }>(
		`select body from (
				select seq, num, type, body,
					sum(octet_length(body)) over (order by seq desc) as bytes_to_end
				from keelson.event where app = $1 and usr = $2 and session_id = $3) e
			where ${condition} order by seq`,
		[...tenant, sessionId, value],
	)
	return decoded(rows)
}

export async function readPage(
	{ auth, tenant, database }: TenantSessions,
	sessionId: SessionId,
	request: LogPageRequest,
): Promise<LogPage> {
	const isAfter = 'after' in request
	const from = isAfter ? request.after : (request.before ?? Number.MAX_SAFE_INTEGER)
	const [found, [ends]] = await database.asTenant(auth, async query => [
		await query<EventRow>(
			`select seq, body from keelson.event
				where app = $1 and usr = $2 and session_id = $3 and seq ${isAfter ? '>=' : '<'} $4
				order by seq ${isAfter ? '' : 'desc'} limit ${PAGE_EVENTS}`,
			[...tenant, sessionId, from],
		),
		await query<{ first: string | null; last: string | null }>(
			`select min(seq) as first, max(seq) as last from keelson.event
				where app = $1 and usr = $2 and session_id = $3`,
			[...tenant, sessionId],
		),
	])
	const rows = isAfter ? found : found.toReversed()
	const start = rows[0] ? Number(rows[0].seq) : from
	const end = rows.length > 0 ? placeOf(rows, from) + 1 : from
	return {
		entries: entriesOf(rows),
		start,
		end,
		isFirst: start <= Number(ends?.first ?? start),
		isLast: end > Number(ends?.last ?? 0),
	}
}

/** @throws AgentError `session-not-found` */
export async function followSession(
	sessions: TenantSessions,
	sessionId: SessionId,
	signal: AbortSignal,
): Promise<FollowedLog> {
	const { database } = sessions
	const rows = await after(sessions, sessionId, 0)
	if (rows.length === 0) throw notFound(sessionId)
	async function* appended() {
		// Only whoever begins to read also ends; it looks once before it waits.
		const wake = wakeOf(sessions, sessionId)
		try {
			for (let cursor = placeOf(rows, 0); !signal.aborted; ) {
				const more = await database.patiently(() => after(sessions, sessionId, cursor), signal)
				if (more.length > 0) yield decoded(more)
				cursor = placeOf(more, cursor)
				await wake.quietly(signal)
			}
		} finally {
			wake.stop()
		}
	}
	return { envelopes: decoded(rows), isTail: false, appended: appended() }
}

/** @param known - what has been told already */
export async function* holdersOf(
	sessions: TenantSessions,
	sessionId: SessionId,
	known: number | undefined,
	signal: AbortSignal,
): AsyncGenerator<number | undefined> {
	const wake = wakeOf(sessions, sessionId)
	try {
		for (let last = known; !signal.aborted; ) {
			const holder = await holderOf(sessions, sessionId)
			if (signal.aborted) return
			if (holder !== last) yield holder
			last = holder
			await wake.next(LOOK_MS, signal)
		}
	} finally {
		wake.stop()
	}
}

function after(
	{ one, tenant }: TenantSessions,
	sessionId: SessionId,
	seq: number,
): Promise<readonly EventRow[]> {
	return one<EventRow>(
		`select seq, body from keelson.event
			where app = $1 and usr = $2 and session_id = $3 and seq > $4 order by seq`,
		[...tenant, sessionId, seq],
	)
}

function wakeOf({ auth, wakes }: TenantSessions, sessionId: SessionId) {
	return wakes.listen(`s ${auth.app} ${auth.user} ${sessionId}`)
}

const PAGE_EVENTS = 200
const LOOK_MS = 250
