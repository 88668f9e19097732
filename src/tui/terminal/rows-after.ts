// What is on the screen, and where the cursor is, after a write in a terminal narrower than what was written was made for.

import { cellWidth } from '../text/cell-width.ts'

export type ScreenSize = { rows: number; columns: number }

/** `isContinued`: the terminal has broken the row before, and this one is the rest of it. */
export type LaidRow = { cells: number; isContinued: boolean }

/** Rows from where the frame begins, and which of them the cursor is in; of the rows behind the last nothing is known. */
export type LaidRows = { rows: readonly LaidRow[]; row: number }

const BLANK: LaidRow = { cells: 0, isContinued: false }

/**
 * @param from - the saved place is where the cursor is
 * @param screen - `last`: its last row, counted like the others; left out, there are enough below
 * @returns with what stood there before, also where that has been scrolled
 */
export function rowsAfter(
	from: LaidRows,
	written: string,
	{ columns, last: end = Number.POSITIVE_INFINITY }: { columns: number; last?: number },
): LaidRows {
	const rows = [...from.rows]
	let [row, column, last] = [from.row, 0, end]
	let saved = row
	let wraps = true
	let read = 0
	const set = (index: number, laid: Partial<LaidRow>) => {
		if (index < 0) return
		while (rows.length <= index) rows.push(BLANK)
		rows[index] = { ...(rows[index] ?? BLANK), ...laid }
	}
	/** At the last row the screen is scrolled. */
	const feed = (isContinued: boolean) => {
		row++
		last = Math.max(last, row)
		set(row, { isContinued })
	}
	const reach = (reached: number) => {
		column = reached
		set(row, { cells: Math.max(rows[row]?.cells ?? 0, column) })
	}
	const print = (end: number) => {
		let cells = cellWidth(written.slice(read, end).replaceAll(NOT_PRINTED, ''))
		// Behind the last column the cursor waits on it until something is printed there.
		while (wraps && column + cells > columns) {
			cells -= columns - column
			reach(columns)
			feed(true)
			column = 0
		}
		if (cells > 0) reach(Math.min(columns, column + cells))
	}
	for (const match of written.matchAll(MOVEMENT)) {
		const [movement, digits, move, mode, place] = match
		print(match.index)
		read = match.index + movement.length
		const count = Number(digits || '1')
		if (movement === '\n') feed(false)
		if (move === 'A') row -= count
		if (move === 'B' || move === 'E') row = Math.min(last, row + count)
		if (movement === '\n' || movement === '\r' || move === 'E' || move === 'L') column = 0
		if (move === 'G') column = Math.min(columns, count) - 1
		if (move === 'L' && row >= 0) {
			set(row, {})
			rows.splice(row, 0, ...Array.from({ length: count }, () => BLANK))
			if (rows.length > last + 1) rows.length = last + 1
		}
		if (move === 'K') set(row, digits === '2' ? BLANK : column === 0 ? BLANK : { cells: column })
		if (move === 'J') {
			set(row, column === 0 ? BLANK : { cells: column })
			rows.length = Math.max(0, row + 1)
		}
		if (mode) wraps = mode === 'h'
		if (place === '7') saved = row
		if (place === '8') row = saved
	}
	print(written.length)
	return { rows, row }
}

const MOVEMENT = /\n|\r|\x1b\[(\d*)([ABEGJKL])|\x1b\[\?7([hl])|\x1b([78])/g
const NOT_PRINTED = /\x1b\[[\d;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g
