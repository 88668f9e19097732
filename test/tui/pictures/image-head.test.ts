import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { type ImageHead, imageHead } from '../../../src/tui/pictures/image-head.ts'
import { PICTURE_FILES } from '../../support/screen/picture-files.ts'

const EXPECTED: Readonly<Record<keyof typeof PICTURE_FILES, ImageHead>> = {
	jpeg: { format: 'jpeg', width: 40, height: 12, mayMove: false },
	gif: { format: 'gif', width: 40, height: 12, mayMove: true },
	webp: { format: 'webp', width: 40, height: 12, mayMove: false },
	losslessWebp: { format: 'webp', width: 40, height: 12, mayMove: false },
	extendedWebp: { format: 'webp', width: 40, height: 12, mayMove: false },
}

const u16 = (value: number) => [value >> 8, value & 255]
/** A JPEG file up to its frame, with so much before that. */
const jpeg = (before: readonly number[], marker = 0xc0) =>
	Uint8Array.from([0xff, 0xd8, ...before, 0xff, marker, ...u16(17), 8, ...u16(300), ...u16(4000), 3])

describe('the size of a picture is in its head', () => {
	for (const [name, file] of Object.entries(PICTURE_FILES))
		test(name, () => {
			assert.deepEqual(imageHead(file), EXPECTED[name as keyof typeof PICTURE_FILES])
			// As it lies in memory it need not begin anywhere in particular.
			const moved = Buffer.concat([Buffer.from('xyz'), file])
			assert.deepEqual(imageHead(moved.subarray(3)), EXPECTED[name as keyof typeof PICTURE_FILES])
		})

	test('of a JPEG behind what a camera says, padding and tables', () => {
		const segment = (marker: number, length: number) => [
			...[0xff, marker, ...u16(length + 2)],
			...Array.from({ length }, (_, index) => [0xff, 0xc0, 0xd8][index % 3]!),
		]
		const before = [...segment(0xe1, 60_000), 0xff, 0xff, ...segment(0xdb, 130), ...segment(0xc4, 30)]
		const found = { format: 'jpeg', width: 4000, height: 300, mayMove: false }
		for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xcf])
			assert.deepEqual(imageHead(jpeg(before, marker)), found)
		for (const none of [
			jpeg([], 0xc8),
			jpeg([0xff, 0xda, 0, 4, 0, 0]),
			jpeg([0x00]),
			jpeg([0xff, 0xe1, 0, 0]),
		])
			assert.equal(imageHead(none), undefined)
	})

	test('what is nothing high or wide is no picture', () => {
		const flat = Buffer.from(PICTURE_FILES.gif)
		flat.writeUInt16LE(0, 8)
		assert.equal(imageHead(flat), undefined)
	})
})

describe('a broken file', () => {
	const files = fc.constantFrom(...Object.values(PICTURE_FILES))

	test('has its size, or none, wherever it ends', () => {
		for (const [name, file] of Object.entries(PICTURE_FILES))
			for (let end = 0; end <= file.length; end++) {
				const found = imageHead(file.subarray(0, end))
				if (found) assert.deepEqual(found, EXPECTED[name as keyof typeof PICTURE_FILES])
			}
	})

	test('never throws, whatever stands in it', () => {
		const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 })
		fc.assert(
			fc.property(files, changes, fc.uint8Array({ maxLength: 60 }), (file, changed, more) => {
				const broken = Buffer.concat([file, more])
				for (const [at, value] of changed) broken[at % broken.length] = value
				for (const bytes of [broken, more, Buffer.concat([file.subarray(0, 4), more])]) {
					const found = imageHead(bytes)
					if (found) assert.ok(found.width >= 1 && found.height >= 1 && found.width <= 1 << 24)
				}
			}),
		)
	})

	test('is read no further than a head can be', () => {
		const size = 1 << 20
		const padded = new Uint8Array(size + 100).fill(0xff)
		padded[1] = 0xd8
		padded.set(jpeg([]).subarray(2), size + 10)
		assert.equal(imageHead(padded), undefined)
		padded.set(jpeg([]).subarray(2), 1000)
		assert.equal(imageHead(padded)?.width, 4000)
		const empty = new Uint8Array(size)
		for (let at = 2; at + 4 <= size; at += 4) empty.set([0xff, 0xfe, 0, 2], at)
		empty.set([0xff, 0xd8])
		assert.equal(imageHead(empty), undefined)
	})
})
