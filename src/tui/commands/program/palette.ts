// `/palette`: everything in one list. The keys that open it are in the key map.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const palette: SlashCommand = {
	name: 'palette',
	aliases: ['all'],
	description: 'commands, keys, settings, models, sessions, files in one list',
	async run(_argument, context) {
		const { palettePanel } = await import('../../panels/palette-panel.tsx')
		context.surface()?.openPanel(palettePanel(context))
	},
}
