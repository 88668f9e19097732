import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { fuzzyMatch } from '../../../src/tui/list/fuzzy-match.ts'
import { createLargeSearch, createQuickSearch } from '../../../src/tui/list/quick-search.ts'

const PATHS = ['src/tui/App.tsx', 'src/tui/composer/Composer.tsx', 'docs/compose.md', 'Größe/Übung.txt', 'a']

test('the name counts more than the folders, and what is found is marked', () => {
	const { found, total } = createQuickSearch(PATHS).find('comp', 5)
	assert.deepEqual(
		found.map(({ index }) => PATHS[index]),
		['docs/compose.md', 'src/tui/composer/Composer.tsx'],
	)
	assert.equal(total, 2)
	assert.deepEqual(found[0]?.marks, [5, 6, 7, 8])
	assert.deepEqual(createQuickSearch(PATHS).find('üb', 5).found[0]?.index, 3)
})

test('however it is typed and deleted, it finds what a search from the beginning finds', async () => {
	const texts = fc.array(
		fc.string({ unit: fc.constantFrom('a', 'b', 'C', '1', '-', '/', 'ß', 'Ü'), maxLength: 9 }),
		{
			maxLength: 30,
		},
	)
	const queries = fc.array(
		fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '/', 'ü', ' '), maxLength: 4 }),
		{
			maxLength: 8,
		},
	)
	await fc.assert(
		fc.asyncProperty(texts, queries, async (all, typed) => {
			const search = await createLargeSearch(all)
			for (const query of typed) {
				const wanted = all.flatMap((text, index) => (fuzzyMatch(text, query) ? [index] : []))
				const { found, total } = search.find(query, 1000)
				assert.equal(total, wanted.length)
				assert.deepEqual(
					found.map(({ index }) => index).sort((a, b) => a - b),
					wanted,
				)
			}
		}),
		{ numRuns: 40 },
	)
})
