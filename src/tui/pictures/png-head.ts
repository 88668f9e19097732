// The head of a PNG file: its size and how its pixels are written, the palette, and where the compressed pixels lie.

import type { Size } from './pixels.ts'

export type PngHead = Size & {
	depth: 1 | 2 | 4 | 8 | 16
	colour: 'grey' | 'rgb' | 'palette' | 'grey-alpha' | 'rgb-alpha'
	isInterlaced: boolean
	palette: Uint8Array
	/** Alpha of the palette's colours, or the one colour that is transparent, in samples of two bytes. */
	transparency: Uint8Array
	/** One after the other they are one zlib stream. */
	compressed: readonly Uint8Array[]
}

/** @returns undefined for what is no PNG file, or a broken one */
export function pngHead(bytes: Uint8Array): PngHead | undefined {
	if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	let header: Uint8Array | undefined
	let palette: Uint8Array = NOTHING
	let transparency: Uint8Array = NOTHING
	const compressed: Uint8Array[] = []
	for (let at = SIGNATURE.length; at + 8 <= bytes.length; ) {
		const length = view.getUint32(at)
		const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
		const data = bytes.subarray(at + 8, at + 8 + length)
		if (type === 'IHDR') header ??= data
		else if (type === 'PLTE') palette = data
		else if (type === 'tRNS') transparency = data
		else if (type === 'IDAT') compressed.push(data)
		else if (type === 'IEND') break
		at += 12 + length
	}
	if (header?.length !== 13 || compressed.length === 0) return undefined
	const sizes = new DataView(header.buffer, header.byteOffset, header.byteLength)
	const [width, height] = [sizes.getUint32(0), sizes.getUint32(4)]
	const colour = COLOURS[header[9] ?? -1]
	const depth = DEPTHS.find(each => each === header[8])
	if (width === 0 || height === 0 || !colour || !depth) return undefined
	if (!isAllowed(colour, depth) || (colour === 'palette' && palette.length < 3)) return undefined
	return { width, height, depth, colour, isInterlaced: header[12] === 1, palette, transparency, compressed }
}

function isAllowed(colour: PngHead['colour'], depth: number): boolean {
	if (colour === 'grey') return true
	return colour === 'palette' ? depth <= 8 : depth >= 8
}

/** Samples of one pixel. */
export const SAMPLES: Readonly<Record<PngHead['colour'], number>> = {
	grey: 1,
	rgb: 3,
	palette: 1,
	'grey-alpha': 2,
	'rgb-alpha': 4,
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const COLOURS: Readonly<Record<number, PngHead['colour']>> = {
	0: 'grey',
	2: 'rgb',
	3: 'palette',
	4: 'grey-alpha',
	6: 'rgb-alpha',
}
const DEPTHS = [1, 2, 4, 8, 16] as const
const NOTHING = new Uint8Array()
