// Synonyms among developers. A question is rarely asked in the words of the answer; a term of it is also found, with
// less weight, by what stands in the same row.

import { rowsWith } from '../text/word-rows.ts'
import { SYNONYM_ROWS } from './word-rows.ts'

/** @returns other terms for this term, as the index has them */
export type Synonyms = (term: string) => readonly string[]

/** What one counts of what the word itself would. */
export const SYNONYM_SHARE = 0.6

export function createSynonyms(): Synonyms {
	return term => {
		const rows = rowsWith(SYNONYM_ROWS, term, word => word === term)
		return [...new Set(rows.flatMap(({ same }) => same))].filter(other => other !== term)
	}
}
