import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { createLineWindow } from '../../../src/tools/files/line-window.ts'
import { linesFrom } from '../../../src/tools/files/text-file.ts'

const KEPT = 4

test('the lines are those of the whole text, wherever it is cut', () => {
	const pieces = fc.array(fc.stringMatching(/^[ab\r\n]{0,9}$/), { maxLength: 8 })
	fc.assert(
		fc.property(pieces, fc.nat(6), fc.integer({ min: 1, max: 5 }), (texts, first, limit) => {
			const window = createLineWindow(first, limit, KEPT)
			const isWanted = texts.map(text => window.take(text)).every(Boolean)
			const whole = linesFrom(texts.join(''), first, limit)
			const { lines, count, hasMore } = window.soFar()
			assert.deepEqual(
				lines,
				whole.lines.map(({ text }) => ({ text: text.slice(0, KEPT), characters: text.length })),
			)
			assert.equal(hasMore, whole.count > first + limit)
			assert.equal(isWanted, !hasMore)
			if (!hasMore) assert.equal(count, whole.count)
		}),
	)
})
