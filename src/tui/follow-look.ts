// How the screen is to look, from what the user has settled, whenever that is something else.

import { messageOf } from '../core/errors.ts'
import type { ScreenSettings } from '../core/screen/screen-settings.ts'
import type { Actions } from './actions.ts'
import type { ScreenStore } from './screen/screen-store.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TerminalOutput } from './terminal/terminal-output.ts'
import type { ScreenTheme } from './themes/screen-theme.ts'

/** @returns resolves when it is known and looks so, which is before anything of a session is drawn */
export function followLook({
	preferences,
	store,
	theme,
	output,
	settled,
	notify,
}: {
	preferences: ScreenPreferences
	store: Pick<ScreenStore, 'setLook'>
	theme: ScreenTheme
	output: Pick<TerminalOutput, 'setWindowModes'>
	/** Resolves with the settings, once they are read; with nothing where there are none. */
	settled(): Promise<ScreenSettings | undefined>
	notify: Actions['notify']
}): () => Promise<void> {
	let lookingFor = theme.name
	let looking = Promise.resolve()
	/** What is wrong with a theme is said, and the screen looks as it does by itself. */
	async function look(): Promise<void> {
		const { screen } = preferences
		store.setLook({ measure: screen.measure, detail: screen.detail, bindings: preferences.bindings })
		if (screen.theme === lookingFor) return
		lookingFor = screen.theme
		await theme.choose(screen.theme).catch(error => notify('warning', messageOf(error)))
	}
	let mouseUse = preferences.screen.mouse
	preferences.subscribe(() => {
		if (mouseUse !== preferences.screen.mouse) output.setWindowModes()
		mouseUse = preferences.screen.mouse
		looking = look()
	})
	return async () => {
		// Whoever follows the session is told what is wrong with the settings.
		const found = await settled().catch(() => undefined)
		if (found) preferences.settle(found)
		await looking
	}
}
