// Grammar: the words that hold sentences together, in the languages people ask in. They are searched for like any other; the
// list only says how common they are likely to be while the index is too small, or too full of code, to show it.

import { GRAMMAR_TERMS } from './word-rows.ts'

/** Whether a term, as the index has it, is one of these. */
export const isGrammar = createGrammar()

/** The set is made when it is asked for the first time. */
function createGrammar(): (term: string) => boolean {
	let terms: ReadonlySet<string> | undefined
	return term => {
		terms ??= new Set(GRAMMAR_TERMS.split(/\s/))
		return terms.has(term)
	}
}
