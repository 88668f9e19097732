// Sessions in PostgreSQL: the same contract as log files, with a fencing token in place of the lock. What one tenant has
// does not exist for another.

import type { QueryResultRow } from 'pg'
import type { SessionSummary } from '../../../core/commands.ts'
import { AgentError } from '../../../core/errors.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import { decode, encode } from '../../../sessions/codec.ts'
import { type SummaryState, summarize } from '../../../sessions/folds/summary.ts'
import { agentsOf, byLastUse, selectSession } from '../../../sessions/select.ts'
import type { LogPart, SessionLog, SessionStore, StoredEnvelope } from '../../../sessions/session-store.ts'
import { type Database, LIVE_SERVERS, type Query } from '../database/database.ts'
import type { Notices } from '../database/notices.ts'
import type { PostgresConnection } from '../database/server-connection.ts'
import type { Wakes } from '../database/wakes.ts'

export type PostgresSessionsDeps = {
	database: Database
	connection: PostgresConnection
	wakes: Wakes
	notices: Notices
}

/** @param lease - what is opened or made is written under this epoch; left out, opening takes the session up anew */
export function postgresSessions(
	auth: AuthContext,
	deps: PostgresSessionsDeps,
	lease?: number,
): SessionStore {
	const { database, connection, wakes, notices } = deps
	const tenant = [auth.app, auth.user] as const
	// Whoever works on a task waits; whoever asks from outside is told to come again.
	const one = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
		const read = () => database.oneAsTenant<Row>(auth, text, values)
		return lease === undefined ? read() : database.patiently(read, connection.lost)
	}
	const inTenant = <Result>(work: (query: Query) => Promise<Result>) => database.asTenant(auth, work)

	const list: SessionStore['list'] = async ({ withAgents } = { withAgents: false }) => {
		const rows = await one<{ id: SessionId; summary: string | null; size_bytes: string }>(
			'select id, summary, size_bytes from keelson.session where app = $1 and usr = $2 and last_seq > 0',
			tenant,
		)
		return rows
			.flatMap(({ id, summary, size_bytes }): SessionSummary[] => {
				const state = summary === null ? undefined : summaryIn(summary)
				return state ? [{ ...state, sessionId: id, sizeBytes: Number(size_bytes) }] : []
			})
			.filter(({ delegatedBy }) => withAgents || delegatedBy === undefined)
			.sort(byLastUse)
	}

	const after = (sessionId: SessionId, seq: number) =>
		one<{ seq: string; body: string }>(
			`select seq, body from keelson.event
				where app = $1 and usr = $2 and session_id = $3 and seq > $4 order by seq`,
			[...tenant, sessionId, seq],
		)

	const read: SessionStore['read'] = async sessionId => {
		const envelopes = decoded(await database.patiently(() => after(sessionId, 0), connection.lost))
		if (envelopes.length === 0) throw notFound(sessionId)
		return envelopes
	}

	const holderOf = async (sessionId: SessionId): Promise<number | undefined> => {
		const [row] = await one<{ pid: number }>(
			`select pid from keelson.session
				where app = $1 and usr = $2 and id = $3 and owner in (${LIVE_SERVERS})`,
			[...tenant, sessionId],
		)
		return row?.pid
	}

	const take = async (sessionId: SessionId, isNew: boolean): Promise<number> => {
		const { server } = await connection.present()
		return inTenant(async query => {
			if (isNew)
				await query('insert into keelson.session (app, usr, id) values ($1, $2, $3) on conflict do nothing', [
					...tenant,
					sessionId,
				])
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
	const takeUnder = (sessionId: SessionId, epoch: number, isNew: boolean): Promise<number> =>
		database.patiently(() => takeUnderOnce(sessionId, epoch, isNew), connection.lost)

	const takeUnderOnce = (sessionId: SessionId, epoch: number, isNew: boolean): Promise<number> =>
		inTenant(async query => {
			if (isNew)
				await query('insert into keelson.session (app, usr, id) values ($1, $2, $3) on conflict do nothing', [
					...tenant,
					sessionId,
				])
			await query(
				'update keelson.session set epoch = $4 where app = $1 and usr = $2 and id = $3 and epoch < $4',
				[...tenant, sessionId, epoch],
			)
			return epoch
		})

	return {
		list,
		read,
		create: (sessionId, _cwd) =>
			sessionLog(sessionId, {
				auth,
				database,
				connection,
				notices,
				isLeased: lease !== undefined,
				take: async () => (lease === undefined ? take(sessionId, true) : takeUnder(sessionId, lease, true)),
			}),
		async open(sessionId) {
			const epoch =
				lease === undefined ? await take(sessionId, false) : await takeUnder(sessionId, lease, false)
			const envelopes = await read(sessionId)
			const log = sessionLog(sessionId, {
				auth,
				database,
				connection,
				notices,
				epoch,
				isLeased: lease !== undefined,
				envelopes,
			})
			return { envelopes, isTail: false, first: envelopes[0], repairs: [], log }
		},
		holder: async sessionId => holderOf(sessionId),
		async *holders(sessionId, known, signal) {
			const wake = wakes.listen(`s ${auth.app} ${auth.user} ${sessionId}`)
			try {
				for (let last = known; !signal.aborted; ) {
					const holder = await holderOf(sessionId)
					if (signal.aborted) return
					if (holder !== last) yield holder
					last = holder
					await wake.next(LOOK_MS, signal)
				}
			} finally {
				wake.stop()
			}
		},
		async follow(sessionId, signal) {
			const rows = await after(sessionId, 0)
			if (rows.length === 0) throw notFound(sessionId)
			async function* appended() {
				// Only whoever begins to read also ends; it looks once before it waits.
				const wake = wakes.listen(`s ${auth.app} ${auth.user} ${sessionId}`)
				try {
					for (let cursor = placeOf(rows, 0); !signal.aborted; ) {
						const more = await database.patiently(() => after(sessionId, cursor), signal)
						if (more.length > 0) yield decoded(more)
						cursor = placeOf(more, cursor)
						await wake.quietly(signal)
					}
				} finally {
					wake.stop()
				}
			}
			return { envelopes: decoded(rows), isTail: false, appended: appended() }
		},
		async readPart(sessionId, part) {
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
		},
		async readPage(sessionId, request) {
			const isAfter = 'after' in request
			const from = isAfter ? request.after : (request.before ?? Number.MAX_SAFE_INTEGER)
			const [found, last] = await inTenant(async query => [
				await query<{ seq: string; body: string }>(
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
				entries: rows.flatMap(({ seq, body }) => {
					const envelope = decode(body)
					return envelope ? [{ place: Number(seq), envelope }] : []
				}),
				start,
				end,
				isFirst: start <= Number(last[0]?.first ?? start),
				isLast: end > Number(last[0]?.last ?? 0),
			}
		},
		async find(selector) {
			// A task goes on in its session by its id: all that its tenant ever had need not be read for that.
			const [known] = await one<{ id: SessionId }>(
				'select id from keelson.session where app = $1 and usr = $2 and id = $3 and summary is not null',
				[...tenant, selector],
			)
			return known?.id ?? selectSession(selector, await list({ withAgents: true }))
		},
		newest: async cwd => (await list()).find(session => session.cwd === cwd)?.sessionId,
		async remove(sessionId) {
			if ((await holderOf(sessionId)) !== undefined)
				throw new AgentError(
					'session-busy',
					`session ${sessionId} is open; it can be removed once it is closed`,
				)
			const agents = agentsOf(sessionId, await list({ withAgents: true }))
			const all = [sessionId, ...agents]
			const removed = await inTenant(async query => {
				await query('select keelson.memory_forget($1, $2, $3)', [...tenant, all])
				return query('delete from keelson.session where app = $1 and usr = $2 and id = any($3) returning 1', [
					...tenant,
					all,
				])
			})
			if (removed.length === 0) throw notFound(sessionId)
		},
	}
}

type LogDeps = {
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

function sessionLog(
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

const PAGE_EVENTS = 200

function partCondition(part: LogPart): readonly [string, unknown] {
	if ('types' in part) return ['type = any($4)', part.types]
	return 'upTo' in part ? ['num <= $4', part.upTo] : ['bytes_to_end <= $4', part.lastBytes]
}

function decoded(rows: readonly { body: string }[]): readonly StoredEnvelope[] {
	return rows.flatMap(({ body }) => decode(body) ?? [])
}

function placeOf(rows: readonly { seq: string }[], before: number): number {
	return Number(rows.at(-1)?.seq ?? before)
}

function summaryIn(text: string): SummaryState | undefined {
	try {
		// JSON has no undefined.
		return { name: undefined, model: undefined, ...JSON.parse(text) }
	} catch {
		return undefined
	}
}

function notFound(sessionId: SessionId): AgentError {
	return new AgentError('session-not-found', `no session is called ${sessionId}`)
}

const LOOK_MS = 250
