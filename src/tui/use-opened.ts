// What the user has opened, and the screen it is shown on: what has the whole window is on the alternate one.

import { useCallback, useRef, useState } from 'react'
import type { OpenedList } from './DialogArea.tsx'

/** @param onTakeWindow - called before anything is drawn on the other screen */
export function useOpened(
	onTakeWindow: (isTaken: boolean) => void,
): readonly [OpenedList | undefined, (opened: OpenedList | undefined) => void] {
	const [opened, setOpened] = useState<OpenedList | undefined>()
	const hasWindow = useRef(false)
	const open = useCallback(
		(next: OpenedList | undefined) => {
			const needsWindow = next?.kind === 'window'
			if (needsWindow !== hasWindow.current) {
				hasWindow.current = needsWindow
				onTakeWindow(needsWindow)
			}
			setOpened(next)
		},
		[onTakeWindow],
	)
	return [opened, open]
}
