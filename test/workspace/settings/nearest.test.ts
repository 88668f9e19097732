import assert from 'node:assert/strict'
import { test } from 'vitest'
import { editDistance, nearest } from '../../../src/workspace/settings/nearest.ts'

test('finds the word that was meant', () => {
	const words = ['budget.maxTurns', 'budget.maxCostUsd', 'model']
	assert.deepEqual(
		['modle', 'budget.maxturn', 'budget.max_turns', 'something'].map(word => nearest(word, words)),
		['model', 'budget.maxTurns', 'budget.maxTurns', undefined],
	)
})

test('counts insertions, deletions and replacements', () => {
	assert.deepEqual(
		[editDistance('', 'abc'), editDistance('abc', ''), editDistance('kitten', 'sitting')],
		[3, 3, 3],
	)
})
