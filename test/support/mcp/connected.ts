// Waits for the MCP servers of a runtime that was told not to.

import { nextLook } from '../next-look.ts'
import type { StartedRuntime } from '../runtime/start-runtime.ts'

/** Resolves when all of them have answered. @param andAgain - one that has failed may be tried again by itself */
export async function untilConnected(
	{ port }: Pick<StartedRuntime, 'port'>,
	{ andAgain = false }: { andAgain?: boolean } = {},
): Promise<void> {
	for (;;) {
		const servers = await port.queries.servers()
		const failed = servers.find(({ state }) => state.kind === 'failed' && !(andAgain && state.willRetry))
		if (failed) throw new Error(`${failed.name}: ${JSON.stringify(failed.state)}`)
		if (servers.every(({ state }) => state.kind === 'connected')) return
		await nextLook()
	}
}
