// `/statusline`: what the line below the prompt says.

import { STATUS_ITEMS, type StatusItem, USUAL_STATUS_ITEMS } from '../../../core/screen/screen-settings.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'

export const statusline: SlashCommand = {
	name: 'statusline',
	argument: '[items|usual|!command]',
	description: 'choose what the line below the prompt says',
	values: () => [{ value: 'usual', description: 'as it is without a setting' }],
	async run(argument, context) {
		if (argument === '') return openPanel(context)
		if (argument === 'usual') return keep(undefined, context)
		if (argument.startsWith('!')) return keep({ command: argument.slice(1).trim() }, context)
		const names = argument.split(/[\s,]+/)
		const items = names.flatMap(name => STATUS_ITEMS.filter(item => item === name.toLowerCase()))
		if (items.length === names.length) return keep(items, context)
		const unknown = names.find(name => !STATUS_ITEMS.some(item => item === name.toLowerCase()))
		context.notify(
			'warning',
			`“${unknown}” is no item of the status line. There are ${STATUS_ITEMS.join(', ')}; !command runs one.`,
		)
	},
}

async function openPanel(context: SlashContext): Promise<void> {
	const { createElement } = await import('react')
	const [{ StatusLinePanel }, { statusLine }] = await Promise.all([
		import('../../status-line/StatusLinePanel.tsx'),
		import('../../status-line/status-line.ts'),
	])
	const { preferences, options, view } = context
	const before = preferences.screen.statusLine
	const items = before && !('command' in before) ? before : USUAL_STATUS_ITEMS
	const branch = await options.port.queries.gitBranch().catch(() => undefined)
	context.surface()?.openPanel(props =>
		createElement(StatusLinePanel, {
			...props,
			items,
			preview: (shown: readonly StatusItem[], width: number) =>
				statusLine({
					view: view(),
					branch,
					home: options.environment?.HOME,
					width,
					now: Date.now(),
					isYolo: options.isYolo,
					items: shown,
				}),
			onChange: (shown: readonly StatusItem[]) => preferences.choose({ statusLine: shown }),
			onKeep: (shown: readonly StatusItem[]) => {
				props.onClose()
				context.attempt(keep(shown, context))
			},
			onCancel: () => {
				props.onClose()
				preferences.choose({ statusLine: before })
			},
		}),
	)
}

async function keep(
	statusLine: SlashContext['preferences']['screen']['statusLine'],
	{ preferences, options, notify }: SlashContext,
): Promise<void> {
	preferences.choose({ statusLine })
	const { settings } = options
	if (!settings) return notify('info', 'The status line is changed until the screen is left.')
	if (statusLine === undefined) await settings.unset('screen.statusLine', 'user')
	else await settings.set('screen.statusLine', JSON.stringify(statusLine), 'user')
}
