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
		void import('./vim/vim.ts').then(vim => {
			if (!isOutdated) setLoaded(() => vim)
		})
		return () => {
			isOutdated = true
		}
	}, [keys])
	return keys === 'vim' ? loaded : undefined
}
