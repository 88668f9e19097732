// Opens MCP servers where any are configured; where none are, nothing of them is loaded.

import { AgentError } from '../../../core/errors.ts'
import type { ServerStatus } from '../../../core/extensions/mcp-servers.ts'
import type { RuntimeOptions } from '../../options.ts'
import type { McpServers, McpServersDeps } from './mcp-servers.ts'

export type LazyServers = {
	/** In the background; behind the first frame, where there is one. */
	startSoon(): void
	/** Starts them at once, the first time. Resolves before they have answered. */
	get(): Promise<McpServers>
	/** What has been started, as it is now; nothing is started for it. */
	status(): readonly ServerStatus[]
	/** None of them is started after that. */
	close(): Promise<void>
}

/** @returns undefined where there are none */
export function openServers(
	deps: McpServersDeps & { options: Pick<RuntimeOptions, 'bare' | 'isInteractive'> },
): LazyServers | undefined {
	const { bare, extensions, isInteractive } = deps.options
	if (bare || !extensions || extensions.servers.length === 0) return undefined
	let opened: Promise<McpServers> | undefined
	let servers: McpServers | undefined
	let timer: NodeJS.Timeout | undefined
	let isClosed = false
	const open = async () => {
		const { McpServers } = await import('./mcp-servers.ts')
		servers = new McpServers(deps)
		if (!isClosed) servers.start()
		return servers
	}
	const get = async (): Promise<McpServers> => {
		if (isClosed) throw new AgentError('rejected', 'MCP servers are not started any more')
		opened ??= open()
		return opened
	}
	return {
		get,
		startSoon() {
			if (!isInteractive) return void get().catch(() => {})
			timer ??= setTimeout(() => void get().catch(() => {}), AFTER_FIRST_FRAME_MS)
		},
		status: () => servers?.status() ?? [],
		async close() {
			isClosed = true
			clearTimeout(timer)
			await (await opened?.catch(() => undefined))?.close()
		},
	}
}

const AFTER_FIRST_FRAME_MS = 250
