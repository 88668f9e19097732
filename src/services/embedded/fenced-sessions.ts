// Sessions opened under a lease: whoever takes one up under a newer lease takes it from whoever had it, whose next append
// fails. Between processes the session's lock does that; here it is about two leases of one process.

import { AgentError } from '../../core/errors.ts'
import type { SessionId } from '../../core/ids.ts'
import type { SessionLog, SessionStore } from '../../sessions/session-store.ts'

/** Which logs are open, and under which lease. One for all stores of a tenant. */
export type OpenLogs = Map<SessionId, HeldLog>

type HeldLog = { epoch: number; log: SessionLog; isLost: boolean }

export function fencedSessions(store: SessionStore, open: OpenLogs, epoch: number): SessionStore {
	/** @throws AgentError `fenced` where a newer lease has it */
	const takeUp = async (sessionId: SessionId): Promise<void> => {
		const held = open.get(sessionId)
		if (!held) return
		if (held.epoch >= epoch) throw fenced(sessionId, epoch)
		held.isLost = true
		open.delete(sessionId)
		await held.log.close()
	}
	const hold = (log: SessionLog): SessionLog => {
		const held: HeldLog = { epoch, log, isLost: false }
		open.set(log.sessionId, held)
		return {
			sessionId: log.sessionId,
			append: (envelopes, options) =>
				held.isLost ? Promise.reject(fenced(log.sessionId, epoch)) : log.append(envelopes, options),
			async close() {
				if (held.isLost) return
				open.delete(log.sessionId)
				await log.close()
			},
		}
	}
	return {
		...store,
		create: (sessionId, cwd) => hold(store.create(sessionId, cwd)),
		async open(sessionId, options) {
			await takeUp(sessionId)
			const opened = await store.open(sessionId, options)
			return { ...opened, log: hold(opened.log) }
		},
	}
}

function fenced(sessionId: SessionId, epoch: number): AgentError {
	return new AgentError('fenced', `session ${sessionId} was taken up by somebody newer than lease ${epoch}`)
}
