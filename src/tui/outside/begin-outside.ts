// Begins what is outside of the window, once the first frame and the first keys have been drawn.

import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { TuiOptions } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import type { NoticeLevel } from '../state/view-block.ts'
import { REPLY, type TerminalInput } from '../terminal/terminal-input.ts'
import type { Outside } from './outside.ts'

/** What can be said before it has been loaded. */
export type HeldOutside = Pick<Outside, 'hold' | 'unhold' | 'end' | 'showMode'>

export function beginOutside({
	options,
	store,
	preferences,
	output,
	actions,
	input,
}: {
	options: Pick<TuiOptions, 'environment' | 'screen' | 'playback'>
	store: { readonly view: View; subscribe(listener: () => void): () => void }
	preferences: ScreenPreferences
	output: { control(sequence: string): void }
	actions: { notify(level: NoticeLevel, text: string): void }
	input: Pick<TerminalInput, 'on'>
}): HeldOutside {
	let outside: Outside | undefined
	let isHeld = false
	let mode: string | undefined
	let hasEnded = false
	const later = setTimeout(async () => {
		const { Outside } = await import('./outside.ts')
		if (hasEnded) return
		outside = new Outside({
			control: sequence => output.control(sequence),
			view: () => store.view,
			subscribe: store.subscribe,
			preferences,
			environment: options.environment ?? {},
			runCommand: options.screen?.runCommand,
			isReplay: options.playback !== undefined,
			onFailed: why => actions.notify('warning', `The notification's command failed: ${why}`),
		})
		input.on(REPLY, (reply: string) => outside?.reply(reply))
		outside.showMode(mode)
		outside.begin({ isHeld })
	}, AFTER_FIRST_KEYS_MS)
	return {
		hold() {
			isHeld = true
			outside?.hold()
		},
		unhold() {
			isHeld = false
			outside?.unhold()
		},
		showMode(next) {
			mode = next
			outside?.showMode(mode)
		},
		end() {
			hasEnded = true
			clearTimeout(later)
			outside?.end()
		},
	}
}

const AFTER_FIRST_KEYS_MS = 60
