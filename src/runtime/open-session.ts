// Finding, opening or beginning a session: its log, what a dead process left open in it, what it went by.

import type { SessionSelector } from '../core/commands.ts'
import { AgentError } from '../core/errors.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import type { IdSource, SessionId } from '../core/ids.ts'
import { forkSession } from '../sessions/fork.ts'
import { closeOpen } from '../sessions/resume.ts'
import type { SessionLog, SessionStore } from '../sessions/store.ts'

export type FoundSession = {
	sessionId: SessionId
	log: SessionLog
	envelopes: readonly Envelope<StoredEvent>[]
	/** To be stored before anything else: they close what was open when the last process died. */
	closing: readonly StoredEvent[]
	parent: { sessionId: SessionId; seq: number } | undefined
	resumed: boolean
	/** Words for the user about what had to be mended. */
	notices: readonly string[]
}

export async function findSession(
	selector: SessionSelector,
	options: { store: SessionStore; ids: IdSource; cwd: string; fork: boolean },
): Promise<FoundSession> {
	const { store, ids, cwd } = options
	if (selector.kind === 'new') return fresh(ids.session(), options)
	const found = selector.kind === 'last' ? await newest(store, cwd) : await store.find(selector.selector)
	const sessionId = options.fork ? await forkSession(store, found, ids.session()) : found
	const { log, envelopes, repairs } = await store.open(sessionId)
	return {
		sessionId,
		log,
		envelopes,
		closing: closeOpen(envelopes),
		parent: undefined,
		resumed: true,
		notices: repairs,
	}
}

/** A copy of a session that is open right now, up to its newest message. */
export async function forkOf(
	session: { sessionId: SessionId; stored: readonly Envelope<StoredEvent>[] },
	options: { store: SessionStore; ids: IdSource; cwd: string },
): Promise<FoundSession> {
	if (session.stored.length === 0) throw new AgentError('rejected', 'there is nothing to fork yet')
	return findSession({ kind: 'named', selector: session.sessionId }, { ...options, fork: true })
}

function fresh(sessionId: SessionId, { store, cwd }: { store: SessionStore; cwd: string }): FoundSession {
	return {
		sessionId,
		log: store.create(sessionId, cwd),
		envelopes: [],
		closing: [],
		parent: undefined,
		resumed: false,
		notices: [],
	}
}

async function newest(store: SessionStore, cwd: string): Promise<SessionId> {
	const sessionId = await store.newest(cwd)
	if (sessionId === undefined)
		throw new AgentError(
			'session-not-found',
			`no session was made in ${cwd} yet; agent sessions list --all shows others`,
		)
	return sessionId
}
