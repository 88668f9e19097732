// Waits for the MCP servers of a runtime that was told not to.

import type { StartedRuntime } from '../runtime/start-runtime.ts'

/** Resolves when all of them have answered. */
export async function untilConnected({ port }: Pick<StartedRuntime, 'port'>): Promise<void> {
	for (;;) {
		const servers = await port.queries.servers()
		const failed = servers.find(({ state }) => state.kind === 'failed')
		if (failed) throw new Error(`${failed.name}: ${JSON.stringify(failed.state)}`)
		if (servers.every(({ state }) => state.kind === 'connected')) return
		await new Promise(resolve => setImmediate(resolve))
	}
}
