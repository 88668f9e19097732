// `/skills`: the skills there are, and where each is from.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { skillBlocks } from './extension-blocks.ts'

export const skills: SlashCommand = {
	name: 'skills',
	description: 'the skills there are',
	async run(_argument, { options, show }) {
		const list = await options.port.queries.extensions?.()
		show(...skillBlocks(list ?? { commands: [], skills: [], agents: [], plugins: [] }))
	},
}
