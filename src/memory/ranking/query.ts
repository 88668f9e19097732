// Query expansion: each word of a question with the other words that would do, and the ones it may be a slip for.

import { type IndexToken, wordsOf } from '../text/words.ts'
import { isGrammar } from './grammar.ts'
import { isRomance } from './romance/romance.ts'
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
	const inRomance = isRomance(text)
	const wholes = new Map<string, string[]>()
	for (const {
		terms: [whole, ...parts],
	} of wordsAsked(text))
		for (const part of parts)
			if (part.length < whole!.length) wholes.set(part, [...(wholes.get(part) ?? []), whole!])
	const asked = [...terms]
	const translated = asked.map(term => translations(term, inRomance))
	const compounds = asked.map((term, at) =>
		at + 1 < asked.length ? compoundsOf([term, translated[at]!], [asked[at + 1]!, translated[at + 1]!]) : [],
	)
	return asked.map((term, at) => ({
		term,
		...(wholes.has(term) && { partOf: wholes.get(term)! }),
		others: synonyms(term).filter(other => !terms.has(other)),
		spellings: [
			...spellings(term),
			...translated[at]!,
			...compounds[at]!,
			...(at > 0 ? compounds[at - 1]! : []),
		].filter(({ term: other }) => !terms.has(other)),
	}))
}

/** What two words that follow each other are as one word of another language: `licence server` as `Lizenzserver`. */
function compoundsOf(
	[first, firsts]: readonly [string, readonly Spelling[]],
	[second, seconds]: readonly [string, readonly Spelling[]],
): readonly Spelling[] {
	if (firsts.length === 0 && seconds.length === 0) return []
	if ([first, second].some(term => !JOINABLE.test(term) || isGrammar(term))) return []
	const ways = (term: string, others: readonly Spelling[]) =>
		[term, ...others.map(other => other.term)].filter(each => JOINABLE.test(each)).slice(0, MOST_JOINED)
	const joined = ways(first, firsts).flatMap(head =>
		ways(second, seconds).flatMap(tail => LINKS.map(link => head + link + tail)),
	)
	return [...new Set(joined.flatMap(word => wordsOf(word).flatMap(({ terms }) => terms)))].map(term => ({
		term,
		share: JOINED_SHARE,
		isTranslated: true,
	}))
}

const JOINABLE = /^[a-z]{3,}$/
const MOST_JOINED = 5
const LINKS = ['', 's', 'n']
const JOINED_SHARE = 0.95

const END_CHARACTERS = 1_000
const MOST_CONCEPTS = 48
