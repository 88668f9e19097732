// The rows that stand right above the frame, as they were written: what is taken off the screen, or cut by it, is put
// back from here.

import { pictureHeight } from '../../pictures/picture-row.ts'
import { heightOf } from './insertion.ts'

export class ShownRows {
	/** The newest last. */
	#rows: readonly string[] = []

	add(rows: readonly string[]): void {
		this.#rows = [...this.#rows, ...rows].slice(-MOST_ROWS)
	}

	/** It is not known any more what stands there. */
	forget(): void {
		this.#rows = []
	}

	/**
	 * The last ones, which fill so many rows of the screen or, where one of them is broken into several, a few more.
	 * @returns undefined where it is not known, or cannot be written again
	 */
	atLeast(height: number, columns: number): LastRows | undefined {
		let [count, filled] = [0, 0]
		while (filled < height) {
			const row = this.#rows[this.#rows.length - count - 1]
			if (row === undefined || pictureHeight(row) > 0) return undefined
			filled += heightOf(row, columns)
			count++
		}
		return { rows: this.#rows.slice(this.#rows.length - count), height: filled }
	}

	/** The last ones that fill no more rows of the screen than that. */
	atMost(height: number, columns: number): LastRows {
		let [count, filled] = [0, 0]
		for (const row of this.#rows.toReversed()) {
			const more = heightOf(row, columns)
			if (filled + more > height || pictureHeight(row) > 0) break
			filled += more
			count++
		}
		return { rows: this.#rows.slice(this.#rows.length - count), height: filled }
	}

	takeAway(count: number): void {
		this.#rows = this.#rows.slice(0, this.#rows.length - count)
	}

	/** Nothing is known any more of others than the last ones. */
	keepLast(count: number): void {
		this.#rows = this.#rows.slice(this.#rows.length - count)
	}

	/** Of those broken into several rows nobody knows how a terminal breaks them that is narrower or wider now. */
	resized(narrowest: number): void {
		const unsure = this.#rows.findLastIndex(row => heightOf(row, narrowest) > 1)
		this.#rows = this.#rows.slice(unsure + 1)
	}
}

type LastRows = { rows: readonly string[] /** Of the screen. */; height: number }

/** More than a window has. */
const MOST_ROWS = 400
