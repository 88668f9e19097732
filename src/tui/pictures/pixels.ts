// Pixels of a picture, and the smaller picture that is made of them row by row, so that a large one is never held whole.

/** `rgba`: four bytes a pixel, not premultiplied. */
export type Pixels = { width: number; height: number; rgba: Uint8Array }

export type Size = { width: number; height: number }

/** @returns the size with the same aspect that is no larger than either, never enlarged */
export function fittedSize(size: Size, room: Size): Size {
	const scale = Math.min(1, room.width / size.width, room.height / size.height)
	return {
		width: Math.max(1, Math.floor(size.width * scale)),
		height: Math.max(1, Math.floor(size.height * scale)),
	}
}

/** Takes the rows of a picture from its top. Each pixel of the result is the mean of those that fall on it. */
export class Downscaler {
	readonly #from: Size
	readonly #to: Size
	readonly #columnOf: Uint32Array
	/** Of the row that is being added up: red, green, blue, all weighed by alpha, then alpha and how many. */
	readonly #sums: Float64Array
	readonly #rgba: Uint8Array
	#taken = 0
	#row = 0

	/** @param to - no larger than `from` in either direction */
	constructor(from: Size, to: Size) {
		this.#from = from
		this.#to = to
		this.#columnOf = Uint32Array.from({ length: from.width }, (_, x) =>
			Math.floor((x * to.width) / from.width),
		)
		this.#sums = new Float64Array(to.width * SUMS)
		this.#rgba = new Uint8Array(to.width * to.height * 4)
	}

	/** @param rgba - one row */
	take(rgba: Uint8Array): void {
		const row = Math.floor((this.#taken * this.#to.height) / this.#from.height)
		if (row !== this.#row) this.#finish()
		this.#row = row
		this.#taken++
		const sums = this.#sums
		for (let x = 0; x < this.#from.width; x++) {
			const at = this.#columnOf[x]! * SUMS
			const alpha = rgba[x * 4 + 3]!
			sums[at]! += rgba[x * 4]! * alpha
			sums[at + 1]! += rgba[x * 4 + 1]! * alpha
			sums[at + 2]! += rgba[x * 4 + 2]! * alpha
			sums[at + 3]! += alpha
			sums[at + 4]! += 1
		}
	}

	/** What is missing at the bottom stays transparent. */
	pixels(): Pixels {
		this.#finish()
		return { ...this.#to, rgba: this.#rgba }
	}

	#finish(): void {
		const { width, height } = this.#to
		if (this.#row >= height) return
		for (let x = 0; x < width; x++) {
			const at = x * SUMS
			const [alpha, count] = [this.#sums[at + 3]!, this.#sums[at + 4]!]
			const to = (this.#row * width + x) * 4
			if (alpha > 0)
				for (let part = 0; part < 3; part++)
					this.#rgba[to + part] = Math.round(this.#sums[at + part]! / alpha)
			if (count > 0) this.#rgba[to + 3] = Math.round(alpha / count)
		}
		this.#sums.fill(0)
	}
}

const SUMS = 5
