import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { createBoundedOutput } from '../../../src/tools/process/bounded-output.ts'

function bounded(limit: number, pieces: readonly string[]): string {
	const output = createBoundedOutput(limit)
	for (const piece of pieces) output.add(piece)
	return output.kept().text
}

test('what fits is kept as it is, however it came', () => {
	fc.assert(
		fc.property(fc.array(fc.string()), pieces => {
			const whole = pieces.join('')
			assert.equal(bounded(2 * whole.length + 2, pieces), whole)
		}),
	)
})

test('of what does not fit both ends are kept, and the gap says how much is missing', () => {
	assert.equal(bounded(8, ['abcdefghijklmnop']), 'abcd\n[… 8 characters left out …]\nmnop')
	assert.equal(bounded(8, [...'abcdefghijklmnop']), 'abcd\n[… 8 characters left out …]\nmnop')
})

test('says how much came, and how much of it is gone', () => {
	const output = createBoundedOutput(8)
	output.add('abcdefgh')
	assert.deepEqual(output.kept(), { text: 'abcdefgh', sizeBytes: 8, lostCharacters: 0 })
	output.add('\ufffd\ufffd', 2)
	assert.deepEqual(output.kept(), {
		text: 'abcd\n[… 2 characters left out …]\ngh\ufffd\ufffd',
		sizeBytes: 10,
		lostCharacters: 2,
	})
})

test('no character is cut in two', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ unit: 'grapheme' })),
			fc.integer({ min: 2, max: 40 }),
			(pieces, limit) => {
				assert.doesNotMatch(bounded(limit, pieces), /\p{Surrogate}/u)
			},
		),
	)
})

test('a text of any length takes a fixed amount of memory, and can be looked at in between', () => {
	const output = createBoundedOutput(1000)
	for (let index = 0; index < 100_000; index++) {
		output.add('0123456789')
		if (index % 1000 === 0) assert.ok(output.kept().text.length < 1100)
	}
	assert.ok(output.kept().text.endsWith('0123456789'))
})
