// The wheel over what is open: its turns are presses of the keys that scroll it.

import { useContext } from 'react'
import type { KeyPress } from '../input/key-press.ts'
import { KeyLayersContext } from '../input/use-keys.ts'
import type { Mouse } from './mouse.ts'
import { useMouse } from './use-mouse.ts'

/** @param isQuestion - something has to be answered: its text is scrolled, and no other answer is gone to */
export function useWheelKeys(
	mouse: Pick<Mouse, 'add'>,
	{ isOpen, isQuestion }: { isOpen: boolean; isQuestion: boolean },
): void {
	const layers = useContext(KeyLayersContext)
	useMouse(mouse, event => {
		if (event.kind !== 'wheel' || !isOpen) return false
		for (const press of pressesOf(event.rows, isQuestion)) layers?.dispatch(press)
		return true
	})
}

/** @param rows - of one turn of the wheel */
function pressesOf(rows: number, isQuestion: boolean): readonly KeyPress[] {
	const at = performance.now()
	if (isQuestion) return [{ kind: 'key', chord: rows < 0 ? 'page-up' : 'page-down', at }]
	return Array.from({ length: Math.abs(rows) }, () => ({ kind: 'key', chord: rows < 0 ? 'up' : 'down', at }))
}
