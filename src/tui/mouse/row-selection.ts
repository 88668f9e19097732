// What the mouse has selected in rows of text: from one cell to another, a word, or all of a block.

import { cellWidth, splitAtColumn } from '../text/cell-width.ts'

export type CellPlace = { row: number; column: number }

/** From the first cell to the last one, both of them in it. */
export type CellSelection = { from: CellPlace; to: CellPlace }

/** @param a - where it began, which may be behind where it ends */
export function selectionOf(a: CellPlace, b: CellPlace): CellSelection {
	const isBefore = a.row < b.row || (a.row === b.row && a.column <= b.column)
	return isBefore ? { from: a, to: b } : { from: b, to: a }
}

/** The word at a cell: letters, digits and what stands within names of files. @param text - of the row, without colours */
export function wordAt(text: string, cell: CellPlace): CellSelection {
	let column = 0
	for (const [part] of text.matchAll(/[\p{L}\p{N}_./~:@-]+|\s+|./gsu)) {
		const end = column + cellWidth(part)
		if (cell.column < end) {
			const to = { row: cell.row, column: Math.max(column, end - 1) }
			return { from: { row: cell.row, column }, to }
		}
		column = end
	}
	return { from: cell, to: cell }
}

/** @returns the columns of a row that are selected, the second one behind the last */
export function columnsIn(
	{ from, to }: CellSelection,
	row: number,
	width: number,
): readonly [number, number] | undefined {
	if (row < from.row || row > to.row) return undefined
	return [row === from.row ? from.column : 0, row === to.row ? to.column + 1 : width]
}

/** @param text - without colours */
export function cutColumns(
	text: string,
	[from, to]: readonly [number, number],
): readonly [string, string, string] {
	const [before, rest] = splitAtColumn(text, from)
	const [selected, after] = splitAtColumn(rest, Math.max(0, to - cellWidth(before)))
	return [before, selected, after]
}
