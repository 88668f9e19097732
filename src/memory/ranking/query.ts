// Query expansion: each word of a question with the other words that would do, and the ones it may be a slip for.

import { stem } from '../text/stem.ts'
import { type IndexToken, wordsOf } from '../text/words.ts'
import { isGrammar } from './grammar.ts'
import { isRomance } from './romance.ts'
import type { Spelling } from './spelling.ts'
import type { Synonyms } from './synonyms.ts'
import type { Translations } from './translations.ts'

export type Concept = {
	term: string
	/** It is only the first or the second half of a compound. */
	isHalf?: boolean
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
	return asked.flatMap((term, at) => {
		const written = [
			...spellings(term),
			...translated[at]!,
			...compounds[at]!,
			...(at > 0 ? compounds[at - 1]! : []),
		].filter(({ term: other }) => !terms.has(other))
		const concept = {
			term,
			...(wholes.has(term) && { partOf: wholes.get(term)! }),
			others: synonyms(term).filter(other => !terms.has(other)),
			spellings: written,
		}
		// What holds both halves of a compound holds more of it than what holds one.
		const [heads, tails] = (['tail', 'head'] as const).map(other =>
			written.filter(({ half }) => half !== other),
		)
		const isHalved = written.some(({ half }) => half !== undefined)
		return isHalved
			? [heads!, tails!].map(some => ({ ...concept, isHalf: true, spellings: some }))
			: [concept]
	})
}

/** What two words that follow each other are as one word in German: `licence server` as `Lizenzserver`. */
function compoundsOf(
	[first, firsts]: readonly [string, readonly Spelling[]],
	[second, seconds]: readonly [string, readonly Spelling[]],
): readonly Spelling[] {
	const german = [firsts, seconds].map(others =>
		others.filter(({ isGerman }) => isGerman).map(each => each.term),
	)
	if (german.every(words => words.length === 0)) return []
	if ([first, second].some(term => !JOINABLE.test(term) || isGrammar(term))) return []
	const [heads, tails] = german.map((words, at) =>
		[at === 0 ? first : second, ...words]
			.filter(word => JOINABLE.test(word) && !VERB.test(word))
			.slice(0, MOST_JOINED),
	)
	const joined = heads!
		.filter(head => !NEVER_FIRST.test(head))
		.flatMap(head => tails!.map(tail => (LINKED.test(head) ? `${head}s${tail}` : head + tail)))
	return [...new Set(joined)].map(word => ({ term: stem(word), share: JOINED_SHARE, isTranslated: true }))
}

const JOINABLE = /^[a-z]{3,}$/
const VERB = /ier(?:en|t)$|^ge.{3,}t$/
/** Of these the ending says how they are joined, and their plural never is. */
const LINKED = /(?:ung|heit|keit|ion|tat|schaft|ing)$/
const NEVER_FIRST = /ungen$/
const MOST_JOINED = 5
const JOINED_SHARE = 0.95

const END_CHARACTERS = 1_000
const MOST_CONCEPTS = 48
