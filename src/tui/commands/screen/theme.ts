// `/theme`: the colours of the screen, by name or from a list that shows each one as it would be.

import { createElement } from 'react'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const theme: SlashCommand = {
	name: 'theme',
	argument: '[name]',
	description: 'choose the colours, seeing them',
	values: async ({ themes }) => ((await themes?.()) ?? []).map(value => ({ value })),
	async run(argument, context) {
		if (argument === '') return chooseTheme(context)
		await context.theme.choose(argument)
		await keep(argument, context)
	},
}

async function chooseTheme(context: SlashContext): Promise<void> {
	const { theme: inForce, surface, attempt } = context
	const before = inForce.name
	const [{ ThemeDialog }, { themeSample }, names] = await Promise.all([
		import('../../themes/ThemeDialog.tsx'),
		import('../../themes/theme-sample.ts'),
		inForce.names(),
	])
	const sample = await themeSample()
	surface()?.openPanel({
		draw: room =>
			createElement(ThemeDialog, {
				...room,
				names,
				before,
				sample,
				onTry: name => inForce.choose(name),
				onKeep: name => attempt(keep(name, context)),
			}),
		inWords: spoken =>
			spoken.open({
				title: 'Theme of the drawn screen',
				items: names.map(name => ({
					label: sanitizeLine(name),
					detail: name === before ? 'in use' : '',
					value: () => attempt(keep(name, context)),
				})),
			}),
	})
}

async function keep(name: string, { options, preferences, notify }: SlashContext): Promise<void> {
	preferences.choose({ theme: name })
	const file = await options.themes?.keep(name)
	notify('info', file === undefined ? `Theme: ${name}` : `Theme: ${name} (${file})`)
}
