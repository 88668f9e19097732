// The tools of a session together with those of MCP servers, where any are configured.

import type { RuntimeOptions } from '../options.ts'
import type { Envelopes } from '../session/envelopes.ts'
import type { LoadedSession } from '../session/open-session.ts'
import type { SessionTools } from '../tools/session-tools.ts'
import type { SharedParts } from './shared-parts.ts'

export async function serverTools(
	own: SessionTools,
	{
		found,
		options,
		shared: { servers, base },
		envelopes,
	}: {
		found: LoadedSession
		options: RuntimeOptions
		shared: SharedParts
		envelopes: Pick<Envelopes, 'show'>
	},
): Promise<SessionTools> {
	if (!servers) return own
	const { withServers } = await import('../extensions/mcp/with-servers.ts')
	return withServers(own, {
		servers,
		options,
		checkSchema: base.checkSchema,
		before: found.envelopes,
		show: event => envelopes.show(event),
	})
}
