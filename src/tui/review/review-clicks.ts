// The mouse in the review: clicks on a scope, on a file or a folder of the tree, on a row of the diff; what is dragged over
// in the diff is copied, several rows as the lines they are of, a part of one as it stands there.

import type { MouseReport } from '../mouse/mouse-reports.ts'
import { type CellSelection, columnsIn, cutColumns, selectionOf, wordAt } from '../mouse/row-selection.ts'
import { plainRow } from '../text/painted-row.ts'
import { DiffPane } from './diff-pane.ts'
import type { ReviewScreen } from './review.ts'
import { diffLeft, placeAt } from './review-frame.ts'

type Pressed = { row: number; column: number; isOnDiff: boolean; atMs: number }

export class ReviewClicks {
	readonly #review: ReviewScreen
	/** Where the button went down. */
	#pressed: Pressed | undefined
	#before: Pressed | undefined
	#selection: CellSelection | undefined
	#seen: readonly string[] = []

	constructor(review: ReviewScreen) {
		this.#review = review
	}

	/** @param event - in rows and columns of the frame @returns whether it was for it */
	take(event: MouseReport, size: { columns: number; rows: number }): boolean {
		if (event.kind === 'wheel') return false
		const pressed = this.#pressed
		if (event.kind === 'press') this.#press(event, size)
		else if (event.kind === 'drag') {
			if (!pressed?.isOnDiff) return true
			const left = diffLeft(this.#review, size.columns)
			const row = Math.max(FIRST_DIFF_ROW, Math.min(size.rows - 2, event.row))
			this.#selection = selectionOf(pressed, { row, column: Math.max(left, event.column) })
			this.#review.redraw()
		} else this.#release(event, size)
		return true
	}

	/** @param frame - as it is drawn @returns it with what is selected standing out */
	marked(frame: readonly string[], columns: number): readonly string[] {
		this.#seen = frame
		const selection = this.#selection
		if (!selection) return frame
		return frame.map((text, row) => {
			const marks = this.#columnsIn(selection, row, columns)
			if (!marks) return text
			const [before, selected, after] = cutColumns(plainRow(text), marks)
			return `${before}\x1b[7m${selected}\x1b[27m${after}`
		})
	}

	#press({ row, column }: MouseReport, size: { columns: number; rows: number }): void {
		const atMs = performance.now()
		const place = placeAt(this.#review, { row, column }, size)
		const pane = this.#review.pane()
		// A gap has nothing to copy; a second click opens it.
		const isOnDiff =
			place?.kind === 'diff' && pane instanceof DiffPane && pane.hunkOfRow(place.at) !== undefined
		this.#pressed = { row, column, isOnDiff, atMs }
		const before = this.#before
		const isAgain = before?.row === row && before.column === column && atMs - before.atMs < AGAIN_MS
		this.#selection =
			isAgain && isOnDiff ? wordAt(plainRow(this.#seen[row] ?? ''), { row, column }) : undefined
		if (this.#selection) this.#review.redraw()
	}

	#release({ row, column }: MouseReport, size: { columns: number; rows: number }): void {
		const [pressed, selection] = [this.#pressed, this.#selection]
		this.#pressed = undefined
		this.#selection = undefined
		this.#before = pressed
		const text = selection && pressed ? this.#textOf(selection, pressed, size.columns) : ''
		if (text !== '') this.#review.copy(text)
		else if (!selection && pressed?.row === row) {
			const place = placeAt(this.#review, { row, column }, size)
			if (place) this.#review.click(place)
		}
		this.#review.redraw()
	}

	#textOf(selection: CellSelection, pressed: Pressed, columns: number): string {
		const { from, to } = selection
		const pane = this.#review.pane()
		if (!(pane instanceof DiffPane)) return ''
		if (from.row === to.row) {
			const marks = this.#columnsIn(selection, from.row, columns)
			return marks ? cutColumns(plainRow(this.#seen[from.row] ?? ''), marks)[1].trimEnd() : ''
		}
		const left = diffLeft(this.#review, columns)
		const side = pressed.column < left + (columns - left) / 2 ? 'left' : 'right'
		return pane.textOf(pane.top + from.row - FIRST_DIFF_ROW, pane.top + to.row - FIRST_DIFF_ROW, side)
	}

	#columnsIn(selection: CellSelection, row: number, columns: number): readonly [number, number] | undefined {
		const found = columnsIn(selection, row, columns)
		const left = diffLeft(this.#review, columns)
		// Of several rows it is their lines.
		if (found && selection.from.row !== selection.to.row) return [left, columns]
		return found && [Math.max(left, found[0]), found[1]]
	}
}

/** Below the scopes and the name of the file. */
const FIRST_DIFF_ROW = 2
/** Between two clicks of a double one. */
const AGAIN_MS = 400
