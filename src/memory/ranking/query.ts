// Query expansion: each word of a question with the other words that would do, and the ones it may be a slip for.

import { type IndexToken, wordsOf } from '../text/words.ts'
import type { Spelling } from './spelling.ts'
import type { Synonyms } from './synonyms.ts'
import type { Translations } from './translations.ts'

export type Concept = {
	term: string
	/** The names of the question that it is a part of. */
	partOf?: readonly string[]
	/** Terms that count for less: they may be about the same. */
	others: readonly string[]
	/** Terms of the index that are nearly spelt like it: misspelt, inflected, a part of a compound. */
	spellings: readonly Spelling[]
}

/** @returns terms of the index that are nearly spelt like this one, best first */
export type Spellings = (term: string) => readonly Spelling[]

/** A long prompt is mostly material; what it asks stands at its two ends. */
function wordsAsked(text: string): readonly IndexToken[] {
	const asked =
		text.length <= 2 * END_CHARACTERS
			? text
			: `${text.slice(0, END_CHARACTERS)} ${text.slice(-END_CHARACTERS)}`
	return wordsOf(asked)
}

export function termsAsked(text: string): readonly string[] {
	const terms = new Set(wordsAsked(text).flatMap(word => word.terms))
	return [...terms].slice(0, MOST_CONCEPTS)
}

/** @param translations - left out where only what was written is looked for */
export function conceptsOf(
	text: string,
	synonyms: Synonyms,
	spellings: Spellings,
	translations: Translations = () => [],
): readonly Concept[] {
	const terms = new Set(termsAsked(text))
	const wholes = new Map<string, string[]>()
	for (const {
		terms: [whole, ...parts],
	} of wordsAsked(text))
		for (const part of parts)
			if (part.length < whole!.length) wholes.set(part, [...(wholes.get(part) ?? []), whole!])
	return [...terms].map(term => ({
		term,
		...(wholes.has(term) && { partOf: wholes.get(term)! }),
		others: synonyms(term).filter(other => !terms.has(other)),
		spellings: [...spellings(term), ...translations(term)].filter(({ term: other }) => !terms.has(other)),
	}))
}

const END_CHARACTERS = 1_000
const MOST_CONCEPTS = 48
