// Query expansion: each word of a question with the other words that would do, and the ones it may be a slip for.

import { wordsOf } from '../text/words.ts'
import type { Spelling } from './spelling.ts'
import type { Synonyms } from './synonyms.ts'

export type Concept = {
	term: string
	/** Terms that count for less: they may be about the same. */
	others: readonly string[]
	/** Terms of the index that are nearly spelt like it: misspelt, inflected, a part of a compound. */
	spellings: readonly Spelling[]
}

/** @returns terms of the index that are nearly spelt like this one, best first */
export type Spellings = (term: string) => readonly Spelling[]

/** A long prompt is mostly material; what it asks stands at its two ends. */
export function termsAsked(text: string): readonly string[] {
	const asked =
		text.length <= 2 * END_CHARACTERS
			? text
			: `${text.slice(0, END_CHARACTERS)} ${text.slice(-END_CHARACTERS)}`
	const terms = new Set(wordsOf(asked).flatMap(word => word.terms))
	return [...terms].slice(0, MOST_CONCEPTS)
}

export function conceptsOf(text: string, synonyms: Synonyms, spellings: Spellings): readonly Concept[] {
	const terms = new Set(termsAsked(text))
	return [...terms].map(term => ({
		term,
		others: synonyms(term).filter(other => !terms.has(other)),
		spellings: spellings(term).filter(({ term: other }) => !terms.has(other)),
	}))
}

const END_CHARACTERS = 1_000
const MOST_CONCEPTS = 48
