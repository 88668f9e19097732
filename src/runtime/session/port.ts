// The runtime port: the one entry for front ends, which keeps its subscribers while the session behind it may change.

import { isDeepStrictEqual } from 'node:util'
import { once } from '../../core/async/once.ts'
import type { Command, SessionSelector, WhenBusy } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { RuntimePort, RuntimeQueries } from '../../core/runtime-port.ts'
import { settingsIn } from '../../sessions/folds/snapshot.ts'
import type { SessionHandle } from './session-handle.ts'
import type { EventSubscribers } from './subscribers.ts'

export type SessionTarget =
	| {
			kind: 'selected'
			selector: SessionSelector
			whenBusy?: WhenBusy | undefined
			fork?: boolean
			takeOver?: boolean | undefined
	  }
	| { kind: 'fork-of'; actor: SessionHandle; atSeq?: number | undefined }

/** What the port needs of a session that is open. */
export type OpenSession = {
	actor: SessionHandle
	resumed: boolean
	/** What the actor holds is the end of a longer log. */
	isTail: boolean
	notices: readonly string[]
	close(why: WhyClosed): Promise<void>
}

/** For another session, a new one or one that was there before, or for good. */
export type WhyClosed = 'clear' | 'resume' | 'shutdown'

export type PortDeps<Session extends OpenSession> = {
	cwd: string
	clock: Pick<Clock, 'now'>
	subscribers: EventSubscribers
	open(target: SessionTarget): Promise<Session>
	queries(current: () => Session): RuntimeQueries
	/** What everything behind the sessions has to tell the user. It waits until somebody listens, and has one reader. */
	warnings: AsyncIterable<string>
	/** What is worth saying once somebody listens, as soon as it is known. Asked for once. */
	startupNotices(): Promise<readonly string[]>
	changeServer(command: Extract<Command, { type: 'server-restart' | 'server-accept' }>): Promise<void>
	/** Ends what outlives a session: everything that still runs. */
	shutdown(): Promise<void>
}

export async function createPort<Session extends OpenSession>(
	first: SessionTarget,
	deps: PortDeps<Session>,
): Promise<RuntimePort> {
	const { subscribers } = deps
	let session = await deps.open(first)
	let pendingNotices = session.notices

	const opened = (seq: number): Envelope => ({
		seq,
		at: deps.clock.now(),
		sessionId: session.actor.sessionId,
		event: {
			type: 'session-open',
			cwd: deps.cwd,
			resumed: session.resumed,
			...session.actor.nextSettings,
		},
	})

	/** What a reader from the beginning is given: all that is stored, and what goes on from here. */
	const wholeStory = (): readonly Envelope[] => {
		const open = opened(0)
		const { stored } = session.actor
		const earlier = `earlier messages: agent sessions show ${open.sessionId}`
		const notice: Envelope = { ...open, event: { type: 'notice', level: 'info', text: earlier } }
		return [open, ...(session.isTail ? [notice] : []), ...stored, ...settingsSince(session.actor, open)]
	}

	const showNotices = () => {
		for (const text of pendingNotices) session.actor.show({ type: 'notice', level: 'warning', text })
		pendingNotices = []
	}

	const showStartupNotices = once(async () => {
		for (const text of await deps.startupNotices())
			session.actor.show({ type: 'notice', level: 'info', text })
	})

	const tellWarnings = once(async () => {
		for await (const text of deps.warnings) session.actor.show({ type: 'notice', level: 'warning', text })
	})

	const change = async (to: SessionTarget) => {
		if (session.actor.isBusy)
			throw new AgentError('rejected', 'a run is active; interrupt it before going to another session')
		const next = await deps.open(to)
		await session.close(to.kind === 'selected' && to.selector.kind === 'new' ? 'clear' : 'resume')
		session = next
		pendingNotices = next.notices
		for (const envelope of wholeStory()) subscribers.deliver(envelope)
		showNotices()
	}

	/** Whoever asks again waits for the same end. */
	const shutDown = once(async () => {
		await session.actor.send({ type: 'shutdown' })
		await session.close('shutdown')
		await deps.shutdown()
		subscribers.close()
	})

	const send = async (command: Command): Promise<void> => {
		switch (command.type) {
			case 'session-new':
				return change({ kind: 'selected', selector: { kind: 'new' } })
			case 'session-resume':
				if (command.selector === session.actor.sessionId && !session.actor.isWatched)
					throw new AgentError('rejected', 'that is the session you are in')
				return change({
					kind: 'selected',
					selector: { kind: 'named', selector: command.selector },
					whenBusy: command.whenBusy,
				})
			case 'session-fork':
				return change({ kind: 'fork-of', actor: session.actor, atSeq: command.atSeq })
			case 'server-restart':
			case 'server-accept':
				return deps.changeServer(command)
			case 'shutdown':
				return shutDown()
			default:
				return session.actor.send(command)
		}
	}

	return {
		send,
		queries: deps.queries(() => session),
		events(fromSeq, signal) {
			const backlog = session.actor.stored.filter(envelope => envelope.seq > fromSeq)
			const following = subscribers.follow(fromSeq === 0 ? wholeStory() : backlog, signal)
			// Notices about opening wait for the first reader: told before, nobody would have heard them.
			queueMicrotask(showNotices)
			void showStartupNotices()
			void tellWarnings()
			return following
		},
	}
}

/**
 * A session may go on with other settings than its last run had: what was only lent to that process is taken back.
 * Whoever has just read the old ones is told, in the words of a change; it is stored with the next run.
 */
function settingsSince({ stored, nextSettings }: SessionHandle, like: Envelope): readonly Envelope[] {
	if (stored.length === 0) return []
	const { chain, approvals, effort } = nextSettings
	const last = settingsIn(stored)
	const changes: StoredEvent[] = []
	if (!isDeepStrictEqual(last.chain, chain)) changes.push({ type: 'model-set', chain })
	if (!isDeepStrictEqual(last.approvals, approvals)) changes.push({ type: 'approvals-set', mode: approvals })
	if (effort && last.effort !== effort) changes.push({ type: 'effort-set', effort })
	return changes.map(event => ({ ...like, seq: stored.at(-1)!.seq, event }))
}
