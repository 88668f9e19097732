// `/agents`: the agents there are, those that have worked in this session, and how one is stopped.

import type { AgentState } from '../../../core/runtime-port.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import type { Block } from '../../state/view-block.ts'
import { cost, countWithUnit, duration, tokens } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { agentBlocks } from './extension-blocks.ts'

export const agents: SlashCommand = {
	name: 'agents',
	argument: '[stop <id>]',
	values: async ({ agents: asked }) =>
		((await asked?.()) ?? []).flatMap(({ agentId, agent, task, state }) =>
			state === 'ended' ? [] : [{ value: `stop ${agentId}`, description: sanitizeLine(`${agent}: ${task}`) }],
		),
	description: 'the agents there are and those of this session; stop one that runs',
	async run(argument, { options, send, show, notify }) {
		const states = await options.port.queries.agents()
		const [verb, id] = argument.split(/\s+/)
		if (verb === 'stop') {
			const found = states.filter(({ agentId, state }) => state !== 'ended' && agentId.endsWith(id ?? ''))
			const [only] = found
			if (id && only && found.length === 1) return send({ type: 'agent-stop', agentId: only.agentId })
			return notify('warning', id ? `No agent ${id} runs.` : 'Say which one: /agents stop <id>')
		}
		const list = await options.port.queries.extensions?.()
		show(...agentBlocks(list?.agents ?? []), ...runningBlocks(states))
	},
}

/** The agents that have been started, for `/agents`. */
function runningBlocks(states: readonly AgentState[]): readonly Block[] {
	const rows = states.map((state): [string, string] => [sanitizeLine(state.agent), lineOf(state)])
	const none: [string, string] = ['none yet', 'the model starts them with delegate']
	return [{ kind: 'table', title: 'Agents of this session', rows: rows.length > 0 ? rows : [none] }]
}

function lineOf(agent: AgentState): string {
	const facts = [
		stateOf(agent),
		sanitizeLine(agent.task),
		countWithUnit(agent.turns, 'turn'),
		`${tokens(agent.tokens)} tokens`,
		...(agent.costMicroUsd ? [cost(agent.costMicroUsd)] : []),
		duration(agent.durationMs),
		agent.agentId,
	]
	return facts.join(' · ')
}

function stateOf({ state, reason, doing }: AgentState): string {
	if (state === 'ended') return reason ?? 'ended'
	const where = state === 'in-background' ? 'in the background' : 'running'
	return doing === '' ? where : `${where}: ${sanitizeLine(doing)}`
}
