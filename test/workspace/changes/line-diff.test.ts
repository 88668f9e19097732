import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { hunksOf, lineDiff } from '../../../src/workspace/changes/line-diff.ts'

test('what is told to differ makes one text of the other, and what lies between is the same', () => {
	const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '}\n'), { maxLength: 30 })
	fc.assert(
		fc.property(lines, lines, (before, after) => {
			let [inBefore, inAfter] = [0, 0]
			for (const span of lineDiff(before, after)) {
				const equal = before.slice(inBefore, span.before.from)
				assert.deepEqual(equal, after.slice(inAfter, span.after.from))
				assert.ok(span.before.count + span.after.count > 0)
				assert.ok(equal.length > 0 || inBefore === 0, 'two that touch are one')
				inBefore = span.before.from + span.before.count
				inAfter = span.after.from + span.after.count
			}
			assert.deepEqual(before.slice(inBefore), after.slice(inAfter))
		}),
		{ numRuns: 300 },
	)
})

test('the fewest lines differ where that is found out soon, and 20 000 are no more than a wink', () => {
	const before = ['a', 'x', 'b', 'x', 'c', 'x']
	assert.deepEqual(lineDiff(before, ['x', 'b', 'x', 'd', 'x']), [
		{ before: { from: 0, count: 1 }, after: { from: 0, count: 0 } },
		{ before: { from: 4, count: 1 }, after: { from: 3, count: 1 } },
	])
	const many = Array.from({ length: 20_000 }, (_, at) => `line ${at}`)
	const every = lineDiff(
		many,
		many.map((line, at) => (at % 20 === 0 ? `new ${line}` : line)),
	)
	assert.equal(every.length, 1_000)
	assert.equal(hunksOf(every, 3).length, 1_000)
	assert.equal(hunksOf(every, 10).length, 1)
	const alike = (every: number) => many.map((_, at) => `} ${at % every}`)
	assert.equal(lineDiff(alike(7), alike(5)).at(-1)?.after.from !== undefined, true)
})
