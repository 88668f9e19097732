// A text as rows of a given width, and the way between an offset in it and a cell on the screen.

import { cellsOf, graphemesOf, textCells } from '../text/graphemes.ts'

/** Offsets. A row that was wrapped ends where the next one starts; a line end lies between two rows. */
export type VisualRow = { readonly start: number; readonly end: number }
export type Cell = { readonly row: number; readonly column: number }

/**
 * Breaks at spaces and between wide characters, within a word only where it is too long.
 * One space may hang over the edge: keep a cell free for it and for the cursor behind a full row.
 * @returns at least one row
 */
export function visualRows(text: string, width: number): readonly VisualRow[] {
	const rows: VisualRow[] = []
	let start = 0
	for (const line of text.split('\n')) {
		addLine({ line, start, width: Math.max(1, width), rows })
		start += line.length + 1
	}
	return rows
}

export function cellOf(text: string, rows: readonly VisualRow[], offset: number): Cell {
	const row = Math.max(0, rowAt(rows, offset))
	return { row, column: textCells(text.slice(rows[row]?.start ?? 0, offset)) }
}

/** @returns the offset of the character that covers the cell, or of the row's last place when it is shorter */
export function offsetAt(text: string, rows: readonly VisualRow[], { row, column }: Cell): number {
	const here = rows[row]
	if (!here) return text.length
	// The end of a wrapped row is shown as the start of the next.
	const isWrapped = rows[row + 1]?.start === here.end
	let offset = here.start
	let cells = 0
	for (const grapheme of graphemesOf(text.slice(here.start, here.end))) {
		const next = offset + grapheme.length
		cells += cellsOf(grapheme)
		if (cells > column || (isWrapped && next >= here.end)) break
		offset = next
	}
	return offset
}

function addLine({
	line,
	start,
	width,
	rows,
}: {
	line: string
	start: number
	width: number
	rows: VisualRow[]
}): void {
	const lineEnd = start + line.length
	let rowStart = start
	if (line.length > width || textCells(line) > width) {
		let offset = start
		let cells = 0
		let breakAt = start
		let cellsAtBreak = 0
		for (const grapheme of graphemesOf(line)) {
			const size = cellsOf(grapheme)
			const hangs = grapheme === ' ' && cells === width
			while (cells + size > width && offset > rowStart && !hangs) {
				const cut = breakAt > rowStart ? breakAt : offset
				cells = cut === breakAt ? cells - cellsAtBreak : 0
				rows.push({ start: rowStart, end: cut })
				rowStart = cut
				cellsAtBreak = 0
			}
			offset += grapheme.length
			cells += size
			if (grapheme === ' ' || grapheme === '\t' || size === 2) {
				breakAt = offset
				cellsAtBreak = cells
			}
		}
	}
	rows.push({ start: rowStart, end: lineEnd })
}

/** The last row that starts at or before an offset. */
function rowAt(rows: readonly VisualRow[], offset: number): number {
	let low = 0
	let high = rows.length - 1
	while (low < high) {
		const middle = Math.ceil((low + high) / 2)
		if ((rows[middle]?.start ?? 0) <= offset) low = middle
		else high = middle - 1
	}
	return low
}
