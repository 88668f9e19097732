// `npm run words`: makes the rows that memory looks words up in from the words in `scripts/words`. A test fails when they
// say something else.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORD_ROWS, wordRowsSource } from './words/word-rows.ts'

await writeFile(join(fileURLToPath(new URL('..', import.meta.url)), WORD_ROWS), wordRowsSource())
console.log(`wrote ${WORD_ROWS}`)
