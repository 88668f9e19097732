// The agents that tasks can be given to: the one that every session is, and those that Markdown files define for the user
// or in a trusted folder. What a file says is told in the session's first message, and its grants only narrow.

import { stricter } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { DEFAULT_AGENT, type OfferedAgent, unknownAgent } from '../../core/services/agents.ts'
import { type AgentDefinition, readAgentDefinitions } from '../../extensions/agents/agent-definition.ts'
import type { ExtensionFiles } from '../../extensions/extension-files.ts'
import { knownModels } from '../../providers/discovery/catalogue.ts'
import { inBoth } from '../../tools/executor/grants.ts'
import { limitOf } from '../agents/agent-kinds.ts'
import { wishedModel } from '../extensions/wished-model.ts'
import type { RuntimeOptions } from '../options.ts'

/** @param files - of the user and of the folder. Left out, only what every session is. */
export async function agentsIn(
	files: Pick<ExtensionFiles, 'agents'> | undefined,
): Promise<readonly OfferedAgent[]> {
	const defined = await definedIn(files)
	return [DEFAULT_AGENT, ...defined.map(({ name, description }) => ({ name, description }))]
}

/**
 * The options of a session that is this agent, whatever it was before.
 * @param isModelSaid - the task names its model, which is not the agent's then
 * @throws AgentError `usage` where there is none of that name
 */
export async function asAgent(
	name: string,
	options: RuntimeOptions,
	{ isModelSaid }: { isModelSaid: boolean },
): Promise<RuntimeOptions> {
	const { extensions } = options
	const definition = (await definedIn(extensions)).find(each => each.name === name)
	const { settings, tools, approvals, effort: usual, chain: models } = options
	const own: RuntimeOptions = {
		...options,
		chain: { ...models, isChosen: true },
		effort: { level: usual?.level, isChosen: true },
		approvals: { ...approvals, isChosen: true },
	}
	if (!definition) {
		const problem = unknownAgent(name, await agentsIn(extensions))
		if (problem !== undefined) throw new AgentError('usage', problem)
		return own
	}
	const { maxTurns = settings.budget.maxTurns, effort, prompt, path } = definition
	const { chain, problem } = chainFor(definition, options, isModelSaid)
	const limit = limitOf(definition)
	return {
		...own,
		chain: { models: chain, isChosen: true },
		...(effort !== undefined && { effort: { level: effort, isChosen: true } }),
		approvals: { mode: stricter(approvals.mode, limit), isChosen: true },
		tools: {
			...tools,
			only: definition.tools ? inBoth(tools.only, definition.tools) : tools.only,
			without: [...tools.without, ...(definition.disallowedTools ?? [])],
			mayBeMissing: true,
		},
		settings: {
			...settings,
			budget: { ...settings.budget, maxTurns: Math.min(maxTurns, settings.budget.maxTurns) },
		},
		...(prompt !== '' && { instructions: { agent: name, path, text: prompt } }),
		notices: [...options.notices, ...(problem === undefined ? [] : [`The agent ${name}: ${problem}.`])],
	}
}

function chainFor(
	{ model }: AgentDefinition,
	{ chain, providers }: Pick<RuntimeOptions, 'chain' | 'providers'>,
	isModelSaid: boolean,
): { chain: readonly ModelRef[]; problem?: string } {
	if (model === undefined || isModelSaid) return { chain: chain.models }
	const ids = providers.map(({ id }) => id)
	const wished = wishedModel(model, { chain: chain.models, providers: ids, known: knownModels })
	return 'problem' in wished ? { chain: chain.models, problem: wished.problem } : wished
}

async function definedIn(
	files: Pick<ExtensionFiles, 'agents'> | undefined,
): Promise<readonly AgentDefinition[]> {
	const { agents } = files ? await readAgentDefinitions(files) : { agents: [] }
	// Its name always means the same.
	return agents.filter(({ name }) => name !== DEFAULT_AGENT.name)
}
