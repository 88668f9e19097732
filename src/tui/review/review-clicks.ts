// Clicks in the review: on a scope, on a file or a folder of the tree, on a row of the diff.

import type { MouseReport } from '../mouse/mouse-reports.ts'
import type { ReviewScreen } from './review.ts'
import { placeAt } from './review-frame.ts'

export class ReviewClicks {
	readonly #review: ReviewScreen
	/** The row that the button went down in. */
	#pressed: number | undefined

	constructor(review: ReviewScreen) {
		this.#review = review
	}

	/** @param event - in rows and columns of the frame @returns whether it was for it */
	take(event: MouseReport, size: { columns: number; rows: number }): boolean {
		if (event.kind === 'wheel') return false
		const pressed = this.#pressed
		if (event.kind !== 'drag') this.#pressed = event.kind === 'press' ? event.row : undefined
		if (event.kind !== 'release' || pressed !== event.row) return true
		const place = placeAt(this.#review, event, size)
		if (place) this.#review.click(place)
		return true
	}
}
