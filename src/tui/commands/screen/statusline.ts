// `/statusline`: what the line below the prompt says.

import { STATUS_ITEMS } from '../../../core/screen/screen-settings.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { keepStatusLine } from '../../status-line/keep-status-line.ts'
import { quoted } from '../../text/quoted.ts'

export const statusline: SlashCommand = {
	name: 'statusline',
	argument: '[items|usual|!command]',
	description: 'choose what the line below the prompt says',
	values: () => [{ value: 'usual', description: 'as it is without a setting' }],
	async run(argument, context) {
		if (argument === '') {
			const { statusLinePanel } = await import('../../status-line/status-line-panel.tsx')
			return context.surface()?.openPanel(await statusLinePanel(context))
		}
		if (argument === 'usual') return keepStatusLine(undefined, context)
		if (argument.startsWith('!')) return keepStatusLine({ command: argument.slice(1).trim() }, context)
		const names = argument.split(/[\s,]+/)
		const items = names.flatMap(name => STATUS_ITEMS.filter(item => item === name.toLowerCase()))
		if (items.length === names.length) return keepStatusLine(items, context)
		const unknown = names.find(name => !STATUS_ITEMS.some(item => item === name.toLowerCase()))
		context.notify(
			'warning',
			`${quoted(unknown ?? '')} is no item of the status line. There are ${STATUS_ITEMS.join(', ')}; !command runs one.`,
		)
	},
}
