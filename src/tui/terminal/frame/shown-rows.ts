// The rows that stand right above the frame, as they were written: what is taken off the screen, or cut by it, is put
// back from here.

import { pictureHeight } from '../../pictures/picture-row.ts'
import { cellsOf, heightOf } from './insertion.ts'

export class ShownRows {
	/** The newest last. */
	#rows: readonly ShownRow[] = []

	/** @returns how many rows of the screen they take */
	add(rows: readonly string[], columns: number): number {
		const added = laidFor(rows, columns)
		this.#rows = [...this.#rows, ...added].slice(-MOST_ROWS)
		return added.reduce((sum, { height }) => sum + height, 0)
	}

	/** @returns the last ones, each with the cells of the rows it is broken into: what fills at least so many, if there is */
	broken(height: number, columns: number): readonly (readonly number[])[] {
		let [count, filled] = [0, 0]
		for (const { height: more } of this.#rows.toReversed()) {
			if (filled >= height) break
			filled += more
			count++
		}
		return this.#last(count, filled).rows.map(row => cellsOf(row, columns))
	}

	/** It is not known any more what stands there. */
	forget(): void {
		this.#rows = []
	}

	/**
	 * The last ones, which fill so many rows of the screen or, where one of them is broken into several, a few more.
	 * @returns undefined where it is not known, or cannot be written again
	 */
	atLeast(height: number): LastRows | undefined {
		let [count, filled] = [0, 0]
		while (filled < height) {
			const last = this.#rows[this.#rows.length - count - 1]
			if (last === undefined || pictureHeight(last.row) > 0) return undefined
			filled += last.height
			count++
		}
		return this.#last(count, filled)
	}

	/** The last ones that fill no more rows of the screen than that. */
	atMost(height: number): LastRows {
		let [count, filled] = [0, 0]
		for (const { row, height: more } of this.#rows.toReversed()) {
			if (filled + more > height || pictureHeight(row) > 0) break
			filled += more
			count++
		}
		return this.#last(count, filled)
	}

	takeAway(count: number): void {
		this.#rows = this.#rows.slice(0, this.#rows.length - count)
	}

	/**
	 * So many of the last have been written again, where rows stay as they were broken.
	 * @returns how many rows of the screen they take now
	 */
	writtenAgain(count: number, columns: number): number {
		const { rows } = this.#last(count, 0)
		this.takeAway(count)
		return this.add(rows, columns)
	}

	/** Of those broken into several rows nobody knows how a terminal breaks them that is narrower or wider now. */
	resized(columns: number): void {
		const unsure = this.#rows.findLastIndex(({ row }) => heightOf(row, columns) > 1)
		const sure = this.#rows.slice(unsure + 1).map(({ row }) => row)
		this.#rows = laidFor(sure, columns)
	}

	#last(count: number, height: number): LastRows {
		return { rows: this.#rows.slice(this.#rows.length - count).map(({ row }) => row), height }
	}
}

function laidFor(rows: readonly string[], columns: number): readonly ShownRow[] {
	return rows.map(row => ({ row, height: heightOf(row, columns) }))
}

/** `height`: rows of the screen that it was broken into when it was written. */
type ShownRow = { row: string; height: number }

type LastRows = { rows: readonly string[] /** Of the screen. */; height: number }

/** More than a window has. */
const MOST_ROWS = 400
