// Loads vim's keys when they are wanted, and not before.

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { VimKeys } from './vim-keys.ts'

/** @returns undefined while they are not wanted, or not there yet */
export function useVim(preferences: ScreenPreferences): VimKeys | undefined {
	const { keys } = useSyncExternalStore(preferences.subscribe, () => preferences.screen)
	const [loaded, setLoaded] = useState<VimKeys | undefined>()
	useEffect(() => {
		if (keys !== 'vim') return
		let isOutdated = false
		void Promise.all([import('./vim/vim.ts'), import('./vim/vim-state.ts')]).then(([vim, state]) => {
			if (!isOutdated) setLoaded({ ...vim, ...state })
		})
		return () => {
			isOutdated = true
		}
	}, [keys])
	return keys === 'vim' ? loaded : undefined
}
