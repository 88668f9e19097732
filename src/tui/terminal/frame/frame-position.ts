// Where the cursor stands within the frame Ink has drawn, read from what Ink writes. It is all there is to know to
// put text above the frame without drawing it again.

import { cellWidth } from '../../text/cell-width.ts'

export type FramePosition = {
	/** Counted from the frame's first row. */
	row: number
	column: number
	/** The row below the frame's last, where Ink leaves the cursor when it is not shown. 0: there is no frame. */
	bottom: number
	isCursorShown: boolean
	/** Of the frame's rows, in columns: what a terminal that has become narrower breaks in two. */
	widths: readonly number[]
}

export const NO_FRAME: FramePosition = { row: 0, column: 0, bottom: 0, isCursorShown: false, widths: [] }

/** @returns how many rows the cursor stands below the frame's first, in a terminal that has broken its rows anew */
export function rowsAboveCursor({ row, column, widths }: FramePosition, columns: number): number {
	let above = Math.floor(column / columns)
	for (let index = 0; index < row; index++) above += Math.max(1, Math.ceil((widths[index] ?? 0) / columns))
	return above
}

/** The last cell with something in it: where those are that nothing is written behind, nobody can say later. */
export function lastWritten(frame: FramePosition): FramePosition {
	const { bottom, widths } = frame
	let row = bottom - 1
	while (row > 0 && !widths[row]) row--
	return { ...frame, row, column: Math.max(0, (widths[row] ?? 0) - 1) }
}

/**
 * Ink's lines never wrap, so only line feeds and cursor movements change the row. Every redraw walks from the frame's
 * first row to the one below its last; only then the cursor may go up again, to where it is to be seen.
 * @param written - one whole write of Ink's
 */
export function positionAfter(before: FramePosition, written: string): FramePosition {
	const shownAt = SHOW_CURSOR.exec(written)
	const drawing = shownAt ? written.slice(0, shownAt.index) : written
	const after = moveCursor(before, drawing)
	if (!shownAt) return after
	const [, up, column = '1'] = shownAt
	return {
		row: after.row - Number(up ?? 0),
		column: Number(column) - 1,
		bottom: after.bottom,
		isCursorShown: true,
		widths: after.widths,
	}
}

/** How Ink ends a write that leaves the cursor where a person types. */
const SHOW_CURSOR = /(?:\x1b\[(\d+)A)?\x1b\[(\d+)G\x1b\[\?25h$/

const MOVEMENT = /\n|\x1b\[(\d*)([ABEGHJK])|\x1b\[\d+;\d+(H)|\x1b\[\?25([hl])/g
const NOT_PRINTED = /\x1b\[[\d;:?]*[A-Za-z]|\r/g

function moveCursor(before: FramePosition, drawing: string): FramePosition {
	let { row, column, bottom, isCursorShown } = before
	const widths = [...before.widths]
	let read = 0
	const print = (end: number) => {
		const text = drawing.slice(read, end).replaceAll(NOT_PRINTED, '')
		if (text === '') return
		column += cellWidth(text)
		widths[row] = Math.max(widths[row] ?? 0, column)
	}
	for (const match of drawing.matchAll(MOVEMENT)) {
		const [movement, digits, move, home, cursor] = match
		print(match.index)
		read = match.index + movement.length
		const count = Number(digits || '1')
		if (movement === '\n' || move === 'E') {
			row += movement === '\n' ? 1 : count
			column = 0
		} else if (move === 'B') row += count
		else if (move === 'A') row = Math.max(0, row - count)
		else if (move === 'G') column = count - 1
		else if (move === 'H' || home) row = 0
		else if (move === 'J') {
			bottom = row
			widths.length = Math.min(widths.length, row)
		} else if (move === 'K') widths[row] = digits === '2' ? 0 : column
		else if (cursor) isCursorShown = cursor === 'h'
		if (row === 0 && (move === 'A' || move === 'H' || home)) bottom = 0
		bottom = Math.max(bottom, row)
	}
	print(drawing.length)
	return { row, column, bottom, isCursorShown, widths: widths.slice(0, bottom + 1) }
}
