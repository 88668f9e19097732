// `/vim`: vim's keys for the composer, on or off.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const vim: SlashCommand = {
	name: 'vim',
	argument: '[on|off]',
	description: 'vim keys in the prompt, on or off',
	values: () => [{ value: 'on' }, { value: 'off' }],
	async run(argument, { preferences, options, notify }) {
		if (argument !== '' && argument !== 'on' && argument !== 'off')
			return notify('warning', `“${argument}” is neither on nor off.`)
		const isOn = argument === '' ? preferences.screen.keys !== 'vim' : argument === 'on'
		const keys = isOn ? 'vim' : 'emacs'
		preferences.choose({ keys })
		notify(
			'info',
			isOn ? 'Vim keys are on: Esc leaves insert mode, Enter sends in every mode.' : 'Vim keys are off.',
		)
		await options.settings?.set('screen.keys', keys, 'user')
	},
}
