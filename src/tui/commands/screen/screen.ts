// `/screen`: the conversation in the terminal's own scrollback, or on the whole window.

import type { ScreenMode } from '../../../core/screen/screen-settings.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'

const MODES: Readonly<Record<ScreenMode, string>> = {
	inline: 'in the terminal’s own scrollback',
	full: 'on the whole window, which scrolls by itself',
}

export const screen: SlashCommand = {
	name: 'screen',
	argument: '[inline|full]',
	description: 'the conversation in the scrollback, or on the whole window',
	values: () => Object.entries(MODES).map(([value, description]) => ({ value, description })),
	run(argument, { preferences, surface, notify }) {
		const other: ScreenMode = preferences.screen.mode === 'full' ? 'inline' : 'full'
		const mode = argument === '' ? other : argument.toLowerCase()
		if (mode !== 'inline' && mode !== 'full')
			return notify('warning', `${quoted(argument)} is no screen. There are inline and full.`)
		if (surface()?.isHeard)
			return notify('info', 'Nothing is drawn here, so there is no window to take: all of it is lines.')
		preferences.choose({ mode })
	},
}
