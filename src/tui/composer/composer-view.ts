// The composer as lines of text: a box with a title in its upper edge and a hint in its lower one.

import { clipToCells, printableText, textCells } from '../text/graphemes.ts'
import { type Cell, cellOf, visualRows } from './wrap.ts'

export type ComposerView = {
	/** Undefined where there is no room for a frame. */
	frame: { top: string; bottom: string } | undefined
	rows: readonly ComposerRow[]
	/** From the view's upper left corner. */
	cursor: Cell
	/** The first row that is shown: hand it in again, so that the text only scrolls when the cursor leaves it. */
	firstRow: number
}

/** One row without its borders. `fill` are the spaces up to the right border. */
export type ComposerRow = {
	glyph: string
	text: string
	fill: string
	/** From where to where it is selected. */
	marked?: readonly [from: number, to: number]
}

export type ComposerViewInput = {
	text: string
	/** An offset in `text`. */
	cursor: number
	title: string
	hint: string
	placeholder: string
	width: number
	/** Of the whole view, frame included. */
	maxRows: number
	firstRow: number
	/** Offsets in `text`. */
	selection?: { start: number; end: number } | undefined
}

export function composerView(input: ComposerViewInput): ComposerView {
	const { text, width, maxRows } = input
	const hasFrame = isFramed(width, maxRows)
	const columns = textColumns(width, maxRows)
	const rows = visualRows(text, columns)
	const cursor = cellOf(text, rows, input.cursor)
	const height = Math.max(1, Math.min(rows.length, hasFrame ? maxRows - 2 : maxRows))
	const firstRow = scrollToCursor({
		firstRow: input.firstRow,
		cursorRow: cursor.row,
		height,
		rows: rows.length,
	})
	const below = rows.length - firstRow - height

	const shown = rows.slice(firstRow, firstRow + height).map(({ start, end }, index) => {
		const content =
			text === '' ? clipToCells(input.placeholder, columns) : printableText(text.slice(start, end))
		// One more than the text may have: for the cursor behind a full row.
		const fill = ' '.repeat(Math.max(0, columns + 1 - textCells(content)))
		const marked = input.selection && markedIn(text, { start, end }, input.selection)
		return { glyph: firstRow + index === 0 ? '> ' : '  ', text: content, fill, ...(marked && { marked }) }
	})
	return {
		frame: hasFrame
			? {
					top: `╭${edge(input.title, firstRow > 0 ? `↑ ${firstRow}` : '', width - 2)}╮`,
					bottom: `╰${edge(below > 0 ? `↓ ${below}` : '', input.hint, width - 2)}╯`,
				}
			: undefined,
		rows: shown,
		cursor: {
			row: cursor.row - firstRow + (hasFrame ? 1 : 0),
			column: cursor.column + GLYPH_CELLS + (hasFrame ? BORDER_CELLS : 0),
		},
		firstRow,
	}
}

/** Of a row, as it is printed. */
function markedIn(
	text: string,
	row: { start: number; end: number },
	selection: { start: number; end: number },
): readonly [number, number] | undefined {
	const from = Math.max(row.start, selection.start)
	const to = Math.min(row.end, selection.end)
	if (from >= to) return undefined
	const printed = (end: number) => printableText(text.slice(row.start, end)).length
	return [printed(from), printed(to)]
}

/** The width that the text itself is wrapped to. */
export function textColumns(width: number, maxRows: number): number {
	const around = GLYPH_CELLS + 1 + (isFramed(width, maxRows) ? 2 * BORDER_CELLS - 1 : 0)
	return Math.max(1, width - around)
}

const GLYPH_CELLS = 2
/** The border and a space. The right one needs no space: the cursor's cell is there. */
const BORDER_CELLS = 2

function isFramed(width: number, maxRows: number): boolean {
	return width >= 12 && maxRows >= 3
}

function scrollToCursor({
	firstRow,
	cursorRow,
	height,
	rows,
}: {
	firstRow: number
	cursorRow: number
	height: number
	rows: number
}): number {
	const withCursor = Math.max(cursorRow - height + 1, Math.min(firstRow, cursorRow))
	return Math.max(0, Math.min(withCursor, rows - height))
}

/** A border line with a text at its left and one at its right, as far as they fit. */
/** As many of the parts between its dots as fit; of the first one, where it is too long by itself, its beginning. */
function wholeParts(text: string, width: number): string {
	let kept = text
	while (textCells(kept) > width && kept.includes(' · ')) kept = kept.slice(0, kept.lastIndexOf(' · '))
	return clipToCells(kept, width)
}

function edge(left: string, right: string, width: number): string {
	const title = wholeParts(left, width - 4)
	const atLeft = title === '' ? '' : `─ ${title} `
	const room = width - textCells(atLeft)
	const atRight = right === '' || textCells(right) + 4 > room ? '' : ` ${right} ─`
	return atLeft + '─'.repeat(Math.max(0, room - textCells(atRight))) + atRight
}
