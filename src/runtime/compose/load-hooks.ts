// Loads a session's hooks, where somebody has any. A sub-agent has those of the session above it, which hear who it is.

import type { Host } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { Above } from '../agents/above.ts'
import type { SessionHooks } from '../extensions/hooks/session-hooks.ts'
import type { RuntimeOptions } from '../options.ts'
import type { LoadedSession } from '../session/open-session.ts'
import type { SharedParts } from './shared-parts.ts'

/** What the runs of a session need of hooks. */
export type HooksOfRuns = {
	forRun(...run: Parameters<SessionHooks['forRun']>): ReturnType<SessionHooks['forRun']>
	compaction: SessionHooks['compaction']
}

export async function loadHooks(
	options: RuntimeOptions,
	{ found, host, shared }: { found: LoadedSession; host: Host; shared: SharedParts },
): Promise<SessionHooks | undefined> {
	const configs = options.bare ? [] : (options.extensions?.hooks ?? [])
	if (configs.length === 0) return undefined
	const { openSessionHooks } = await import('../extensions/hooks/open-hooks.ts')
	const first = found.envelopes[0]?.event
	return openSessionHooks(configs, options, {
		sessionId: found.sessionId,
		begunIn: first?.type === 'session-start' ? first.cwd : options.cwd,
		host,
		scrub: shared.scrub,
		warn: text => shared.warnings.put(text),
	})
}

/** @param sessionId - of the session whose runs they are */
export function hooksOfRuns(
	own: SessionHooks | undefined,
	{ above, sessionId }: { above: Above | undefined; sessionId: SessionId },
): HooksOfRuns | undefined {
	if (!above) return own
	const { hooks, agentName } = above
	const agent = { id: sessionId, type: agentName }
	return hooks && { forRun: context => hooks.forRun(context, agent), compaction: hooks.compaction }
}
