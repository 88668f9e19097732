// A table of words that is looked into by terms. No stemming changes how a word begins, so that only the words with the
// first two letters of a term are stemmed, when it is asked for: a short run asks for few.

import { wordsOf } from './words.ts'

type Entries<Value> = Iterable<readonly [word: string, value: Value]>

/**
 * @param words - plain ones: of a name in humps, only the part it begins with is found. A function is asked for those with
 *   a beginning, as terms have it, when a term with that is; it may give others, too.
 * @returns what the words of a term came with, in their order
 */
export function termTable<Value>(
	words: Entries<Value> | ((beginning: string) => Entries<Value>),
): (term: string) => readonly Value[] {
	const withBeginning = typeof words === 'function' ? words : grouped(words)
	const stemmed = new Map<string, ReadonlyMap<string, readonly Value[]>>()
	return term => {
		const beginning = beginningOf(term)
		let values = stemmed.get(beginning)
		if (!values) {
			values = byTerm(withBeginning(beginning), beginning)
			stemmed.set(beginning, values)
		}
		return values.get(term) ?? []
	}
}

function grouped<Value>(words: Entries<Value>): (beginning: string) => Entries<Value> {
	const groups = new Map<string, (readonly [string, Value])[]>()
	for (const entry of words) {
		const beginning = beginningOf(entry[0])
		const group = groups.get(beginning)
		if (group) group.push(entry)
		else groups.set(beginning, [entry])
	}
	return beginning => groups.get(beginning) ?? []
}

function byTerm<Value>(words: Entries<Value>, beginning: string): ReadonlyMap<string, readonly Value[]> {
	const values = new Map<string, Value[]>()
	for (const [word, value] of words) {
		if (beginningOf(word) !== beginning) continue
		for (const { terms } of wordsOf(word))
			for (const term of terms) values.set(term, [...(values.get(term) ?? []), value])
	}
	return values
}

/** Without accents, as terms are. Writing without blanks has terms out of the middle of a word: all of it begins alike. */
function beginningOf(word: string): string {
	const letters = LETTERS.exec(word)?.[0] ?? LETTERS.exec(withoutAccents(word.slice(0, 2)))?.[0]
	return letters?.toLowerCase() ?? ''
}

/** What has an accent on its second letter is not taken for a word of one letter. */
const LETTERS = /^[A-Za-z](?:[A-Za-z]|(?![^\x00-\x7f’]))/

export function withoutAccents(text: string): string {
	return text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
}
