// Finished rows that are not above the frame yet, or not any more, in order.

import { heightOf } from './frame/insertion.ts'

export class WaitingRows {
	#rows: string[] = []
	/** How many of them, the first ones, were above the frame until it became taller. Others have to wait for them. */
	#covered = 0

	/** Those that are to be seen. */
	get count(): number {
		const { length } = this.#rows
		return length === this.#covered ? 0 : length
	}

	add(rows: readonly string[]): void {
		this.#rows.push(...rows)
	}

	/** Before all others: they were there already. */
	putBack(rows: readonly string[]): void {
		this.#covered = 0
		this.#rows.unshift(...rows)
	}

	/** They go back where they were when there is room, or when others come behind them. */
	cover(rows: readonly string[]): void {
		this.#covered += rows.length
		this.#rows.unshift(...rows)
	}

	/** @returns the first of them that fill no more than so many rows of the screen */
	uncover(room: number, columns: number): readonly string[] {
		let [count, height] = [0, 0]
		while (count < this.#covered) {
			height += heightOf(this.#rows[count] ?? '', columns)
			if (height > room) break
			count++
		}
		this.#covered -= count
		return this.#rows.splice(0, count)
	}

	/** @returns whether there is a last row to put it behind */
	mark(sequence: string): boolean {
		const last = this.#rows.pop()
		if (last !== undefined) this.#rows.push(last + sequence)
		return last !== undefined
	}

	/** None is covered any more: those that were go out with the others. */
	release(): void {
		this.#covered = 0
	}

	/**
	 * @param room - bytes that may be on their way; of a picture, or of one long line, at least all
	 * @param kept - rows of the screen: so many are free, beyond which the last ones stay that fill the others
	 */
	take(room: number, kept: { free: number; covered: number; columns: number }): readonly string[] {
		const most = Math.max(this.#fitting(kept), this.#rows.length - this.#filling(kept))
		let [count, bytes] = [0, 0]
		for (const row of this.#rows.slice(0, most)) {
			bytes += Buffer.byteLength(row)
			if (count > 0 && bytes > room) break
			count++
		}
		const taken = this.#rows.splice(0, count)
		// Those that stay are covered.
		this.#covered = count === most ? this.#rows.length : Math.max(0, this.#covered - count)
		return taken
	}

	/** @returns how many of the first ones fill no more rows of the screen than are free */
	#fitting({ free, columns }: { free: number; columns: number }): number {
		let [count, filled] = [0, 0]
		for (const row of free > 0 ? this.#rows : []) {
			filled += heightOf(row, columns)
			if (filled > free) break
			count++
		}
		return count
	}

	/** @returns how many of the last ones fill so many rows of the screen */
	#filling({ covered, columns }: { covered: number; columns: number }): number {
		let [count, filled] = [0, 0]
		for (; filled < covered && count < this.#rows.length; count++)
			filled += heightOf(this.#rows.at(-1 - count) ?? '', columns)
		return count
	}
}
