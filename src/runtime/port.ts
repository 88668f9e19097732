// The one door to the runtime: it keeps the readers while the session behind it may change.

import type { Command, SessionSelector } from '../core/commands.ts'
import { AgentError } from '../core/errors.ts'
import type { Envelope } from '../core/events.ts'
import type { Clock } from '../core/host.ts'
import type { Lookups, RuntimePort } from '../core/runtime-port.ts'
import type { Readers } from './readers.ts'
import type { SessionActor } from './session-actor.ts'

export type OpenSession = (
	selector: SessionSelector | { kind: 'fork-of'; actor: SessionActor },
) => Promise<{ actor: SessionActor; resumed: boolean; notices: readonly string[]; close(): Promise<void> }>

export type PortDeps = {
	cwd: string
	clock: Pick<Clock, 'now'>
	readers: Readers
	open: OpenSession
	lookups(current: () => SessionActor): Lookups
	/** What is worth saying once somebody listens, as soon as it is known. Asked for once. */
	remarks(): Promise<readonly string[]>
	/** Ends what outlives a session: everything that still runs. */
	shutdown(): Promise<void>
}

export async function createPort(first: Parameters<OpenSession>[0], deps: PortDeps): Promise<RuntimePort> {
	const { readers } = deps
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

	const tellNotices = () => {
		for (const text of pendingNotices) session.actor.show({ type: 'notice', level: 'warning', text })
		pendingNotices = []
	}

	let isRemarked = false
	const tellRemarks = async () => {
		if (isRemarked) return
		isRemarked = true
		for (const text of await deps.remarks()) session.actor.show({ type: 'notice', level: 'info', text })
	}

	const change = async (to: Parameters<OpenSession>[0]) => {
		if (session.actor.isBusy)
			throw new AgentError('rejected', 'a run is active; interrupt it before going to another session')
		const next = await deps.open(to)
		await session.close()
		session = next
		pendingNotices = next.notices
		readers.deliver(opened(0))
		for (const envelope of next.actor.stored) readers.deliver(envelope)
		tellNotices()
	}

	const send = async (command: Command): Promise<void> => {
		switch (command.type) {
			case 'session-new':
				return change({ kind: 'new' })
			case 'session-resume':
				return change({ kind: 'named', selector: command.selector })
			case 'session-fork':
				return change({ kind: 'fork-of', actor: session.actor })
			case 'shutdown':
				await session.actor.send(command)
				await session.close()
				await deps.shutdown()
				return readers.close()
			default:
				return session.actor.send(command)
		}
	}

	return {
		send,
		lookups: deps.lookups(() => session.actor),
		events(fromSeq, signal) {
			const backlog = session.actor.stored.filter(envelope => envelope.seq > fromSeq)
			const following = readers.follow(fromSeq === 0 ? [opened(0), ...backlog] : backlog, signal)
			// Notices about opening wait for the first reader: told before, nobody would have heard them.
			queueMicrotask(tellNotices)
			void tellRemarks()
			return following
		},
	}
}
