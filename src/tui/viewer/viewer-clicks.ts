// The mouse in the viewer: clicks on a block, on the minimap beside it, on one of several things that are asked about
// below; text that is dragged over is copied.

import { hasMore } from '../blocks/folded-rows.ts'
import type { BlockSelection } from '../mouse/block-selection.ts'
import type { MouseReport } from '../mouse/mouse-reports.ts'
import { RowClicks } from '../mouse/row-clicks.ts'
import { sameId } from '../state/block-ids.ts'
import { gutterWidth, hasMinimap } from './frame.ts'
import type { Minimap } from './minimap.ts'
import type { Pane, ViewerRow } from './pane.ts'
import type { Questions } from './questions.ts'
import type { Travel } from './travel.ts'

export type ClickedViewer = {
	pane: Pane
	travel: Travel
	minimap: Minimap
	selection: BlockSelection
	questions: Questions
	columns: number
	copy(text: string): void
}

export class ViewerClicks {
	readonly #choices = new RowClicks()
	/** The button went down on text. */
	#isOnText = false

	/** Something else than the mouse has been used. */
	forget(): void {
		this.#choices.forget()
	}

	/** @param event - in rows and columns of the frame @returns whether it was for it */
	take(event: MouseReport, viewer: ClickedViewer): boolean {
		const { pane, questions, travel, selection } = viewer
		if (event.kind === 'wheel') {
			// It goes through what can be chosen.
			if (questions.line !== undefined) return false
			travel.scroll(event.rows)
			return true
		}
		const below = { ...event, row: event.row - pane.height }
		this.#choices.take(below, questions.choices.length, {
			at: ({ row }) => {
				const label = questions.choices[row]
				return label === undefined ? undefined : { index: row, name: label }
			},
			mark: index => questions.markChoice(index),
			choose: index => questions.choose(index),
		})
		// What is typed or chosen now is about the block that the cursor is on.
		if (questions.line !== undefined) return true
		const cell = { row: event.row, column: event.column - gutterWidth(viewer.columns) }
		if (event.kind === 'press') {
			const isMap = hasMinimap(viewer.columns) && event.column >= viewer.columns - 2
			this.#isOnText = !isMap && event.row < pane.height
			if (isMap) goOnMap(viewer, event.row)
			if (this.#isOnText) selection.press(cell)
		} else if (this.#isOnText && event.kind === 'drag') selection.drag(cell, event.row)
		else if (this.#isOnText) {
			this.#isOnText = false
			const done = selection.release(cell)
			if (done && 'text' in done) viewer.copy(done.text)
			else if (done) clickRow(pane, done.clicked)
		}
		return true
	}
}

function goOnMap({ pane, minimap, travel }: ClickedViewer, row: number): void {
	if (row >= pane.height) return
	if (row === 0) travel.toFirst()
	else if (row === pane.height - 1) travel.toLast()
	else travel.toFirstOf(minimap.from(row, pane.height), row * 2 < pane.height ? 'start' : 'end')
}

/** The cursor goes there. What is folded opens at once; what is open folds again where the cursor was on it already. */
function clickRow(pane: Pane, { block, row }: ViewerRow): void {
	const before = pane.current()
	const wasCurrent = before !== undefined && sameId(before.id, block.id)
	pane.to({ id: block.id, row })
	// The rows up to here are selected, and stay those they are.
	if (pane.isSelecting) return
	const fold = pane.foldOf(block)
	if (fold === 'line') pane.fold(block, 'shown')
	else if (fold === 'shown' && hasMore(block.block)) pane.fold(block, 'open')
	else if (fold === 'open' && wasCurrent) pane.fold(block, 'shown')
}
