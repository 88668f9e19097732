import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { WORD_ROWS, wordRowsSource } from '../../scripts/words/word-rows.ts'
import { createSynonyms } from '../../src/memory/ranking/synonyms.ts'
import { createTranslations } from '../../src/memory/ranking/translations.ts'

test('the rows say what the words say; if not, npm run words', async () => {
	const file = join(import.meta.dirname, '../..', WORD_ROWS)
	assert.ok((await readFile(file, 'utf8')) === wordRowsSource())
})

test('a term is known in another language by its words, their plural, their root and their halves', () => {
	const translations = createTranslations()
	const known = (term: string, isRomance = false) => translations(term, isRomance).map(each => each.term)
	assert.ok(known('warteschlangen').includes('queue'))
	assert.ok(known('lizenz').includes('licenc'))
	assert.ok(known('licenc').includes('lizenz'))
	assert.ok(known('dateisystem').includes('filesystem'))
	assert.ok(known('abbrech').includes('abort'), 'without its ending')
	assert.ok(known('server').includes('servidor'))
	assert.ok(!known('version').includes('version'), 'what both have is no translation')
	assert.ok(known('carpeta', true).includes('folder'))
	assert.deepEqual(
		translations('licenc')
			.filter(({ term }) => term === 'lizenz')
			.map(({ isGerman }) => isGerman),
		[true],
	)
	assert.ok(createSynonyms()('user').includes('account'))
})
