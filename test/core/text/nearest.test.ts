import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { editDistance, nearestNames } from '../../../src/core/text/nearest.ts'

test('finds the names that may have been meant, the nearest first', () => {
	const settings = ['budget.maxTurns', 'budget.maxCostUsd', 'model']
	const cases: readonly [typed: string, known: readonly string[], near: readonly string[]][] = [
		['modle', settings, ['model']],
		['budget.maxturn', settings, ['budget.maxTurns']],
		['budget.max_turns', settings, ['budget.maxTurns']],
		['something', settings, []],
		['providers.mine.key', ['providers'], []],
		['re', ['edit', 'read', 'recall'], ['read', 'recall']],
		['x', ['a', 'b', 'c', 'd'], ['a', 'b', 'c']],
	]
	for (const [typed, known, near] of cases) assert.deepEqual(nearestNames(typed, known), near, typed)
})

test('a caller that would be misled by short words allows fewer edits', () => {
	assert.deepEqual(nearestNames('sex', ['set', 'get', 'unset'], { allowedEdits: () => 1 }), ['set'])
})

test('a caller may take a name that holds the other for it', () => {
	const known = ['path', 'limit']
	assert.deepEqual(
		[nearestNames('file_path', known), nearestNames('file_path', known, { orPart: true })],
		[[], ['path']],
	)
})

test('counts insertions, deletions, replacements, and two letters that changed places once', () => {
	const pairs = [
		['', 'abc'],
		['abc', ''],
		['kitten', 'sitting'],
		['modle', 'model'],
	] as const
	assert.deepEqual(
		pairs.map(([from, to]) => editDistance(from, to)),
		[3, 3, 3, 1],
	)
})

test('the way back is as long, and no word is away from itself', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (from, to) => {
			assert.equal(editDistance(from, to), editDistance(to, from))
			assert.equal(editDistance(from, to) === 0, from === to)
			assert(editDistance(from, to) <= Math.max(from.length, to.length))
		}),
	)
})
