// `/context`: what fills the context window.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { contextBlock } from './context-block.ts'

export const context: SlashCommand = {
	name: 'context',
	description: 'what fills the context window',
	async run(_argument, { options, show }) {
		show(contextBlock(await options.port.queries.contextUse()))
	},
}
