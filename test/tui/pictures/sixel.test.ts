import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sixelPicture } from '../../../src/tui/pictures/sixel.ts'
import { decodeSixel } from '../../support/screen/sixel-decoder.ts'

test('a picture of few colours comes out of sixel as it went in, what is see-through undrawn', async () => {
	const [width, height] = [13, 8]
	const colours = [
		[255, 0, 0, 255],
		[0, 255, 0, 255],
		[0, 0, 255, 255],
		[9, 9, 9, 0],
	]
	const chosen = Array.from({ length: width * height }, (_, at) => (at * 7 + (at >> 3)) % 4)
	const rgba = Uint8Array.from(chosen.flatMap(index => colours[index]!))
	const named = ['100,0,0', '0,100,0', '0,0,100', undefined]
	assert.deepEqual(decodeSixel(await sixelPicture({ width, height, rgba }, 16)), {
		...{ width, height },
		pixels: chosen.map(index => named[index]),
	})
})

test('a terminal with few colours is given no more, and in the mean they are those of the picture', async () => {
	const [width, height] = [64, 48]
	const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
		const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
		return [x * 4, y * 5, 128, 255][at % 4]!
	})
	const { pixels } = decodeSixel(await sixelPicture({ width, height, rgba }, 16))
	assert.ok(new Set(pixels).size <= 16)
	for (const [part, wanted] of [49.4, 46.1, 50.2].entries()) {
		const mean = pixels.reduce((sum, pixel) => sum + Number(pixel!.split(',')[part]), 0) / pixels.length
		assert.ok(Math.abs(mean - wanted) < 2, `${mean} is not ${wanted}`)
	}
})
