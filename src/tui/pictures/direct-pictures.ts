// A picture in the protocols that take pixels or files: kitty's (APC G), which Ghostty, Konsole and others speak too, and
// iTerm2's (OSC 1337), which WezTerm and mintty do.

import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './pixels.ts'

/** Compressed pixels, shown where the cursor is, which stays there; the terminal says nothing to it. */
export function kittyPicture({ width, height, rgba }: Pixels): string {
	const data = deflateSync(rgba).toString('base64')
	const chunks = data.match(/.{1,4096}/g) ?? []
	return chunks
		.map((chunk, index) => {
			const first = index === 0 ? `a=T,f=32,o=z,s=${width},v=${height},C=1,q=2,` : 'q=2,'
			return `\x1b_G${first}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\x1b\\`
		})
		.join('')
}

/** @param cells - how much of the screen it takes */
export function itermPicture(file: Uint8Array, cells: { columns: number; rows: number }): string {
	const facts = `inline=1;size=${file.length};width=${cells.columns};height=${cells.rows}`
	const data = Buffer.from(file).toString('base64')
	return `\x1b]1337;File=${facts};preserveAspectRatio=1;doNotMoveCursor=1:${data}\x07`
}

/** Every row unfiltered: the pictures are small. */
export function pngFile({ width, height, rgba }: Pixels): Uint8Array {
	const head = Buffer.alloc(13)
	head.writeUInt32BE(width, 0)
	head.writeUInt32BE(height, 4)
	head.set([8, 6, 0, 0, 0], 8)
	const rows = Buffer.alloc((width * 4 + 1) * height)
	for (let y = 0; y < height; y++)
		rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	])
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const length = Buffer.alloc(4)
	length.writeUInt32BE(data.length)
	const sum = Buffer.alloc(4)
	sum.writeUInt32BE(crc32(body))
	return Buffer.concat([length, body, sum])
}
