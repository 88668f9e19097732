// The wheel where something is open that has the keys: it presses those that scroll it.

import type { KeyPress } from '../input/key-press.ts'

/**
 * @param rows - of one turn of the wheel
 * @param isQuestion - something has to be answered: its text is scrolled, and no other answer is gone to
 */
export function wheelPresses(rows: number, isQuestion: boolean): readonly KeyPress[] {
	const at = performance.now()
	if (isQuestion) return [{ kind: 'key', chord: rows < 0 ? 'page-up' : 'page-down', at }]
	return Array.from({ length: Math.abs(rows) }, () => ({ kind: 'key', chord: rows < 0 ? 'up' : 'down', at }))
}
