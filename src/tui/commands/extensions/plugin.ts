// `/plugin`: the plugins there are, and where each is from.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { pluginBlocks } from './extension-blocks.ts'

export const plugin: SlashCommand = {
	name: 'plugin',
	description: 'the plugins there are',
	async run(_argument, { options, show }) {
		const list = await options.port.queries.extensions?.()
		show(...pluginBlocks(list ?? { commands: [], skills: [], agents: [], plugins: [] }))
	},
}
