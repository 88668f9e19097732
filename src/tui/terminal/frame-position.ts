// Where the cursor stands within the frame Ink has drawn, read from what Ink writes. It is all there is to know to
// put text above the frame without drawing it again.

export type FramePosition = {
	/** Counted from the frame's first row. */
	row: number
	column: number
	/** The row below the frame's last, where Ink leaves the cursor when it is not shown. 0: there is no frame. */
	bottom: number
	isCursorShown: boolean
}

export const NO_FRAME: FramePosition = { row: 0, column: 0, bottom: 0, isCursorShown: false }

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
	}
}

/** How Ink ends a write that leaves the cursor where a person types. */
const SHOW_CURSOR = /(?:\x1b\[(\d+)A)?\x1b\[(\d+)G\x1b\[\?25h$/

const MOVEMENT = /\n|\x1b\[(\d*)([ABEGHJ])|\x1b\[\d+;\d+(H)|\x1b\[\?25([hl])/g

function moveCursor(before: FramePosition, drawing: string): FramePosition {
	let { row, column, bottom, isCursorShown } = before
	for (const [movement, digits, move, home, cursor] of drawing.matchAll(MOVEMENT)) {
		const count = Number(digits || '1')
		if (movement === '\n' || move === 'E') {
			row += movement === '\n' ? 1 : count
			column = 0
		} else if (move === 'B') row += count
		else if (move === 'A') row = Math.max(0, row - count)
		else if (move === 'G') column = count - 1
		else if (move === 'H' || home) row = 0
		else if (move === 'J') bottom = row
		else if (cursor) isCursorShown = cursor === 'h'
		if (row === 0 && (move === 'A' || move === 'H' || home)) bottom = 0
		bottom = Math.max(bottom, row)
	}
	return { row, column, bottom, isCursorShown }
}
