// Memory in PostgreSQL: one index for all servers, written from the logs that are there by whichever of them comes to it.

import { OneAtATime } from '../../../core/async/one-at-a-time.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { MemoryMark, MemoryStore, Passage } from '../../../core/memory.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { MemoryService } from '../../../core/services/memory.ts'
import { createSynonyms } from '../../../memory/ranking/synonyms.ts'
import { createTranslations } from '../../../memory/ranking/translations.ts'
import { decode } from '../../../sessions/codec.ts'
import type { Database, Query } from '../database/database.ts'
import { passageCounts } from './passage-counts.ts'
import { searchPostgres } from './passage-search.ts'
import { passageVectors } from './passage-vectors.ts'
import { writeBatches } from './passage-writing.ts'

export function postgresMemory(database: Database): MemoryService {
	const lanes = Array.from({ length: LANES }, () => new OneAtATime())
	return {
		storeOf: auth => memoryStore(auth, { database, lane: laneOf(lanes, auth) }),
		async behind(auth, limit, session) {
			const rows = await database.oneAsTenant<{
				id: SessionId
				covered: string
				last: string
				project: string | null
			}>(
				auth,
				`select s.id, coalesce(m.covered, 0) as covered, s.last_seq as last, j.root as project
					from keelson.session s
					left join keelson.memory_source m on m.app = s.app and m.usr = s.usr and m.name = s.id
					left join keelson.memory_project j on j.app = m.app and j.usr = m.usr and j.id = m.project
					where s.app = $1 and s.usr = $2 and s.last_seq > coalesce(m.covered, 0) and ($4::text is null or s.id = $4)
					order by s.updated_at desc limit $3`,
				[auth.app, auth.user, limit, session ?? null],
			)
			return rows.map(({ id, covered, last, project }) => ({
				session: id,
				covered: Number(covered),
				last: Number(last),
				...(project !== null && { project }),
			}))
		},
		async lag(auth) {
			const [row] = await database.asTenant(auth, query =>
				query<{ sessions: string; all: string; bytes: string | null }>(
					`select count(*) filter (where s.last_seq > coalesce(m.covered, 0)) as sessions, count(*) as all,
							sum(s.size_bytes * greatest(0, s.last_seq - coalesce(m.covered, 0)) / s.last_seq)::bigint as bytes
						from keelson.session s
						left join keelson.memory_source m on m.app = s.app and m.usr = s.usr and m.name = s.id
						where s.app = $1 and s.usr = $2 and s.last_seq > 0`,
					[auth.app, auth.user],
				),
			)
			const sessions = Number(row?.sessions ?? 0)
			if (sessions === 0) return undefined
			return { sessions, ofSessions: Number(row?.all), bytes: Number(row?.bytes) }
		},
		async linesAfter(auth, session, place, limit) {
			const rows = await database.oneAsTenant<{ seq: string; body: string }>(
				auth,
				`select seq, body from keelson.event
					where app = $1 and usr = $2 and session_id = $3 and seq > $4 order by seq limit $5`,
				[auth.app, auth.user, session, place, limit],
			)
			return rows.flatMap(({ seq, body }) => {
				const envelope = decode(body)
				return envelope ? [{ place: Number(seq), envelope }] : []
			})
		},
	}
}

/** Of one tenant always the same one. */
function laneOf(lanes: readonly OneAtATime[], { app, user }: AuthContext): OneAtATime {
	const sum = [...`${app} ${user}`].reduce(
		(before, letter) => (31 * before + letter.charCodeAt(0)) % 65_521,
		7,
	)
	return lanes[sum % lanes.length]!
}

function memoryStore(
	auth: AuthContext,
	{ database, lane }: { database: Database; lane: OneAtATime },
): MemoryStore {
	const tenant = [auth.app, auth.user] as const
	const others = { synonyms: createSynonyms(), translations: createTranslations() }
	const inTenant = <Result>(work: (query: Query) => Promise<Result>) => database.asTenant(auth, work)
	const writing = <Result>(work: (query: Query) => Promise<Result>) => lane.run(() => inTenant(work))
	return {
		async marks() {
			const rows = await inTenant(query =>
				query<MemoryMark['source'] & { covered: string; stamp: string }>(
					`select s.kind, s.name, s.path, j.root as project, s.covered, s.stamp from keelson.memory_source s
						join keelson.memory_project j on j.app = s.app and j.usr = s.usr and j.id = s.project
						where s.app = $1 and s.usr = $2`,
					tenant,
				),
			)
			return rows.map(({ covered, stamp, ...source }) => ({ source, coveredBytes: Number(covered), stamp }))
		},
		write: batches => writing(query => writeBatches(query, auth, batches)),
		forget: async source =>
			void (await writing(query => query('select keelson.memory_forget($1, $2, $3)', [...tenant, [source]]))),
		// What was deleted is the database's to clear away.
		scour: async () => {},
		search: async asked => (await inTenant(query => searchPostgres(query, auth, asked, others))).hits,
		explain: asked => inTenant(query => searchPostgres(query, auth, asked, others)),
		renameProject: async (from, to) =>
			void (await inTenant(query =>
				query('update keelson.memory_project set root = $4 where app = $1 and usr = $2 and root = $3', [
					...tenant,
					from,
					to,
				]),
			)),
		async promptsAfter(source, after, limit) {
			const rows = await inTenant(query =>
				query<Pick<Passage, 'part' | 'kind' | 'text'> & { seq: string; at: string }>(
					`select p.seq, p.part, p.kind, p.at, c.text from keelson.memory_passage p
						join keelson.memory_source s on s.app = p.app and s.usr = p.usr and s.id = p.source
						join keelson.memory_content c on c.app = p.app and c.usr = p.usr and c.id = p.content
						where p.app = $1 and p.usr = $2 and s.name = $3 and p.seq > $4 and p.kind = 'prompt' and not p.undone
						order by p.seq, p.part limit $5`,
					[...tenant, source, after, limit],
				),
			)
			return rows.map(row => ({ ...row, seq: Number(row.seq), at: Number(row.at) }))
		},
		...passageVectors(tenant, { inTenant, writing }),
		status: () => inTenant(query => passageCounts(query, tenant)),
		close: async () => {},
	}
}

/**
 * Whoever writes for a tenant holds its row, and whoever waits for that holds a connection, of which a server has few: with
 * many sessions at once they would all wait, and nobody could say what has become of a task.
 */
const LANES = 2
