// `/context`: what fills the context window, as a picture.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const context: SlashCommand = {
	name: 'context',
	description: 'what fills the context window',
	async run(_argument, { options, surface }) {
		const [use, { contextDrawing }] = await Promise.all([
			options.port.queries.contextUse('at-once'),
			import('./context-drawing.ts'),
		])
		const drawing = contextDrawing(use)
		const counted = async () => contextDrawing(await options.port.queries.contextUse())
		surface()?.openPage([use.isEstimated ? { ...drawing, later: counted } : drawing])
	},
}
