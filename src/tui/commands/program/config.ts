// `/config`: all settings in a list, or one of them changed as `agent config set` does.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const config: SlashCommand = {
	name: 'config',
	argument: '[setting [value]]',
	aliases: ['settings'],
	description: 'all settings: what they are, where that comes from, and changing them',
	values: async ({ settings }) =>
		((await settings?.list())?.settings ?? []).map(({ key, description, choices, isOpen }) => ({
			value: isOpen ? `${key}.` : `${key} `,
			description: choices ? choices.join(', ') : description,
		})),
	async run(argument, context) {
		const { settings } = context.options
		if (!settings) return context.notify('warning', 'Settings cannot be changed here.')
		const { changeSetting, configPanel } = await import('../../panels/config-panel.tsx')
		const [, key = '', value] = /^(\S*)(?:\s+([\s\S]+))?$/.exec(argument) ?? []
		if (value !== undefined)
			return context.notify(
				'info',
				await changeSetting({ key, text: value, layer: 'user' }, context, settings),
			)
		context.surface()?.openPanel(await configPanel(context, settings, key))
	},
}
