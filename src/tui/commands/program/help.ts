// `/help`: keys, commands and tips.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'

export const help: SlashCommand = {
	name: 'help',
	argument: '[keys|commands|tips]',
	description: 'keys, commands, tips',
	values: () => ['keys', 'commands', 'tips'].map(value => ({ value })),
	async run(argument, context) {
		const tab = argument.toLowerCase()
		if (!['', 'keys', 'commands', 'tips'].includes(tab))
			return context.notify(
				'warning',
				`${quoted(argument)} is no page of the help. There are keys, commands and tips.`,
			)
		const { helpPanel } = await import('../../panels/help-panel.tsx')
		const page = tab === 'commands' ? 'Commands' : tab === 'tips' ? 'Tips' : 'Keys'
		context.surface()?.openPanel(await helpPanel(context, page))
	},
}
