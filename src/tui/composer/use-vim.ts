// Loads vim's keys when they are wanted, and not before, and follows the mode they are in.

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { VimKeys } from './vim-keys.ts'

export type Vim = {
	/** Undefined while they are not wanted, or not there yet; so is the mode then. */
	keys: VimKeys | undefined
	mode: string | undefined
	onMode(mode: string | undefined): void
}

/** @param onMode - told each mode, undefined when the keys are off */
export function useVim(preferences: ScreenPreferences, onMode: (mode: string | undefined) => void): Vim {
	const isWanted = useSyncExternalStore(preferences.subscribe, () => preferences.screen).keys === 'vim'
	const [loaded, setLoaded] = useState<VimKeys | undefined>()
	const [marked, setMarked] = useState<string | undefined>()
	useEffect(() => {
		if (!isWanted) return
		let isOutdated = false
		void Promise.all([import('./vim/vim.ts'), import('./vim/vim-state.ts')]).then(([vim, state]) => {
			if (!isOutdated) setLoaded({ ...vim, ...state })
		})
		return () => {
			isOutdated = true
		}
	}, [isWanted])
	const keys = isWanted ? loaded : undefined
	const mode = keys && marked
	useEffect(() => onMode(mode), [mode, onMode])
	return { keys, mode, onMode: setMarked }
}
