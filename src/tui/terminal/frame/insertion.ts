// Rows put above the frame for good: a gap is made for them by scrolling and inserting lines, and nothing is drawn again.

import { pictureHeight } from '../../pictures/picture-row.ts'
import { cellWidth } from '../../text/cell-width.ts'
import { foldSpans, plainText, span } from '../../text/spans.ts'
import { firmRow, NO_WRAP, WRAP } from './firm-columns.ts'
import type { FramePosition } from './frame-position.ts'

/**
 * Makes room below the frame, scrolling the screen when it is full; moves the frame down into it by inserting lines
 * above; writes the rows into the gap; puts the cursor back.
 */
export function insertion(input: {
	rows: readonly string[]
	frame: FramePosition
	screen: { columns: number; rows: number }
	/** What is written after it. A frame hides the cursor itself and puts it back. */
	next: 'frame' | 'nothing'
}): string {
	const { rows, frame, screen, next } = input
	const { row, column, bottom, isCursorShown } = frame
	// The frame itself must not be scrolled off the screen.
	const atOnce = Math.max(1, screen.rows - 1 - bottom)
	const parts = [isCursorShown ? '\x1b[?25l' : '', down(bottom - row), '\r']
	for (const [index, { text, height }] of portions(rows, { columns: screen.columns, atOnce }).entries()) {
		parts.push(
			index > 0 ? down(bottom) : '',
			'\n'.repeat(height),
			`\x1b[${bottom + height}A\x1b[${height}L`,
			text,
		)
	}
	parts.push(down(row))
	if (next === 'nothing')
		parts.push(column > 0 ? `\x1b[${column + 1}G` : '', isCursorShown ? '\x1b[?25h' : '')
	return parts.join('')
}

/** Rows in portions that fit above the frame. A row wider than the terminal is one line of text that it breaks itself. */
function portions(
	rows: readonly string[],
	{ columns, atOnce }: { columns: number; atOnce: number },
): readonly { text: string; height: number }[] {
	const all: { text: string; height: number }[] = []
	let open = { text: '', height: 0 }
	for (const row of rows.flatMap(each => withinHeight(each, columns, atOnce))) {
		const height = heightOf(row, columns)
		if (open.height > 0 && open.height + height > atOnce) {
			all.push(open)
			open = { text: '', height: 0 }
		}
		const line = `${writable(row, columns)}\r\n`
		// Between two such rows there is nothing to switch: ten bytes less for each.
		const text = (open.text + line).replace(`${WRAP}\r\n${NO_WRAP}`, '\r\n')
		open = { text, height: open.height + height }
	}
	return open.height > 0 ? [...all, open] : all
}

/** @returns what is written for it: of one line, what the terminal thinks wider is cut */
export function writable(row: string, columns: number): string {
	return row === '' || heightOf(row, columns) > 1 ? row : firmRow(row, columns)
}

/** @returns rows that it takes in a terminal of so many columns */
export function heightOf(row: string, columns: number): number {
	const picture = pictureHeight(row)
	if (picture > 0) return picture
	if (row.length <= columns && NARROW.test(row)) return 1
	return Math.max(1, Math.ceil(widthOf(row) / columns))
}

/** @returns the cells that it has something in, as it is broken in a terminal of so many columns */
export function cellsOf(row: string, columns: number): readonly number[] {
	const height = heightOf(row, columns)
	const rest = pictureHeight(row) > 0 ? 0 : widthOf(row) - (height - 1) * columns
	return Array.from({ length: height }, (_, index) =>
		index < height - 1 ? columns : Math.min(columns, rest),
	)
}

function widthOf(row: string): number {
	return cellWidth(row.replaceAll(SEQUENCES, ''))
}

/** @returns as many of the last ones as there is room for, a line that is higher in parts, and what is written for them */
export function lastWithin(
	rows: readonly string[],
	{ columns, limit }: { columns: number; limit: number },
): { rows: readonly string[]; height: number; text: string } {
	const parts = rows.flatMap(row => withinHeight(row, columns, limit))
	let [start, height] = [parts.length, 0]
	for (; start > 0; start--) {
		const more = heightOf(parts[start - 1] ?? '', columns)
		if (height + more > limit) break
		height += more
	}
	const last = parts.slice(start)
	return { rows: last, height, text: last.map(row => `${writable(row, columns)}\r\n`).join('') }
}

/** More than the screen has room for cannot be one line. */
function withinHeight(row: string, columns: number, atOnce: number): readonly string[] {
	if (heightOf(row, columns) <= atOnce) return [row]
	// Its name stands above it.
	if (pictureHeight(row) > 0) return []
	return foldSpans([span(row.replaceAll(SEQUENCES, ''))], columns * atOnce).map(plainText)
}

const NARROW = /^[ -~\x1b]*$/
const SEQUENCES = /\x1b\[[\d;:]*[mK]|\x1b\](?:8|133);[^\x07\x1b]*(?:\x07|\x1b\\)/g

function down(rows: number): string {
	return rows > 0 ? `\x1b[${rows}B` : ''
}
