// Stored sessions, as the list of them on the screen changes them.

import type { DiscardedSession } from '../../../sessions/session-store.ts'
import type { TuiOptions } from '../../../tui/state/tui-options.ts'
import type { StartedRuntime } from '../../startup/start.ts'

/** What is deleted can be had back until the list of sessions is closed. */
export function sessionServices(
	started: () => Promise<Pick<StartedRuntime, 'cwd'>>,
): Required<
	Pick<
		TuiOptions,
		| 'exportSession'
		| 'renameSession'
		| 'deleteSession'
		| 'restoreSession'
		| 'purgeSessions'
		| 'markSession'
		| 'copySession'
	>
> {
	const load = () => import('../sessions/marked-sessions.ts')
	const discarded = new Map<string, DiscardedSession>()
	return {
		async exportSession(sessionId, file) {
			const [{ exportToFile }, { cwd }] = await Promise.all([
				import('../sessions/export-session.ts'),
				started(),
			])
			return exportToFile(sessionId, file, cwd)
		},
		async renameSession(sessionId, name) {
			await (await import('../sessions/sessions.ts')).renameStored(sessionId, name)
		},
		async deleteSession(sessionId) {
			discarded.set(sessionId, await (await load()).discardStored(sessionId))
		},
		async restoreSession(sessionId) {
			await discarded.get(sessionId)?.restore()
			discarded.delete(sessionId)
		},
		async purgeSessions() {
			if (discarded.size === 0) return
			const gone = [...discarded]
			discarded.clear()
			await (await load()).purgeStored(gone)
		},
		async markSession(sessionId, marks) {
			await (await load()).markStored(sessionId, marks)
		},
		async copySession(sessionId) {
			return (await load()).copyStored(sessionId)
		},
	}
}
