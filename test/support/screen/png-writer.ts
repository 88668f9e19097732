// PNG files of every kind, written row by row with a filter of one's choice.

import { deflateSync } from 'node:zlib'

export type PngRow = { filter: 0 | 1 | 2 | 3 | 4; bytes: readonly number[] }

/** @param rows - as they stand in the file, filtered already */
export function pngOf(given: {
	width: number
	height: number
	depth: number
	colour: number
	rows: readonly PngRow[]
	palette?: readonly number[]
	transparency?: readonly number[]
	interlace?: 0 | 1
}): Uint8Array {
	const { width, height, depth, colour, rows, palette, transparency, interlace = 0 } = given
	const head = Buffer.alloc(13)
	head.writeUInt32BE(width, 0)
	head.writeUInt32BE(height, 4)
	head.set([depth, colour, 0, 0, interlace], 8)
	const data = deflateSync(Buffer.from(rows.flatMap(({ filter, bytes }) => [filter, ...bytes])))
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		part('IHDR', head),
		...(palette ? [part('PLTE', Buffer.from(palette))] : []),
		...(transparency ? [part('tRNS', Buffer.from(transparency))] : []),
		// In two, as encoders do.
		part('IDAT', data.subarray(0, 3)),
		part('IDAT', data.subarray(3)),
		part('IEND', Buffer.alloc(0)),
	])
}

function part(type: string, data: Buffer): Buffer {
	const length = Buffer.alloc(4)
	length.writeUInt32BE(data.length)
	return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
