// What the mouse does, for parts of the screen: the one that was mounted last is asked first.

import { useEffectEvent, useLayoutEffect } from 'react'
import type { Mouse, MouseHandler } from './mouse.ts'

/** @param mouse - undefined where there is none */
export function useMouse(
	mouse: Pick<Mouse, 'add'> | undefined,
	handler: MouseHandler,
	isActive = true,
): void {
	const newest = useEffectEvent(handler)
	// With the frame that shows what can be clicked: what comes at once after it is for it.
	useLayoutEffect(() => (isActive ? mouse?.add(event => newest(event)) : undefined), [mouse, isActive])
}
