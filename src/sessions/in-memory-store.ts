// Sessions that end with the process: for `--no-session`, and for tests.

import type { SessionSummary } from '../core/commands.ts'
import { AgentError } from '../core/errors.ts'
import type { SessionId } from '../core/ids.ts'
import { encode } from './codec.ts'
import { byLastUse, selectSession } from './select.ts'
import type { SessionLog, SessionStore, StoredEnvelope } from './store.ts'
import { type Summary, summarize } from './summary.ts'

export function createInMemoryStore(): SessionStore {
	const logs = new Map<SessionId, StoredEnvelope[]>()
	const open = new Set<SessionId>()

	const logOf = (sessionId: SessionId): SessionLog => {
		open.add(sessionId)
		return {
			sessionId,
			async append(envelopes) {
				const log = logs.get(sessionId) ?? []
				logs.set(sessionId, log)
				log.push(...envelopes)
			},
			async close() {
				open.delete(sessionId)
			},
		}
	}
	const read = async (sessionId: SessionId) => {
		const envelopes = logs.get(sessionId)
		if (!envelopes) throw new AgentError('session-not-found', `no session is called ${sessionId}`)
		return [...envelopes]
	}
	const list = async () =>
		[...logs]
			.flatMap(([sessionId, envelopes]): SessionSummary[] => {
				const summary = envelopes.reduce<Summary | undefined>(summarize, undefined)
				const sizeBytes = Buffer.byteLength(envelopes.map(encode).join(''))
				return summary ? [{ sessionId, ...summary, sizeBytes }] : []
			})
			.sort(byLastUse)
	const assertFree = (sessionId: SessionId) => {
		if (open.has(sessionId))
			throw new AgentError('session-busy', `session ${sessionId} is open already; --fork goes on in a copy`)
	}

	return {
		create: logOf,
		read,
		list,
		async open(sessionId) {
			assertFree(sessionId)
			return { envelopes: await read(sessionId), log: logOf(sessionId), repairs: [] }
		},
		find: async selector => selectSession(selector, await list()),
		newest: async cwd => (await list()).find(session => session.cwd === cwd)?.sessionId,
		async remove(sessionId) {
			assertFree(sessionId)
			logs.delete(sessionId)
		},
	}
}
