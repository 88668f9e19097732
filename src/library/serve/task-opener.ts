// Opens the session of a task: as the agent that it names, with everything kept for whoever gave the task.

import type { SessionSelector } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import { DEFAULT_AGENT, type OfferedAgent, unknownAgent } from '../../core/services/agents.ts'
import type { ClaimedTask } from '../../core/services/tasks.ts'
import { createRuntime as createPort } from '../../runtime/compose/create-runtime.ts'
import type { RuntimeOptions } from '../../runtime/options.ts'
import { tenantFolders } from '../../services/embedded/tenant-folders.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { agentOptions } from '../options/agent-options.ts'
import { type HostServices, sessionTool } from '../tools/session-tool.ts'
import type { ToolShelf } from '../tools/tool-shelf.ts'

export type RuntimeAgent = OfferedAgent & { options: RuntimeOptions; tools: ToolShelf }

/** @param parts.folders - of whoever runs the program */
export function taskOpener({
	folders,
	hub,
	logging,
	agents,
}: Pick<HostServices, 'logging'> & {
	folders: HomeFolders
	hub: Pick<ServiceHub, 'keyValues' | 'mediaOf' | 'memory'>
	agents(): readonly RuntimeAgent[]
}) {
	const { keyValues } = hub
	return async (
		{ auth, task }: ClaimedTask,
		store: SessionStore,
		selector: SessionSelector,
	): Promise<RuntimePort> => {
		const { agent: name = DEFAULT_AGENT.name, model, outputSchema } = task
		const agent = agents().find(each => each.name === name)
		if (!agent) throw new AgentError('usage', unknownAgent(name, agents()) ?? `there is no agent ${name}`)
		const given = model === undefined ? agent.options : agentOptions(agent.options, { model })
		const { chain, approvals, session, log } = given
		const ownTools = agent.tools.maker(tool => sessionTool(tool, { auth, keyValues, logging }))
		// Whoever it was before, the session is the agent that was named.
		const isChosen = task.agent !== undefined
		return createPort({
			...given,
			...(isChosen && { chain: { ...chain, isChosen }, approvals: { ...approvals, isChosen } }),
			outputSchema,
			// It is the runtime's, and goes on after the task.
			...(log && { log: { ...log, close: async () => {} } }),
			folders: tenantFolders(folders, auth),
			store,
			media: hub.mediaOf(auth),
			memory: hub.memory && { service: hub.memory, auth },
			session: { ...session, selector, fork: false },
			// Whoever gave the task answers.
			isInteractive: true,
			ownTools,
		})
	}
}
