// `/agents`: the agents there are, and where each is from.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { agentBlocks } from './extension-blocks.ts'

export const agents: SlashCommand = {
	name: 'agents',
	description: 'the agents there are',
	async run(_argument, { options, show }) {
		const list = await options.port.queries.extensions?.()
		show(...agentBlocks(list ?? { commands: [], skills: [], agents: [], plugins: [] }))
	},
}
