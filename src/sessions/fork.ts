// A copy of a session that goes its own way, and remembers where it came from.

import type { SessionId } from '../core/ids.ts'
import type { SessionStore, StoredEnvelope } from './store.ts'

/**
 * Takes no lock on the source: a session that another process has open can be copied as far as it has come.
 * @returns the id of the copy, which is complete on disk by then
 */
export async function forkSession(
	store: SessionStore,
	source: SessionId,
	copy: SessionId,
): Promise<SessionId> {
	const envelopes = await store.read(source)
	const log = store.create(copy, folderOf(envelopes))
	try {
		await log.append(copyOf(envelopes, source, copy), { durable: true })
	} finally {
		await log.close()
	}
	return copy
}

function copyOf(
	envelopes: readonly StoredEnvelope[],
	source: SessionId,
	copy: SessionId,
): readonly StoredEnvelope[] {
	const parent = { sessionId: source, seq: envelopes.at(-1)?.seq ?? 0 }
	return envelopes.flatMap((envelope): readonly StoredEnvelope[] => {
		const { event } = envelope
		// A name belongs to one session; with two of that name neither could be found by it.
		if (event.type === 'session-rename') return []
		const own = { ...envelope, sessionId: copy }
		return [event.type === 'session-start' ? { ...own, event: { ...event, parent } } : own]
	})
}

/** Every run says it again, should the first line be lost. */
function folderOf(envelopes: readonly StoredEnvelope[]): string {
	for (const { event } of envelopes) {
		if (event.type === 'session-start') return event.cwd
		if (event.type === 'run-start') return event.snapshot.cwd
	}
	return ''
}
