// Clicks on rows that one can choose from: the first puts the cursor there, a second one on the same row chooses it.
// Never the first: it may be the click that only brings the window to the front.

import type { MouseReport } from './mouse-reports.ts'
import type { CellPlace } from './row-selection.ts'

/** `name`: what stands there. What has come in meanwhile may have moved something else to the same place. */
export type RowTarget = { index: number; name: string }

export type ClickableRows = {
	/** @param cell - from the first row and column of what is drawn @returns undefined where there is nothing to choose */
	at(cell: CellPlace): RowTarget | undefined
	/** Puts the cursor there. */
	mark(index: number): void
	/** As Enter does. Left out where no click may answer. */
	choose?: ((index: number) => void) | undefined
}

export class RowClicks {
	/** Where the last click was. */
	#last: RowTarget | undefined
	#pressed: { target: RowTarget | undefined; isAgain: boolean } | undefined

	/** Something else than the mouse has moved the cursor. */
	forget(): void {
		this.#last = undefined
	}

	/** @param event - in rows and columns of what is drawn @returns whether it was for the rows */
	take(event: MouseReport, height: number, { at, mark, choose }: ClickableRows): boolean {
		const isInside = event.row >= 0 && event.row < height
		switch (event.kind) {
			case 'wheel':
				return false
			case 'press': {
				if (!isInside) return false
				const target = at(event)
				this.#pressed = { target, isAgain: target !== undefined && isSame(target, this.#last) }
				if (target) mark(target.index)
				// Whatever the cursor's move has made forgotten.
				this.#last = target
				return true
			}
			case 'drag':
				return this.#pressed !== undefined
			case 'release': {
				const pressed = this.#pressed
				this.#pressed = undefined
				if (!pressed) return false
				const { target, isAgain } = pressed
				if (!target || !isAgain || !isInside || !isSame(target, at(event))) return true
				this.#last = undefined
				choose?.(target.index)
				return true
			}
		}
	}
}

function isSame(one: RowTarget, other: RowTarget | undefined): boolean {
	return one.index === other?.index && one.name === other.name
}
