// Startup hints at a first start, when nothing is configured and a model server runs on this machine.

import type { Clock } from '../../core/host.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { findLocalServers } from '../../providers/discovery/find-local-servers.ts'

/** @returns a line for each server that has models */
export async function localServerHints(
	providers: readonly ProviderConfig[],
	{ clock, isInteractive }: { clock: Clock; isInteractive: boolean },
): Promise<readonly string[]> {
	const found = await findLocalServers(providers, { clock, timeoutMs: PATIENCE_MS })
	return found.flatMap(({ server, models }) => {
		const [first, ...others] = models
		if (!first) return []
		const name = `${server.id}/${first.model}`
		const more = others.length > 0 ? ` and ${others.length} more` : ''
		const now = isInteractive ? `/model ${name}` : `-m ${name}`
		return [
			`${server.name} runs on this machine and serves ${name}${more}. To use it: ${now}, or for good: agent config set model ${name}`,
		]
	})
}

const PATIENCE_MS = 300
