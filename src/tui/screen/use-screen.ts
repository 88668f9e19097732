// Hooks for the parts of the screen: its state, the size of the window, a clock.

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Layout, layoutOf } from './layout.ts'
import type { Screen, ScreenStore } from './screen-store.ts'

export function useScreen(store: ScreenStore): Screen {
	return useSyncExternalStore(store.subscribe, store.screen)
}

/** Follows the size of the window. */
export function useWindowSize(window: TerminalWindow): WindowSize {
	// Read as an external store, so that the next frame is never laid out for the size before.
	const subscribe = useCallback(
		(onResize: () => void) => {
			window.on('resize', onResize)
			return () => {
				window.off('resize', onResize)
			}
		},
		[window],
	)
	const size = useSyncExternalStore(subscribe, () => `${window.columns}x${window.rows}`)
	return useMemo(() => {
		const [columns = 80, rows = 24] = size.split('x').map(Number)
		return { columns, rows }
	}, [size])
}

export function useLayout({ columns, rows }: WindowSize, statusRows: number): Layout {
	return useMemo(() => layoutOf(columns, rows, statusRows), [columns, rows, statusRows])
}

export type TerminalWindow = Pick<NodeJS.EventEmitter, 'on' | 'off'> & Readonly<WindowSize>

export type WindowSize = { columns: number; rows: number }

/** The time, once a second while it matters. Without a run there is no timer. */
export function useClock(isRunning: boolean): number {
	const [, tick] = useState(0)
	useEffect(() => {
		if (!isRunning) return
		const timer = setInterval(() => tick(count => count + 1), 1000)
		return () => clearInterval(timer)
	}, [isRunning])
	return Date.now()
}
