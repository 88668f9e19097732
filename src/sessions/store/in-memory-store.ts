// Sessions that end with the process: for `--no-session`, and for tests.

import type { SessionSummary } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import { byteLength } from '../../core/text/bytes.ts'
import { encode } from '../codec.ts'
import { type SummaryState, summarize } from '../folds/summary.ts'
import { agentsOf, byLastUse, selectSession } from '../select.ts'
import type { SessionLog, SessionStore, StoredEnvelope } from '../session-store.ts'

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
	const list: SessionStore['list'] = async ({ withAgents } = { withAgents: false }) =>
		[...logs]
			.flatMap(([sessionId, envelopes]): SessionSummary[] => {
				const summary = envelopes.reduce<SummaryState | undefined>(summarize, undefined)
				const sizeBytes = byteLength(envelopes.map(encode).join(''))
				return summary ? [{ sessionId, ...summary, sizeBytes }] : []
			})
			.filter(({ delegatedBy }) => withAgents || delegatedBy === undefined)
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
			const envelopes = await read(sessionId)
			return { envelopes, isTail: false, first: envelopes[0], log: logOf(sessionId), repairs: [] }
		},
		async readPart(sessionId, part) {
			const envelopes = await read(sessionId)
			if ('types' in part) return envelopes.filter(({ event }) => part.types.includes(event.type))
			if ('upTo' in part) return envelopes.filter(({ seq }) => seq <= part.upTo)
			const count = countWithin(envelopes, part.lastBytes)
			return count === 0 ? [] : envelopes.slice(-count)
		},
		async readPage(sessionId, request) {
			const { length } = logs.get(sessionId) ?? []
			const isAfter = 'after' in request
			const start = isAfter ? request.after : Math.max(0, (request.before ?? length) - PAGE_EVENTS)
			const end = Math.min(length, isAfter ? start + PAGE_EVENTS : (request.before ?? length))
			const entries = (await read(sessionId))
				.slice(start, end)
				.map((envelope, index) => ({ envelope, place: start + index }))
			return { entries, start, end, isFirst: start === 0, isLast: end === length }
		},
		holder: async sessionId => (open.has(sessionId) ? OUR_PROCESS : undefined),
		async *holders(sessionId, known, signal) {
			for (let last = known; !signal.aborted; ) {
				const holder = open.has(sessionId) ? OUR_PROCESS : undefined
				if (holder !== last) yield holder
				last = holder
				await pause(LOOK_MS, signal)
			}
		},
		async follow(sessionId, signal) {
			const envelopes = await read(sessionId)
			return { envelopes, isTail: false, appended: appendedTo(logs, sessionId, envelopes.length, signal) }
		},
		find: async selector => selectSession(selector, await list({ withAgents: true })),
		newest: async cwd => (await list()).find(session => session.cwd === cwd)?.sessionId,
		async remove(sessionId) {
			assertFree(sessionId)
			await read(sessionId)
			const agents = agentsOf(sessionId, await list({ withAgents: true }))
			for (const each of [sessionId, ...agents]) logs.delete(each)
		},
	}
}

const PAGE_EVENTS = 200

/** How many of the last ones take no more than these bytes. */
function countWithin(envelopes: readonly StoredEnvelope[], limitBytes: number): number {
	let leftBytes = limitBytes
	let count = 0
	for (const envelope of envelopes.toReversed()) {
		leftBytes -= byteLength(encode(envelope))
		if (leftBytes < 0) break
		count++
	}
	return count
}

/** Nobody else writes here, so looking again now and then is soon enough. */
async function* appendedTo(
	logs: ReadonlyMap<SessionId, readonly StoredEnvelope[]>,
	sessionId: SessionId,
	from: number,
	signal: AbortSignal,
): AsyncIterable<readonly StoredEnvelope[]> {
	for (let seen = from; !signal.aborted; ) {
		const envelopes = logs.get(sessionId)
		if (!envelopes) return
		if (envelopes.length > seen) yield envelopes.slice(seen)
		seen = envelopes.length
		await pause(LOOK_MS, signal)
	}
}

const LOOK_MS = 50

/** Where there are no processes, it is some number all the same. */
const OUR_PROCESS = typeof process === 'undefined' ? 1 : process.pid

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve()
		const done = () => {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		signal.addEventListener('abort', done)
	})
}
