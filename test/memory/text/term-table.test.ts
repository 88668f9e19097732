import assert from 'node:assert/strict'
import { test } from 'vitest'
import { termTable } from '../../../src/memory/text/term-table.ts'
import { wordsOf } from '../../../src/memory/text/words.ts'

test('a word is found by each of its terms, whatever letter and script it begins with', () => {
	const words = [
		...['retries', 'Retry', 'Ändere', 'andere', 'schaltfläche', 'ありがとう', '何', 'écrire'],
		...['news', 'kept', 'x', 'dies', 'i’m', "i'd", 'für', 'aßen', 'Áß', 'c', 'C4', 'being', 'used', '42'],
	]
	const entries = words.map((word, index) => [word, index] as const)
	for (const find of [termTable(entries), termTable(() => entries)])
		for (const asked of words.flatMap(word => wordsOf(word).flatMap(({ terms }) => terms))) {
			const holders = words.flatMap((word, index) =>
				wordsOf(word).some(({ terms }) => terms.includes(asked)) ? [index] : [],
			)
			assert.deepEqual(find(asked), holders, asked)
		}
	assert.deepEqual(termTable(entries)('nothing'), [])
})
