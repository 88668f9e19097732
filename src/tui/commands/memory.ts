// `/memory`: what is noted, and where to change it.

import { memoryBlocks } from './memory-blocks.ts'
import type { SlashCommand } from './slash-command.ts'

export const memory: SlashCommand = {
	name: 'memory',
	description: 'what is noted, and where to change it',
	async run(_argument, { options, show }) {
		show(...memoryBlocks(await options.port.lookups.notes(), options.environment?.HOME))
	},
}
