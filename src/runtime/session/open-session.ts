// Loading a session: found, forked or begun, with its log, what a dead process left open in it, and what it went by.

import type { SessionSelector } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { IdSource, SessionId } from '../../core/ids.ts'
import { forkSession } from '../../sessions/folds/fork.ts'
import { closeOpen } from '../../sessions/folds/resume.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { FollowedLog, SessionLog, SessionStore } from '../../sessions/session-store.ts'

export type LoadedSession = {
	sessionId: SessionId
	log: SessionLog
	envelopes: readonly Envelope<StoredEvent>[]
	/** There is more in the log than these. */
	isTail: boolean
	/** To be stored before anything else: they close what was open when the last process died. */
	closing: readonly StoredEvent[]
	/** What this one is a copy of. */
	parent: { sessionId: SessionId; seq: number } | undefined
	resumed: boolean
	/** Words for the user about what had to be mended. */
	notices: readonly string[]
}

type SessionLookup = { store: SessionStore; ids: IdSource; cwd: string }

export async function loadSession(
	selector: SessionSelector,
	options: SessionLookup & { fork: boolean; takeOver: boolean },
): Promise<LoadedSession> {
	const { store, ids } = options
	if (selector.kind === 'new') return newSession(selector.sessionId ?? ids.session(), options)
	const found = await selectSessionId(selector, options)
	if (options.fork) return loadStored(store, await forkSession(store, found, ids.session()))
	return loadStored(store, found, options)
}

/** A copy of a session that is open right now, up to its newest message or to one before it. */
export async function loadFork(
	session: { sessionId: SessionId; stored: readonly Envelope<StoredEvent>[] },
	{ store, ids }: SessionLookup,
	atSeq?: number,
): Promise<LoadedSession> {
	if (session.stored.length === 0) throw new AgentError('rejected', 'there is nothing to fork yet')
	return loadStored(store, await forkSession(store, session.sessionId, ids.session(), atSeq))
}

/** @returns undefined when no process has it open, so that it may as well be gone on with */
export async function followSession(
	selector: SessionSelector,
	options: SessionLookup,
	signal: AbortSignal,
): Promise<(FollowedLog & { sessionId: SessionId; holder: number }) | undefined> {
	if (selector.kind === 'new') return undefined
	const sessionId = await selectSessionId(selector, options)
	const holder = await options.store.holder(sessionId)
	return holder === undefined
		? undefined
		: { ...(await options.store.follow(sessionId, signal)), sessionId, holder }
}

function selectSessionId(
	selector: Exclude<SessionSelector, { kind: 'new' }>,
	{ store, cwd }: SessionLookup,
): Promise<SessionId> {
	return selector.kind === 'last' ? newest(store, cwd) : store.find(selector.selector)
}

async function loadStored(
	store: SessionStore,
	sessionId: SessionId,
	{ takeOver }: { takeOver: boolean } = { takeOver: false },
): Promise<LoadedSession> {
	const { log, envelopes, isTail, first, repairs } = await store.open(sessionId, { takeOver })
	return {
		sessionId,
		log,
		envelopes,
		isTail,
		closing: await withSpending(closeOpen(envelopes), store),
		parent: first?.event.type === 'session-start' ? first.event.parent : undefined,
		resumed: true,
		notices: repairs,
	}
}

/** What agents had spent when the process died is in their logs. */
async function withSpending(
	closing: readonly StoredEvent[],
	store: SessionStore,
): Promise<readonly StoredEvent[]> {
	return Promise.all(
		closing.map(async event => {
			if (event.type !== 'agent-end') return event
			const types: StoredEvent['type'][] = ['turn-start', 'attempt-end', 'agent-end']
			const spent = await store.readPart(event.agentId, { types }).catch(() => [])
			const { usage, costMicroUsd, isCostPartial } = snapshotOf(spent)
			const turns = spent.filter(({ event }) => event.type === 'turn-start').length
			return { ...event, usage, turns, costMicroUsd: isCostPartial ? undefined : costMicroUsd }
		}),
	)
}

export function newSession(
	sessionId: SessionId,
	{ store, cwd }: { store: SessionStore; cwd: string },
): LoadedSession {
	return {
		sessionId,
		log: store.create(sessionId, cwd),
		envelopes: [],
		isTail: false,
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
