// `/vim`: vim's keys for the composer, on or off.

import { keyHint } from '../../input/key-names.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'

export const vim: SlashCommand = {
	name: 'vim',
	argument: '[on|off]',
	description: 'vim keys in the prompt, on or off',
	values: () => [{ value: 'on' }, { value: 'off' }],
	async run(argument, { preferences, options, surface, notify }) {
		if (argument !== '' && argument !== 'on' && argument !== 'off')
			return notify('warning', `${quoted(argument)} is neither on nor off.`)
		const isOn = argument === '' ? preferences.screen.keys !== 'vim' : argument === 'on'
		const keys = isOn ? 'vim' : 'emacs'
		preferences.choose({ keys })
		const sends = keyHint(preferences.bindings, 'composer', 'submit', 'sends in every mode')
		const on = ['Vim keys are on: Esc leaves insert mode', sends].filter(part => part !== '').join(', ')
		const now = isOn ? `${on}.` : 'Vim keys are off.'
		notify('info', surface()?.isHeard ? `${isOn ? HEARD_ON : HEARD_OFF} ${HEARD}` : now)
		await options.settings?.set('screen.keys', keys, 'user')
	},
}

const HEARD_ON = 'Vim keys are kept for the screen that is drawn.'
const HEARD_OFF = 'Vim keys are off for the screen that is drawn, too.'
const HEARD = 'The line that is typed here has keys of its own: /help says them.'
