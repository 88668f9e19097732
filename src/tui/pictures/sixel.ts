// A picture as sixel, DEC's way since the VT240: for each band of six rows and each colour in it a row of characters,
// each with one bit for each of the six.

import { setImmediate } from 'node:timers/promises'
import { indexed } from './palette.ts'
import type { Pixels } from './pixels.ts'

/** @param mostColours - registers the terminal has */
export async function sixelPicture(pixels: Pixels, mostColours: number): Promise<string> {
	const { width, height } = pixels
	const { palette, indices } = await indexed(pixels, Math.max(2, Math.min(256, mostColours)))
	await setImmediate()
	// P2 = 1: what is not drawn is left as it is. Then the aspect, 1:1, and the size.
	const parts = [`\x1bP0;1;0q"1;1;${width};${height}`]
	for (const [index, colour] of palette.entries())
		parts.push(`#${index};2;${colour.map(part => Math.round((part * 100) / 255)).join(';')}`)
	for (let top = 0; top < height; top += 6) {
		if (top > 0) parts.push('-')
		parts.push(band(indices, { width, top, rows: Math.min(6, height - top) }))
	}
	return `${parts.join('')}\x1b\\`
}

function band(
	indices: Int16Array,
	{ width, top, rows }: { width: number; top: number; rows: number },
): string {
	const rowsOf = new Map<number, Uint8Array>()
	for (let row = 0; row < rows; row++) {
		for (let x = 0; x < width; x++) {
			const index = indices[(top + row) * width + x]!
			if (index < 0) continue
			let bits = rowsOf.get(index)
			if (!bits) {
				bits = new Uint8Array(width)
				rowsOf.set(index, bits)
			}
			bits[x]! |= 1 << row
		}
	}
	return [...rowsOf].map(([index, bits]) => `#${index}${runLength(bits)}`).join('$')
}

function runLength(bits: Uint8Array): string {
	let text = ''
	// What is empty at the end need not be written.
	const end = bits.findLastIndex(each => each !== 0) + 1
	for (let at = 0; at < end; ) {
		let next = at + 1
		while (next < end && bits[next] === bits[at]) next++
		const character = String.fromCharCode(63 + bits[at]!)
		text += next - at > 3 ? `!${next - at}${character}` : character.repeat(next - at)
		at = next
	}
	return text
}
