// Loads a session's hooks, where somebody has any.

import type { Host } from '../../core/host.ts'
import type { SessionHooks } from '../extensions/hooks/session-hooks.ts'
import type { RuntimeOptions } from '../options.ts'
import type { LoadedSession } from '../session/open-session.ts'
import type { SharedParts } from './shared-parts.ts'

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
