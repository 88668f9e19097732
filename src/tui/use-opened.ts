// What the user has opened, and the screen it is shown on: what has the whole window is on the alternate one.

import { useCallback, useRef, useState } from 'react'
import type { OpenedList } from './DialogArea.tsx'
import type { WindowTaker } from './full/use-full.ts'

/**
 * @param onTakeWindow - shows the alternate screen, or the main one again
 * @param first - has it already
 * @returns to be called before anything is drawn on the other screen
 */
export function useWindowTaking(
	onTakeWindow: (isTaken: boolean) => void,
	first: readonly WindowTaker[],
): (taker: WindowTaker, isTaken: boolean) => void {
	const takers = useRef<ReadonlySet<WindowTaker>>(new Set(first))
	return useCallback(
		(taker, isTaken) => {
			const before = takers.current.size > 0
			const others = [...takers.current].filter(other => other !== taker)
			takers.current = new Set(isTaken ? [...others, taker] : others)
			const after = takers.current.size > 0
			if (before !== after) onTakeWindow(after)
		},
		[onTakeWindow],
	)
}

/**
 * What stands over the end of the transcript: what has been opened, what is below the prompt, or above it for a while. `list`: what
 * has been opened is to be seen, and has the rows.
 */
export type CoveringPart = 'opened' | 'list' | 'below' | 'above'

/** @param isSmall - a list, too, has the whole window: the frame would have to grow and shrink on the main screen, and be left high in it */
export function useOpened(
	{
		takeWindow,
		onCover,
	}: {
		takeWindow(taker: WindowTaker, isTaken: boolean): void
		onCover(part: CoveringPart, isOpen: boolean): void
	},
	isSmall: boolean,
): readonly [OpenedList | undefined, (opened: OpenedList | undefined) => void] {
	const [opened, setOpened] = useState<OpenedList | undefined>()
	const open = useCallback(
		(next: OpenedList | undefined) => {
			onCover('opened', next !== undefined)
			takeWindow('opened', next !== undefined && (isSmall || next.kind === 'window'))
			setOpened(next)
		},
		[takeWindow, onCover, isSmall],
	)
	return [opened, open]
}
