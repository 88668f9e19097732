// A table of words that is looked into by terms. No stemming changes how a word begins, so that only the words of one
// letter are stemmed, when a term with it is asked for: a short run asks for few.

import { wordsOf } from './words.ts'

/**
 * @param words - plain ones: of a name in humps, only the part it begins with is found
 * @returns what the words of a term came with, in their order
 */
export function termTable<Value>(
	words: Iterable<readonly [word: string, value: Value]>,
): (term: string) => readonly Value[] {
	const byLetter = new Map<string, (readonly [string, Value])[]>()
	for (const entry of words) {
		const letter = firstLetter(entry[0])
		const group = byLetter.get(letter)
		if (group) group.push(entry)
		else byLetter.set(letter, [entry])
	}
	const stemmed = new Map<string, ReadonlyMap<string, readonly Value[]>>()
	return term => {
		const letter = firstLetter(term)
		let values = stemmed.get(letter)
		if (!values) {
			values = byTerm(byLetter.get(letter) ?? [])
			stemmed.set(letter, values)
		}
		return values.get(term) ?? []
	}
}

function byTerm<Value>(words: readonly (readonly [string, Value])[]): ReadonlyMap<string, readonly Value[]> {
	const values = new Map<string, Value[]>()
	for (const [word, value] of words)
		for (const { terms } of wordsOf(word))
			for (const term of terms) values.set(term, [...(values.get(term) ?? []), value])
	return values
}

/** Without its accent, as terms are. Writing without blanks has terms out of the middle of a word: all of it is one letter. */
function firstLetter(word: string): string {
	const letter = word.slice(0, 1).normalize('NFKD').slice(0, 1).toLowerCase()
	return letter >= 'a' && letter <= 'z' ? letter : ''
}
