// `/memory`: what is noted, and where to change it.

import type { SlashCommand } from '../slash-command/slash-command.ts'
import { memoryBlocks } from './memory-blocks.ts'

export const memory: SlashCommand = {
	name: 'memory',
	description: 'what is noted, and where to change it',
	async run(_argument, { options, show }) {
		show(...memoryBlocks(await options.port.queries.notes(), options.environment?.HOME))
	},
}
