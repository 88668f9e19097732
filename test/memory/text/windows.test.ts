import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { windowAt, windowsOf } from '../../../src/memory/text/windows.ts'

test('every window stands in its text where it is said to, and nothing but blanks is in none', () => {
	const word = fc.string({ minLength: 1, maxLength: 12 }).map(text => text.replaceAll(/\s/g, '_'))
	const blank = fc.constantFrom(' ', '\n', '\n\n', '. ')
	const text = fc.array(fc.tuple(word, blank), { maxLength: 150 }).map(parts => parts.flat().join('').trim())
	fc.assert(
		fc.property(text, said => {
			const windows = windowsOf(said)
			assert.ok(windows.every(({ length }) => length <= 300))
			if (windows.length < 2) return
			let from = 0
			for (const [part, window] of windows.entries()) {
				const { start, end } = windowAt(said, { part, parts: windows.length })!
				assert.equal(said.slice(start, end), window)
				assert.equal(said.slice(from, start).trim(), '')
				from = end
			}
			assert.equal(said.slice(from).trim(), '')
		}),
		{ numRuns: 100 },
	)
})

test('what was made of other pieces is of the whole text', () => {
	assert.equal(windowAt('short', { part: 0, parts: 1 }), undefined)
	assert.equal(windowAt('short', { part: 2, parts: 4 }), undefined)
})
