// Opens MCP servers where any are configured; where none are, nothing of them is loaded.

import { once } from '../../../core/async/once.ts'
import type { RuntimeOptions } from '../../options.ts'
import type { McpServers, McpServersDeps } from './mcp-servers.ts'

/** @returns what starts them, once; undefined where there are none */
export function openServers(
	deps: McpServersDeps & { options: Pick<RuntimeOptions, 'bare'> },
): (() => Promise<McpServers>) | undefined {
	const { bare, extensions } = deps.options
	if (bare || !extensions || extensions.servers.length === 0) return undefined
	return once(async () => {
		const { McpServers } = await import('./mcp-servers.ts')
		const servers = new McpServers(deps)
		servers.start()
		return servers
	})
}
