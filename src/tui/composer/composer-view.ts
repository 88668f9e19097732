// The composer as lines of text: a box with a title in its upper edge and a hint in its lower one. Where there is little
// room it has no box, and both stand in a row above it while there is something to say.

import { clipToCells, printableText, textCells } from '../text/graphemes.ts'
import { type Cell, cellOf, visualRows } from './wrap.ts'

export type ComposerView = {
	/** Undefined where there is no room for a frame. */
	frame: { top: string; bottom: string } | undefined
	/** What the edges of the frame would say, where there is none; undefined while that is nothing. */
	head: string | undefined
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
	/** False: no frame, however much room there is. */
	hasFrame?: boolean
	firstRow: number
	/** Offsets in `text`. */
	selection?: { start: number; end: number } | undefined
}

export function composerView(input: ComposerViewInput): ComposerView {
	const { text, width, maxRows, title, hint } = input
	const hasFrame = isFramed(input)
	const columns = textColumns(input)
	const rows = visualRows(text, columns)
	const cursor = cellOf(text, rows, input.cursor)
	const isSaying = title !== '' || hint !== '' || rows.length > maxRows
	const hasHead = !hasFrame && isSaying && maxRows > 1
	const height = Math.max(1, Math.min(rows.length, maxRows - (hasFrame ? 2 : hasHead ? 1 : 0)))
	const firstRow = scrollToCursor({
		firstRow: input.firstRow,
		cursorRow: cursor.row,
		height,
		rows: rows.length,
	})
	const below = rows.length - firstRow - height
	const up = firstRow > 0 ? `↑ ${firstRow}` : ''
	const down = below > 0 ? `↓ ${below}` : ''

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
					top: `╭${edge(title, up, width - 2)}╮`,
					bottom: `╰${edge(down, hint, width - 2)}╯`,
				}
			: undefined,
		head: hasHead
			? headRow(title, [up, down, hint].filter(part => part !== '').join('  '), width)
			: undefined,
		rows: shown,
		cursor: {
			row: cursor.row - firstRow + (hasFrame || hasHead ? 1 : 0),
			column: cursor.column + GLYPH_CELLS + (hasFrame ? BORDER_CELLS : 0),
		},
		firstRow,
	}
}

/** @param cell - from the view's upper left corner @returns the one of the text as it is wrapped; undefined where no text is */
export function textCellAt({ frame, head, rows, firstRow }: ComposerView, cell: Cell): Cell | undefined {
	const row = cell.row - (frame || head !== undefined ? 1 : 0)
	if (row < 0 || row >= rows.length) return undefined
	const column = cell.column - GLYPH_CELLS - (frame ? BORDER_CELLS : 0)
	return { row: firstRow + row, column: Math.max(0, column) }
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
export function textColumns(room: ComposerRoom): number {
	const around = GLYPH_CELLS + 1 + (isFramed(room) ? 2 * BORDER_CELLS - 1 : 0)
	return Math.max(1, room.width - around)
}

type ComposerRoom = Pick<ComposerViewInput, 'width' | 'maxRows' | 'hasFrame'>

const GLYPH_CELLS = 2
/** The border and a space. The right one needs no space: the cursor's cell is there. */
const BORDER_CELLS = 2

function isFramed({ width, maxRows, hasFrame = true }: ComposerRoom): boolean {
	return hasFrame && width >= 12 && maxRows >= 3
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

/** As many of the parts between its dots as fit; of the first one, where it is too long by itself, its beginning. */
function wholeParts(text: string, width: number): string {
	let kept = text
	while (textCells(kept) > width && kept.includes(' · ')) kept = kept.slice(0, kept.lastIndexOf(' · '))
	return clipToCells(kept, width)
}

/** A border line with a text at its left and one at its right, as far as they fit. */
function edge(left: string, right: string, width: number): string {
	const title = wholeParts(left, width - 4)
	const atLeft = title === '' ? '' : `─ ${title} `
	const room = width - textCells(atLeft)
	const atRight = right === '' || textCells(right) + 4 > room ? '' : ` ${right} ─`
	return atLeft + '─'.repeat(Math.max(0, room - textCells(atRight))) + atRight
}

/** What is said for a moment comes first: what goes on is said again. */
function headRow(left: string, right: string, width: number): string {
	const atRight = clipToCells(right, width)
	const room = width - textCells(atRight) - (atRight === '' ? 0 : GAP_CELLS)
	const atLeft = room < LEAST_TITLE_CELLS ? '' : wholeParts(left, room)
	return atLeft + ' '.repeat(Math.max(0, width - textCells(atLeft) - textCells(atRight))) + atRight
}

const GAP_CELLS = 2
/** Less of a title says nothing. */
const LEAST_TITLE_CELLS = 7
