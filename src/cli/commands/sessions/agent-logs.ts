// The logs of a session's sub-agents, and of theirs: an export has them with it.

import type { SessionId } from '../../../core/ids.ts'
import type { SessionStore, StoredEnvelope } from '../../../sessions/session-store.ts'
import type { Progress } from '../../io/progress.ts'

/** One that is gone is left out. In the order in which they began. */
export async function agentLogs(
	envelopes: readonly StoredEnvelope[],
	store: Pick<SessionStore, 'read'>,
	progress?: Pick<Progress, 'at'>,
): Promise<ReadonlyMap<SessionId, readonly StoredEnvelope[]>> {
	let begun = 0
	let read = 0
	const found = new Map<SessionId, readonly StoredEnvelope[]>()
	const add = async (of: readonly StoredEnvelope[]): Promise<void> => {
		begun += of.filter(({ event }) => event.type === 'agent-start').length
		for (const { event } of of) {
			if (event.type !== 'agent-start' || found.has(event.agentId)) continue
			const log = await store.read(event.agentId).catch(() => undefined)
			progress?.at(++read, begun)
			if (!log) continue
			found.set(event.agentId, log)
			await add(log)
		}
	}
	await add(envelopes)
	return found
}
