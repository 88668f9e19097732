import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import {
	expandTabs,
	foldSpans,
	plainText,
	type Spans,
	span,
	spansWidth,
	wrapSpans,
} from '../../../src/tui/text/spans.ts'

const rowsOf = (rows: readonly Spans[]) => rows.map(plainText)

test('a line breaks at blanks, and the blanks it breaks at are gone', () => {
	assert.deepEqual(rowsOf(wrapSpans([span('the quick brown fox  ')], 10)), ['the quick', 'brown fox'])
})

test('a word longer than the width is cut, the rest of the line is not', () => {
	assert.deepEqual(rowsOf(wrapSpans([span('see abcdefghijkl now')], 5)), [
		'see',
		'abcde',
		'fghij',
		'kl',
		'now',
	])
})

test('a word that goes across looks is not broken between them', () => {
	const rows = wrapSpans([span('say un'), span('break', { bold: true }), span('able')], 11)
	assert.deepEqual(rows, [[span('say')], [span('un'), span('break', { bold: true }), span('able')]])
})

test('wide characters take two columns and need no blank to break at', () => {
	assert.deepEqual(rowsOf(wrapSpans([span('日本語のテキスト')], 7)), ['日本語', 'のテキ', 'スト'])
})

test('an empty line is one empty row', () => {
	assert.deepEqual(wrapSpans([], 10), [[]])
	assert.deepEqual(foldSpans([], 10), [[]])
})

test('code keeps its blanks and breaks where the width ends', () => {
	assert.deepEqual(rowsOf(foldSpans([span('  if (a)'), span(' b()')], 6)), ['  if (', 'a) b()'])
})

test('tabs reach to the next stop', () => {
	assert.equal(expandTabs('\ta\tbc\td'), '    a   bc  d')
})

const anyText = fc.string({
	unit: fc.constantFrom(...('ab cd  日本é👩‍👩‍👧…'.match(/./gsu) ?? [])),
	maxLength: 60,
})
const anySpans = fc.array(
	fc.record({ text: anyText, style: fc.constantFrom({}, { bold: true }, { tone: 'code' } as const) }),
	{ maxLength: 5 },
)

test('no row is wider than the width, and nothing but blanks gets lost', () => {
	fc.assert(
		fc.property(anySpans, fc.integer({ min: 2, max: 30 }), (spans, width) => {
			const rows = wrapSpans(spans, width)
			assert.ok(
				rows.every(row => spansWidth(row) <= width),
				JSON.stringify(rowsOf(rows)),
			)
			assert.equal(rowsOf(rows).join('').replaceAll(' ', ''), plainText(spans).replaceAll(' ', ''))
		}),
		{ numRuns: 500 },
	)
})

test('more words at the end never change the rows before the last', () => {
	fc.assert(
		fc.property(anyText, anyText, fc.integer({ min: 2, max: 30 }), (before, after, width) => {
			const early = rowsOf(wrapSpans([span(before)], width)).slice(0, -1)
			const late = rowsOf(wrapSpans([span(`${before} ${after}`)], width))
			assert.deepEqual(late.slice(0, early.length), early)
		}),
		{ numRuns: 500 },
	)
})

test('a line of a megabyte is broken in time in proportion to its length', () => {
	const line = span('y'.repeat(2 ** 20))
	for (const rows of [wrapSpans([line], 80), foldSpans([line], 80)])
		assert.equal(rows.map(plainText).join(''), line.text)
	const smiles = span('😀'.repeat(2 ** 14))
	assert.equal(foldSpans([smiles], 80).map(plainText).join(''), smiles.text)
})
