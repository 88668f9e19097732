// The agents that a runtime offers, each with a prompt, tools and a model of its own. A task names one.

import { nearestNames } from '../text/nearest.ts'

export type OfferedAgent = {
	name: string
	/** When to give it a task. It may be foreign text. */
	description: string
}

export type OfferedAgents = {
	/**
	 * The one for tasks that name none comes first.
	 * @param workspace - a task's, whose folder may bring agents along. Left out, or no folder of this machine: where the
	 * server was started
	 */
	list(workspace?: string): Promise<readonly OfferedAgent[]>
}

/** What works on tasks that name no agent. */
export const DEFAULT_AGENT: OfferedAgent = {
	name: 'default',
	description: 'Keelson as it is set up here, with all of its tools',
}

/** @returns what is to be said of a name that is none of theirs, undefined where it is one */
export function unknownAgent(name: string, agents: readonly OfferedAgent[]): string | undefined {
	const names = agents.map(agent => agent.name)
	if (names.includes(name)) return undefined
	const [nearest] = nearestNames(name, names, { orPart: true })
	const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
	return `there is no agent ${JSON.stringify(name.slice(0, 100))}.${hint} The agents are: ${names.join(', ')}`
}
