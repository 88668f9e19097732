// The logs of a session's sub-agents, and of theirs: an export has them with it.

import type { SessionId } from '../../../core/ids.ts'
import type { SessionStore, StoredEnvelope } from '../../../sessions/session-store.ts'

/** One that is gone is left out. In the order in which they began. */
export async function agentLogs(
	envelopes: readonly StoredEnvelope[],
	store: Pick<SessionStore, 'read'>,
): Promise<ReadonlyMap<SessionId, readonly StoredEnvelope[]>> {
	const found = new Map<SessionId, readonly StoredEnvelope[]>()
	const add = async (of: readonly StoredEnvelope[]): Promise<void> => {
		for (const { event } of of) {
			if (event.type !== 'agent-start' || found.has(event.agentId)) continue
			const log = await store.read(event.agentId).catch(() => undefined)
			if (!log) continue
			found.set(event.agentId, log)
			await add(log)
		}
	}
	await add(envelopes)
	return found
}
