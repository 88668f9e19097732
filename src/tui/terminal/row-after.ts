// Where the cursor is after a write, in a terminal narrower than what was written was made for.

import { cellWidth } from '../text/cell-width.ts'

/**
 * @param from - a row, where the cursor and the saved place are
 * @param screen - `last`: its last row, counted like `from`; left out, there are enough below
 * @returns counted like `from`, with what stood there before, also where that has been scrolled
 */
export function rowAfter(
	from: number,
	written: string,
	{ columns, last: end = Number.POSITIVE_INFINITY }: { columns: number; last?: number },
): number {
	let [row, column, last] = [from, 0, end]
	let saved = row
	let wraps = true
	let read = 0
	/** At the last row the screen is scrolled. */
	const feed = (count: number) => {
		row += count
		last = Math.max(last, row)
	}
	const print = (end: number) => {
		const cells = cellWidth(written.slice(read, end).replaceAll(NOT_PRINTED, ''))
		if (cells === 0) return
		const reached = column + cells
		// Behind the last column the cursor waits on it until something is printed there.
		const broken = wraps ? Math.ceil(reached / columns) - 1 : 0
		feed(broken)
		column = Math.min(columns, reached - broken * columns)
	}
	for (const match of written.matchAll(MOVEMENT)) {
		const [movement, digits, move, mode, place] = match
		print(match.index)
		read = match.index + movement.length
		const count = Number(digits || '1')
		if (movement === '\n') feed(1)
		if (move === 'A') row -= count
		if (move === 'B' || move === 'E') row = Math.min(last, row + count)
		if (movement === '\n' || movement === '\r' || move === 'E') column = 0
		if (move === 'G') column = Math.min(columns, count) - 1
		if (mode) wraps = mode === 'h'
		if (place === '7') saved = row
		if (place === '8') row = saved
	}
	print(written.length)
	return row
}

const MOVEMENT = /\n|\r|\x1b\[(\d*)([ABEG])|\x1b\[\?7([hl])|\x1b([78])/g
const NOT_PRINTED = /\x1b\[[\d;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g
