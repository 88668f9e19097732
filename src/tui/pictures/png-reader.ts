// Reads a PNG file as the small picture that is to be shown: decompressed and scaled down piece by piece, so that
// neither memory nor the time between two keys depends on how large it is.

import { createInflate } from 'node:zlib'
import { Downscaler, fittedSize, type Pixels, type Size } from './pixels.ts'
import { type PngHead, pngHead, SAMPLES } from './png-head.ts'

/**
 * @param room - no larger than this, in pixels
 * @returns undefined for what is broken, interlaced or larger than `MOST_PIXELS`
 */
export async function readPng(bytes: Uint8Array, room: Size): Promise<Pixels | undefined> {
	const head = pngHead(bytes)
	if (!head || head.isInterlaced || head.width * head.height > MOST_PIXELS) return undefined
	const scaled = new Downscaler(head, fittedSize(head, room))
	const inflate = createInflate({ chunkSize: CHUNK_BYTES })
	inflate.on('error', () => {})
	for (const part of head.compressed) inflate.write(part)
	inflate.end()
	const rows = new PngRows(head)
	try {
		for await (const chunk of inflate) {
			rows.push(chunk, row => scaled.take(row))
			// A file can hold more than its head says.
			if (rows.isComplete) break
		}
	} catch {
		return undefined
	} finally {
		inflate.destroy()
	}
	return rows.isComplete ? scaled.pixels() : undefined
}

export const MOST_PIXELS = 16_000_000
const CHUNK_BYTES = 1 << 16

/** Cuts what is decompressed into rows, takes their filters off and makes them RGBA. */
class PngRows {
	readonly #head: PngHead
	readonly #length: number
	readonly #pixelBytes: number
	readonly #rgba: Uint8Array
	#row: Uint8Array
	#before: Uint8Array
	#filter = -1
	#filled = 0
	#done = 0

	constructor(head: PngHead) {
		const bits = SAMPLES[head.colour] * head.depth
		this.#head = head
		this.#length = Math.ceil((head.width * bits) / 8)
		this.#pixelBytes = Math.max(1, bits >> 3)
		this.#row = new Uint8Array(this.#length)
		this.#before = new Uint8Array(this.#length)
		this.#rgba = new Uint8Array(head.width * 4)
	}

	get isComplete(): boolean {
		return this.#done >= this.#head.height
	}

	/** @param onRow - RGBA, good until the next one */
	push(chunk: Uint8Array, onRow: (rgba: Uint8Array) => void): void {
		for (let at = 0; at < chunk.length && !this.isComplete; ) {
			if (this.#filter < 0) {
				this.#filter = chunk[at++]!
				if (this.#filter > 4) throw new Error(`a row has filter ${this.#filter}, the last one is 4`)
				continue
			}
			const part = chunk.subarray(at, at + this.#length - this.#filled)
			this.#row.set(part, this.#filled)
			this.#filled += part.length
			at += part.length
			if (this.#filled < this.#length) return
			this.#unfilter()
			this.#expand()
			onRow(this.#rgba)
			;[this.#row, this.#before] = [this.#before, this.#row]
			this.#filter = -1
			this.#filled = 0
			this.#done++
		}
	}

	#unfilter(): void {
		const [row, before, step] = [this.#row, this.#before, this.#pixelBytes]
		const filter = this.#filter
		if (filter === 0) return
		for (let index = 0; index < row.length; index++) {
			const left = index < step ? 0 : row[index - step]!
			const above = before[index]!
			if (filter === 1) row[index]! += left
			else if (filter === 2) row[index]! += above
			else if (filter === 3) row[index]! += (left + above) >> 1
			else row[index]! += paeth(left, above, index < step ? 0 : before[index - step]!)
		}
	}

	#expand(): void {
		const { colour, depth, width, palette, transparency } = this.#head
		const [rgba, count] = [this.#rgba, SAMPLES[colour]]
		const most = 2 ** depth - 1
		const keyed = colour === 'grey' || colour === 'rgb' ? transparencyKey(transparency, count) : undefined
		for (let x = 0; x < width; x++) {
			const first = this.#sample(x * count)
			const to = x * 4
			if (colour === 'palette') {
				for (let part = 0; part < 3; part++) rgba[to + part] = palette[first * 3 + part] ?? 0
				rgba[to + 3] = transparency[first] ?? 255
				continue
			}
			const isGrey = count < 3
			const green = isGrey ? first : this.#sample(x * count + 1)
			const blue = isGrey ? first : this.#sample(x * count + 2)
			const hasAlpha = colour === 'grey-alpha' || colour === 'rgb-alpha'
			const isKey = keyed?.[0] === first && keyed[1] === green && keyed[2] === blue
			const alpha = hasAlpha ? this.#sample(x * count + count - 1) : isKey ? 0 : most
			rgba[to] = (first * 255) / most
			rgba[to + 1] = (green * 255) / most
			rgba[to + 2] = (blue * 255) / most
			rgba[to + 3] = (alpha * 255) / most
		}
	}

	#sample(index: number): number {
		const { depth } = this.#head
		if (depth === 8) return this.#row[index]!
		if (depth === 16) return this.#row[index * 2]! * 256 + this.#row[index * 2 + 1]!
		const bit = index * depth
		return (this.#row[bit >> 3]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
	}
}

/** The colour that is transparent, as three samples. */
function transparencyKey(bytes: Uint8Array, count: number): readonly number[] | undefined {
	if (bytes.length < count * 2) return undefined
	const samples = Array.from({ length: count }, (_, index) => bytes[index * 2]! * 256 + bytes[index * 2 + 1]!)
	return count === 1 ? [samples[0]!, samples[0]!, samples[0]!] : samples
}

/** The neighbour that is nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
	const guess = left + above - corner
	const [toLeft, toAbove, toCorner] = [
		Math.abs(guess - left),
		Math.abs(guess - above),
		Math.abs(guess - corner),
	]
	if (toLeft <= toAbove && toLeft <= toCorner) return left
	return toAbove <= toCorner ? above : corner
}
