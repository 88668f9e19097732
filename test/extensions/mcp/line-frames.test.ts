import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { LineFrames } from '../../../src/extensions/mcp/line-frames.ts'

function framesOf(pieces: readonly Buffer[], limitBytes: number, tooLong: 'stop' | 'cut') {
	const lines: string[] = []
	const frames = new LineFrames(limitBytes, line => lines.push(line), tooLong)
	return { lines, went: pieces.map(piece => frames.push(piece)) }
}

describe('lines', () => {
	test('are the same wherever the pieces are cut', () => {
		const text = fc.array(
			fc.string({ unit: 'binary' }).map(each => each.replaceAll('\n', ' ')),
			{ maxLength: 6 },
		)
		fc.assert(
			fc.property(text, fc.array(fc.nat(40), { maxLength: 10 }), (wanted, cuts) => {
				const bytes = Buffer.from(wanted.map(line => `${line}\n`).join(''))
				const places = [
					0,
					...cuts.map(cut => Math.min(cut, bytes.length)).sort((a, b) => a - b),
					bytes.length,
				]
				const pieces = places.slice(1).map((to, index) => bytes.subarray(places[index], to))
				const expected = wanted.map(line => Buffer.from(line).toString())
				assert.deepEqual(framesOf(pieces, 1_000, 'stop').lines, expected)
				assert.deepEqual(framesOf(pieces, 1_000, 'cut').lines, expected)
			}),
		)
	})

	test('that are too long stop it, or are cut', () => {
		const pieces = ['ok\n123', '456', '789\nnext\n', 'more\n'].map(text => Buffer.from(text))
		assert.deepEqual(framesOf(pieces, 5, 'stop'), { lines: ['ok'], went: [true, false, false, false] })
		assert.deepEqual(framesOf(pieces, 5, 'cut').lines, ['ok', '12345', 'next', 'more'])
		assert.deepEqual(framesOf([Buffer.from('12345\n')], 5, 'stop').lines, ['12345'])
	})
})
