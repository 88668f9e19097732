// The tokenizer of memory: text as the terms it is found by. The same analysis makes the index, reads the query and
// marks what matched, so that `parseConfig`, `parse_config` and "parsing the config" meet.

import { stem } from './stem.ts'
import { isStopWord } from './stop-words.ts'

export type IndexToken = {
	/** One for a plain word; of an identifier its parts and the whole. */
	terms: readonly string[]
	start: number
	end: number
}

export function wordsOf(text: string): readonly IndexToken[] {
	const words: IndexToken[] = []
	for (const match of text.matchAll(RUN)) {
		const terms = termsOf(match[0])
		if (terms.length > 0) words.push({ terms, start: match.index, end: match.index + match[0].length })
	}
	return words
}

/** What the index keeps of a text: its terms with blanks between them. */
export function indexedForm(text: string): string {
	return wordsOf(text)
		.flatMap(word => word.terms)
		.join(' ')
}

// Letters, digits and what joins them in names. Paths and dotted names come apart here; their parts stand side by side.
const RUN = /[\p{L}\p{N}\p{M}_]+(?:['’]\p{L}+)?/gu
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const HUMPS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu
/** A longer run is data, not a word. */
const LONGEST = 64

function termsOf(run: string): readonly string[] {
	if (run.length > LONGEST) return []
	if (CJK.test(run)) return pairs(run)
	const word = run.replace(/['’].*$/u, '')
	const lower = plain(word)
	if (/^\p{Ll}+$/u.test(lower) && (word === lower || /^\p{Lu}\p{Ll}*$/u.test(word)))
		return isStopWord(lower) ? [] : [stem(lower)]
	const parts = word.match(HUMPS) ?? []
	const whole = plain(word).replaceAll('_', '')
	if (parts.length < 2) return whole === '' || isStopWord(whole) ? [] : [stem(whole)]
	const pieces = parts.map(plain).filter(part => part.length > 1 && !isStopWord(part))
	return [...new Set([whole, ...pieces.map(stem)])]
}

/** Lower case, without accents. */
function plain(word: string): string {
	const lower = word.toLowerCase()
	return ASCII.test(lower) ? lower : lower.normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

const ASCII = /^[\x00-\x7f]*$/

/** Writing without blanks between words is found by any two characters that follow each other. */
function pairs(run: string): readonly string[] {
	const characters = [...run]
	if (characters.length === 1) return characters
	return [...new Set(characters.slice(1).map((character, index) => characters[index]! + character))]
}
