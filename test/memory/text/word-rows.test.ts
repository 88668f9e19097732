import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
	GERMAN_ROWS,
	JAPANESE_ROWS,
	ROMANCE_ROWS,
	SYNONYM_ROWS,
} from '../../../src/memory/ranking/word-rows.ts'
import { rowsWith } from '../../../src/memory/text/word-rows.ts'

test('a word is found as a whole, on either side of a row, and not where it is part of another', () => {
	const rows = "\nTest Pruf 2fa=Test Imag'e\nTestat=Pruf\n"
	const found = (term: string) =>
		rowsWith(rows, term, word => word === term).map(({ isOwn, others }) => [isOwn, others])
	assert.deepEqual(found('pruf'), [
		[true, ['test', "imag'e"]],
		[false, ['testat']],
	])
	assert.deepEqual(found('test'), [
		[true, ['test', "imag'e"]],
		[false, ['test', 'pruf', '2fa']],
	])
	assert.deepEqual(found('imag'), [[false, ['test', 'pruf', '2fa']]])
	assert.deepEqual(found('2fa'), [[true, ['test', "imag'e"]]])
	assert.deepEqual(found('fa'), [])
	assert.deepEqual(found('te'), [])
	assert.deepEqual(
		rowsWith(rows, 'test', word => word !== 'test').map(({ isOwn, same }) => [isOwn, same]),
		[[true, ['testat']]],
	)
})

test('each word of each table is found in every row and on every side that holds it', () => {
	let asked = 0
	for (const rows of [GERMAN_ROWS, JAPANESE_ROWS, ROMANCE_ROWS, SYNONYM_ROWS]) {
		const holders = new Map<string, (readonly string[])[]>()
		const sides = rows
			.trim()
			.split('\n')
			.flatMap(row => row.split('='))
			.map(side =>
				side
					.split(/['~]\S*| /)
					.filter(Boolean)
					.map(word => word.charAt(0).toLowerCase() + word.slice(1)),
			)
		for (const side of sides) for (const word of side) holders.set(word, [...(holders.get(word) ?? []), side])
		for (const [word, all] of [...holders].filter((_, at) => at % EVERY === 0)) {
			const found = rowsWith(rows, word, each => each === word)
			assert.deepEqual(
				found.map(({ same }) => same.map(each => each.replace(/['~].*/, ''))),
				all,
				word,
			)
			asked += 1
		}
	}
	assert.ok(asked > 500)
})

const EVERY = 11
