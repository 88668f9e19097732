import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { pngFile } from '../../../src/tui/pictures/direct-pictures.ts'
import { readPng } from '../../../src/tui/pictures/png-reader.ts'
import { type PngRow, pngOf } from '../../support/screen/png-writer.ts'

const ROOM = { width: 100, height: 100 }
const raw = (...bytes: number[]): PngRow => ({ filter: 0, bytes })

describe('a PNG file is read', () => {
	const red = [255, 0, 0, 255]
	const green = [0, 255, 0, 255]
	const grey = (value: number, alpha = 255) => [value, value, value, alpha]
	const CASES: readonly (readonly [string, Parameters<typeof pngOf>[0], readonly number[]])[] = [
		[
			'of one bit a pixel',
			{ width: 3, height: 1, depth: 1, colour: 0, rows: [raw(0b101_00000)] },
			[...grey(255), ...grey(0), ...grey(255)],
		],
		[
			'of sixteen bits a sample',
			{ width: 1, height: 1, depth: 16, colour: 2, rows: [raw(255, 255, 0, 0, 128, 0)] },
			[255, 0, 127, 255],
		],
		[
			'with a palette, some of it see-through',
			{
				...{ width: 2, height: 1, depth: 4, colour: 3, rows: [raw(0x10)] },
				...{ palette: [255, 0, 0, 0, 255, 0], transparency: [0] },
			},
			[...green, 255, 0, 0, 0],
		],
		[
			'with one grey that is see-through',
			{ width: 2, height: 1, depth: 8, colour: 0, rows: [raw(7, 8)], transparency: [0, 7] },
			[0, 0, 0, 0, ...grey(8)],
		],
		['of grey with alpha', { width: 1, height: 1, depth: 8, colour: 4, rows: [raw(9, 128)] }, grey(9, 128)],
		[
			'with each of the filters',
			{
				...{ width: 2, height: 5, depth: 8, colour: 0 },
				rows: [
					raw(10, 20),
					{ filter: 1, bytes: [10, 10] },
					{ filter: 2, bytes: [1, 1] },
					{ filter: 3, bytes: [5, 5] },
					{ filter: 4, bytes: [1, 1] },
				],
			},
			[10, 20, 10, 20, 11, 21, 10, 20, 11, 21].flatMap(value => grey(value)),
		],
		[
			'of colours',
			{ width: 2, height: 1, depth: 8, colour: 6, rows: [raw(...red, ...green)] },
			[...red, ...green],
		],
	]
	for (const [name, given, rgba] of CASES)
		test(name, async () => {
			const read = await readPng(pngOf(given), ROOM)
			// What is see-through has no colour.
			const wanted = rgba.map((value, at) => (rgba[at - (at % 4) + 3] === 0 ? 0 : value))
			assert.deepEqual(read && [read.width, read.height, ...read.rgba], [
				given.width,
				given.height,
				...wanted,
			])
		})
})

test('a picture is made smaller with its aspect kept, each pixel the mean of its own', async () => {
	const rgba = new Uint8Array(400 * 200 * 4).map((_, at) =>
		at % 4 === 3 ? 255 : (at >> 2) % 2 === 0 ? 0 : 200,
	)
	const read = await readPng(pngFile({ width: 400, height: 200, rgba }), { width: 100, height: 80 })
	assert.deepEqual([read?.width, read?.height], [100, 50])
	assert.ok(read?.rgba.every((value, at) => value === (at % 4 === 3 ? 255 : 100)))
})

describe('nothing is shown of', () => {
	const good = pngOf({ width: 2, height: 2, depth: 8, colour: 0, rows: [raw(1, 2), raw(3, 4)] })
	const CASES: readonly (readonly [string, Uint8Array])[] = [
		['an empty file', new Uint8Array()],
		['text', Buffer.from('not a picture at all')],
		['a file that was cut', good.subarray(0, good.length - 30)],
		['a signature alone', good.subarray(0, 8)],
		['pixels that are missing', pngOf({ width: 2, height: 9, depth: 8, colour: 0, rows: [raw(1, 2)] })],
		['no pixels', pngOf({ width: 0, height: 0, depth: 8, colour: 0, rows: [] })],
		[
			'more pixels than anyone has time for',
			pngOf({ width: 60_000, height: 60_000, depth: 8, colour: 0, rows: [] }),
		],
		['a size no file has', pngOf({ width: 0xffff_ffff, height: 1, depth: 16, colour: 6, rows: [] })],
		['a depth that is not allowed', pngOf({ width: 1, height: 1, depth: 2, colour: 6, rows: [raw(1)] })],
		[
			'an unknown filter',
			pngOf({ width: 1, height: 1, depth: 8, colour: 0, rows: [{ filter: 9 as 0, bytes: [1] }] }),
		],
		['what does not decompress', Buffer.from(good).fill(0xee, 41, 60)],
		['interlaced rows', pngOf({ width: 1, height: 1, depth: 8, colour: 0, rows: [raw(1)], interlace: 1 })],
	]
	for (const [name, file] of CASES) test(name, async () => assert.equal(await readPng(file, ROOM), undefined))
})
