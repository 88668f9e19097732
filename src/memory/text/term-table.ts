// A table of words that is looked into by terms. No stemming changes how a word begins, so that only the words with the
// first letters of a term are stemmed, when it is asked for: a short run asks for few.

import { wordsOf } from './words.ts'

type TermEntries<Value> = Iterable<readonly [word: string, value: Value]>

/**
 * @param words - plain ones: of a name in humps, only the part it begins with is found. A function is asked for those with
 *   a beginning, as terms have it, when a term with that is; it may give others, too.
 * @returns what the words of a term came with, in their order
 */
export function termTable<Value>(
	words: TermEntries<Value> | ((beginning: string) => TermEntries<Value>),
): (term: string) => readonly Value[] {
	const withBeginning = typeof words === 'function' ? words : grouped(words)
	const stemmed = new Map<string, ReadonlyMap<string, readonly Value[]>>()
	return term => {
		const beginning = beginningOf(term, term.length >= LEAST_STEM ? 3 : 2)
		let values = stemmed.get(beginning)
		if (!values) {
			values = byTerm(withBeginning(beginning), beginning)
			stemmed.set(beginning, values)
		}
		return values.get(term) ?? []
	}
}

/** What is as long when it is stemmed has lost none of its first three letters, of which an ending changes the last at most. */
const LEAST_STEM = 4

function grouped<Value>(words: TermEntries<Value>): (beginning: string) => TermEntries<Value> {
	const groups = new Map<string, (readonly [string, Value])[]>()
	for (const entry of words) {
		const beginning = beginningOf(entry[0], 2)
		const group = groups.get(beginning)
		if (group) group.push(entry)
		else groups.set(beginning, [entry])
	}
	return beginning => groups.get(beginningOf(beginning, 2)) ?? []
}

function byTerm<Value>(words: TermEntries<Value>, beginning: string): ReadonlyMap<string, readonly Value[]> {
	const values = new Map<string, Value[]>()
	for (const [word, value] of words) {
		if (beginningOf(word, 3) !== beginning && beginningOf(word, 2) !== beginning) continue
		for (const { terms } of wordsOf(word))
			for (const term of terms) values.set(term, [...(values.get(term) ?? []), value])
	}
	return values
}

/**
 * Without accents, as terms are. Writing without blanks has terms out of the middle of a word: all of it begins alike.
 * @param count - letters at most
 */
function beginningOf(word: string, count: 2 | 3): string {
	const start = word.slice(0, count)
	const letters = LETTERS.exec(start)?.[0] ?? ''
	// What has an accent behind a letter is not taken for a shorter word.
	const plain = letters.length < start.length && !ASCII.test(start) ? withoutAccents(start) : start
	return (LETTERS.exec(plain)?.[0] ?? '').toLowerCase()
}

const LETTERS = /^[A-Za-z]+/
const ASCII = /^[\x00-\x7f’]*$/

export function withoutAccents(text: string): string {
	return text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
}
