// `/context`: what fills the context window, as a picture.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const context: SlashCommand = {
	name: 'context',
	description: 'what fills the context window',
	async run(_argument, { options, surface }) {
		const [use, { contextDrawing }] = await Promise.all([
			options.port.queries.contextUse(),
			import('./context-drawing.ts'),
		])
		surface()?.openPage([contextDrawing(use)])
	},
}
