// What the mouse selects in rows of blocks: what is dragged over, with a double click a word, with a triple one all
// of a block. Within a row that is its characters; of several, the lines they were made of.

import { type BlockId, compareIds, type NumberedBlock } from '../state/block-ids.ts'
import { plainRow } from '../text/painted-row.ts'
import {
	type CellPlace,
	type CellSelection,
	columnsIn,
	cutColumns,
	selectionOf,
	wordAt,
} from './row-selection.ts'

/** A row of a block; `row`: which of its rows. */
export type BlockRow = { text: string; block: NumberedBlock; row: number }

type SelectionAnchor = { id: BlockId; row: number; column: number }

export type SelectablePane = {
	readonly height: number
	scroll(rows: number): void
	/** What the rows from one place to another were made of, both with them. */
	source(from: { id: BlockId; row: number }, to: { id: BlockId; row: number }): string
}

export class BlockSelection {
	readonly #pane: SelectablePane
	/** Rows as they were drawn last, and how wide they may be. */
	#seen: readonly BlockRow[] = []
	#width = 80
	#press: { cell: CellPlace; clicks: number; atMs: number } | undefined
	/** Where it began, in the text: what is seen may have been scrolled since. */
	#anchor: SelectionAnchor | undefined
	/** Of a click, all that it takes; while it is dragged, the cell that it has come to. */
	#selection: CellSelection | { to: CellPlace } | undefined

	constructor(pane: SelectablePane) {
		this.#pane = pane
	}

	/** To be called with what is drawn. */
	see(rows: readonly BlockRow[], width: number): void {
		this.#seen = rows
		this.#width = width
	}

	/** The second press in the same cell takes the word, the third one the whole block. @param cell - of what is seen */
	press(cell: CellPlace): void {
		const {
			cell: before,
			clicks,
			atMs,
		} = this.#press ?? { cell: { row: -1, column: -1 }, clicks: 0, atMs: 0 }
		const nowMs = performance.now()
		const isAgain = before.row === cell.row && before.column === cell.column && nowMs - atMs < AGAIN_MS
		this.#press = { cell, clicks: isAgain ? (clicks % 3) + 1 : 1, atMs: nowMs }
		const row = this.#seen[cell.row]
		this.#anchor = row && { id: row.block.id, row: row.row, column: cell.column }
		if (!row || this.#press.clicks === 1) this.#selection = undefined
		else if (this.#press.clicks === 2) this.#selection = wordAt(plainRow(row.text), cell)
		else this.#selection = this.#rowsOfBlock(row.block)
	}

	/** At either end of what is seen it scrolls. @param row - of the pane, of which rows may be blank above what is seen */
	drag(cell: CellPlace, row: number): void {
		if (!this.#press) return
		// The next press in the cell it began in is a first one.
		this.#press = { ...this.#press, clicks: 0 }
		if (row <= 0) this.#pane.scroll(-1)
		else if (row >= this.#pane.height - 1) this.#pane.scroll(1)
		this.#selection = { to: cell }
	}

	/** @returns what is to be copied, or else the row that was clicked once */
	release(cell: CellPlace): { text: string } | { clicked: BlockRow } | undefined {
		const text = this.#text().replace(/^\n+|\n+$/g, '')
		const row = this.#seen[cell.row]
		this.#selection = undefined
		if (text !== '') return { text }
		return row && this.#press?.clicks === 1 && this.#press.cell.row === cell.row
			? { clicked: row }
			: undefined
	}

	/** The row with what is selected of it standing out. @param index - among those that are seen */
	marked(text: string, index: number): string {
		const selection = this.#cells()
		const columns = selection && columnsIn(selection, index, this.#width)
		if (!columns) return text
		const [before, selected, after] = cutColumns(plainRow(text), columns)
		return `${before}${selected === '' ? '' : `\x1b[7m${selected}\x1b[27m`}${after}`
	}

	/** As far as they are seen; all of it is copied. */
	#rowsOfBlock(block: NumberedBlock): CellSelection {
		const rows = this.#seen.flatMap((row, index) => (row.block === block ? [index] : []))
		const from = { row: rows[0] ?? 0, column: 0 }
		return { from, to: { row: rows.at(-1) ?? 0, column: this.#width } }
	}

	/** In cells of what is seen; what has been scrolled away is above the first of them or below the last. */
	#cells(): CellSelection | undefined {
		if (!this.#selection || 'from' in this.#selection) return this.#selection
		const from = this.#anchor
			? { row: this.#rowOf(this.#anchor), column: this.#anchor.column }
			: this.#press?.cell
		return from && selectionOf(from, this.#selection.to)
	}

	#rowOf(place: SelectionAnchor): number {
		const order = ({ block, row }: BlockRow) => compareIds(block.id, place.id) || row - place.row
		const at = this.#seen.findIndex(row => order(row) >= 0)
		const found = this.#seen[at]
		if (!found) return this.#seen.length
		return order(found) === 0 ? at : at - 1
	}

	#text(): string {
		const selection = this.#cells()
		if (!selection) return ''
		const [from, to] = [this.#placeAt(selection.from.row), this.#placeAt(selection.to.row)]
		if (!from || !to) return ''
		if (this.#press?.clicks === 3)
			return this.#pane.source({ id: from.id, row: 0 }, { id: from.id, row: Number.MAX_SAFE_INTEGER })
		const row = this.#seen[selection.from.row]
		if (!row || compareIds(from.id, to.id) !== 0 || from.row !== to.row) return this.#pane.source(from, to)
		const columns = columnsIn(selection, selection.from.row, this.#width)
		return columns ? cutColumns(plainRow(row.text), columns)[1].trimEnd() : ''
	}

	/** @param index - of a row that is seen; beyond them it is where the selection began, if that has been scrolled away */
	#placeAt(index: number): { id: BlockId; row: number } | undefined {
		const anchor = this.#anchor
		if ((index < 0 || index >= this.#seen.length) && anchor && this.#rowOf(anchor) === index) return anchor
		const row = this.#seen[Math.max(0, Math.min(index, this.#seen.length - 1))]
		return row && { id: row.block.id, row: row.row }
	}
}

/** Between two clicks of a double one. */
const AGAIN_MS = 400
