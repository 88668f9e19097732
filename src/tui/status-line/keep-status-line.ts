// Keeps a status line in the user's settings, from where it is shown at once.

import type { StatusLineSetting } from '../../core/screen/screen-settings.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'

/** @param statusLine - undefined: as usual */
export async function keepStatusLine(
	statusLine: StatusLineSetting | undefined,
	{ preferences, options, notify }: SlashContext,
): Promise<void> {
	preferences.choose({ statusLine })
	const { settings } = options
	if (!settings) return notify('info', 'The status line is changed until the screen is left.')
	if (statusLine === undefined) await settings.unset('screen.statusLine', 'user')
	else await settings.set('screen.statusLine', JSON.stringify(statusLine), 'user')
}
