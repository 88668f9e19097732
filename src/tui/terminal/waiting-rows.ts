// Finished rows that are not above the frame yet, in order.

export class WaitingRows {
	#rows: string[] = []

	get count(): number {
		return this.#rows.length
	}

	add(rows: readonly string[]): void {
		this.#rows.push(...rows)
	}

	/** Before all others: they were there already. */
	putBack(rows: readonly string[]): void {
		this.#rows.unshift(...rows)
	}

	/** @returns whether there is a last row to put it behind */
	mark(sequence: string): boolean {
		const last = this.#rows.pop()
		if (last !== undefined) this.#rows.push(last + sequence)
		return last !== undefined
	}

	/** @param room - bytes that may be on their way; of a picture, or of one long line, at least all */
	take(room: number): readonly string[] {
		if (room === Number.POSITIVE_INFINITY) return this.#rows.splice(0)
		let [count, bytes] = [0, 0]
		for (const row of this.#rows) {
			bytes += Buffer.byteLength(row)
			if (count > 0 && bytes > room) break
			count++
		}
		return this.#rows.splice(0, count)
	}
}
