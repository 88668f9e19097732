// A2A of a runtime that is served: its agents, each with a card, and a model that may be asked before a message is a task.

import { AgentError } from '../../core/errors.ts'
import { DEFAULT_AGENT } from '../../core/services/agents.ts'
import { createRuntime as createPort } from '../../runtime/compose/create-runtime.ts'
import { askOnce } from '../../runtime/tasks/ask-once.ts'
import type { AskOnce } from '../../server/a2a/negotiation.ts'
import { openA2a, type ServedA2a } from '../../server/a2a/open-a2a.ts'
import { firstAgent, servedAgent } from '../../server/a2a/served-agent.ts'
import { tenantFolders } from '../../services/embedded/tenant-folders.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import { createInMemoryStore } from '../../sessions/store/in-memory-store.ts'
import type { ServeOptions } from './serve-options.ts'
import type { ServedRuntime } from './served-runtime.ts'

export function openServedA2a(
	served: ServedRuntime,
	options: ServeOptions,
	hub: ServiceHub,
	server: string,
): ServedA2a {
	const { version, agents } = served
	return openA2a({
		hub,
		version,
		agents() {
			const [first = DEFAULT_AGENT, ...named] = agents()
			return [firstAgent(server, first, DEFAULT_AGENT), ...named.flatMap(servedAgent)]
		},
		allowedPushHosts: options.allowedPushHosts ?? [],
		negotiate: options.negotiate ? negotiation(served) : undefined,
	})
}

/** A session that is kept nowhere, with no tools, one turn and nothing of the folder in it. */
function negotiation({ agents, folders, ids }: ServedRuntime): AskOnce {
	return async ({ auth, system, prompt }, signal) => {
		const [first] = agents()
		if (!first) throw new AgentError('internal', 'the runtime has no agent')
		const port = await createPort({
			...first.options,
			...(first.options.log && { log: { ...first.options.log, close: async () => {} } }),
			folders: tenantFolders(folders, auth),
			store: createInMemoryStore(),
			session: { selector: { kind: 'new', sessionId: ids.session() }, fork: false, isStored: false },
			tools: { only: undefined, without: [], builtIn: [] },
			systemPrompt: { replacement: system, addition: undefined },
			isInteractive: false,
		})
		return askOnce(port, prompt, signal)
	}
}
