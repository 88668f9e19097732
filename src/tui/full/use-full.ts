// The screen on the whole window, loaded when it is wanted for the first time.

import { useEffect, useState } from 'react'
import type { ScreenStore } from '../screen/screen-store.ts'
import type { ScreenPreferences } from '../state/screen-preferences.ts'

/** Who has the whole window: what was opened, or the screen as a whole. */
export type WindowTaker = 'opened' | 'asked' | 'full'

export type FullArea = typeof import('./FullArea.tsx').FullArea

/** @returns what shows the transcript while the whole window is taken for it */
export function useFull(given: {
	preferences: ScreenPreferences
	store: Pick<ScreenStore, 'holdTranscript'>
	/** Shown from the first frame on: the window is taken and the transcript held. */
	first: FullArea | undefined
	takeWindow(taker: WindowTaker, isTaken: boolean): void
	/** The session is open: nothing is drawn twice. */
	notify(problem: unknown): void
}): FullArea | undefined {
	const { preferences, store, first, takeWindow, notify } = given
	const [area, setArea] = useState(first && { shown: first })
	// biome-ignore lint/correctness/useExhaustiveDependencies: a problem is told to whoever is there then
	useEffect(() => {
		let isShown = first !== undefined
		let isCurrent = true
		const follow = async () => {
			const loaded = preferences.screen.mode === 'full' ? await import('./FullArea.tsx') : undefined
			const isWanted = preferences.screen.mode === 'full' && loaded !== undefined
			if (!isCurrent || isWanted === isShown) return
			isShown = isWanted
			if (isWanted) store.holdTranscript(true)
			takeWindow('full', isWanted)
			if (!isWanted) store.holdTranscript(false)
			setArea(isWanted && loaded ? { shown: loaded.FullArea } : undefined)
		}
		const start = () => void follow().catch(notify)
		start()
		const stop = preferences.subscribe(start)
		return () => {
			isCurrent = false
			stop()
		}
	}, [preferences, store, takeWindow])
	return area?.shown
}
