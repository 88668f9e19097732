// A copy of a session that goes its own way, and remembers where it came from.

import type { SessionId } from '../core/ids.ts'
import type { SessionStore, StoredEnvelope } from './store.ts'

/** @returns the id of the copy, which is complete on disk by then */
export async function forkSession(
	store: SessionStore,
	source: SessionId,
	copy: SessionId,
): Promise<SessionId> {
	const envelopes = await store.read(source)
	const seq = envelopes.at(-1)?.seq ?? 0
	const start = envelopes.find(({ event }) => event.type === 'session-start')
	const cwd = start?.event.type === 'session-start' ? start.event.cwd : ''
	const log = store.create(copy, cwd)
	const copied = envelopes.map((envelope): StoredEnvelope => {
		const { event } = envelope
		const own = { ...envelope, sessionId: copy }
		return event.type === 'session-start'
			? { ...own, event: { ...event, parent: { sessionId: source, seq } } }
			: own
	})
	await log.append(copied, { durable: true })
	await log.close()
	return copy
}
