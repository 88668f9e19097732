import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { cellOf, offsetAt, visualRows } from '../../../src/tui/composer/wrap.ts'
import { textCells } from '../../../src/tui/text/graphemes.ts'

function wrapped(text: string, width: number): readonly string[] {
	return visualRows(text, width).map(({ start, end }) => text.slice(start, end))
}

describe('rows', () => {
	test('break behind a space', () => {
		assert.deepEqual(wrapped('the quick brown fox', 10), ['the quick ', 'brown fox'])
	})

	test('let one space hang over the edge', () => {
		assert.deepEqual(wrapped('aaaaa bbbbb', 5), ['aaaaa ', 'bbbbb'])
	})

	test('break within a word that is too long', () => {
		assert.deepEqual(wrapped('abcdefghij', 4), ['abcd', 'efgh', 'ij'])
		assert.deepEqual(wrapped('x abcdefghij', 4), ['x ', 'abcd', 'efgh', 'ij'])
	})

	test('never split a wide character', () => {
		assert.deepEqual(wrapped('漢字漢字漢', 5), ['漢字', '漢字', '漢'])
		assert.deepEqual(wrapped('👩‍👩‍👧👩‍👩‍👧', 3), ['👩‍👩‍👧', '👩‍👩‍👧'])
	})

	test('an empty text and an empty line are rows', () => {
		assert.deepEqual(wrapped('', 10), [''])
		assert.deepEqual(wrapped('a\n\nb\n', 10), ['a', '', 'b', ''])
	})

	test('hold every character once and fit their width', () => {
		const piece = fc.constantFrom('a', 'word', ' ', ' ', '\n', '\t', '漢', 'é', '👍🏽', 'longlonglong')
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 4, max: 20 }), (pieces, width) => {
				const text = pieces.join('')
				const rows = visualRows(text, width)
				const lineEnds = rows.map(({ end }, index) => text.slice(end, rows[index + 1]?.start))
				assert.equal(
					rows.map(({ start, end }, index) => text.slice(start, end) + lineEnds[index]).join(''),
					text,
				)
				for (const row of rows.map(({ start, end }) => text.slice(start, end))) {
					const hanging = row.endsWith(' ') ? 1 : 0
					assert.ok(textCells(row) <= width + hanging, JSON.stringify(row))
				}
			}),
		)
	})
})

describe('cells', () => {
	test('count wide characters twice', () => {
		const text = 'a漢b\ncd'
		const rows = visualRows(text, 10)
		assert.deepEqual(cellOf(text, rows, 2), { row: 0, column: 3 })
		assert.deepEqual(cellOf(text, rows, 5), { row: 1, column: 1 })
		assert.equal(offsetAt(text, rows, { row: 0, column: 2 }), 1)
		assert.equal(offsetAt(text, rows, { row: 1, column: 9 }), 6)
	})

	test('the end of a wrapped row is the start of the next', () => {
		const text = 'aaaa bbbb'
		const rows = visualRows(text, 5)
		assert.deepEqual(cellOf(text, rows, 5), { row: 1, column: 0 })
		assert.equal(offsetAt(text, rows, { row: 0, column: 99 }), 4)
	})

	test('an offset leads to its cell and back', () => {
		const piece = fc.constantFrom('a', 'word ', '\n', '漢', '\t')
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 4, max: 12 }), (pieces, width) => {
				const text = pieces.join('')
				const rows = visualRows(text, width)
				for (let offset = 0; offset <= text.length; offset++) {
					assert.equal(offsetAt(text, rows, cellOf(text, rows, offset)), offset)
				}
			}),
		)
	})
})
