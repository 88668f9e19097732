// The tokenizer of memory: text as the terms it is found by. The same analysis makes the index, reads the query and
// marks what matched, so that `parseConfig`, `parse_config` and "parsing the config" meet.

import { latePattern } from '../../core/text/late-pattern.ts'
import { stem } from './stem.ts'

export type IndexToken = {
	/** One for a plain word; of an identifier its parts and the whole. */
	terms: readonly string[]
	start: number
	end: number
}

/** @param known - terms of runs that were met before, for whoever reads many texts; it grows */
export function wordsOf(text: string, known?: Map<string, readonly string[]>): readonly IndexToken[] {
	const words: IndexToken[] = []
	let from = 0
	const put = (terms: readonly string[], start: number, run: string) => {
		if (terms.length > 0) words.push({ terms, start, end: start + run.length })
	}
	const read = (part: string, start: number) => {
		for (const match of part.matchAll(ASCII.test(part) ? ASCII_RUN : wordRun()))
			put(known ? remembered(match[0], known) : termsOf(match[0]), start + match.index, match[0])
	}
	for (const { index, 0: run } of text.matchAll(LONG)) {
		if (!isEncoded(run)) continue
		read(text.slice(from, index), from)
		put(encodedTerms(run), index, run)
		from = index + run.length
	}
	read(from === 0 ? text : text.slice(from), from)
	return words
}

function remembered(run: string, known: Map<string, readonly string[]>): readonly string[] {
	const terms = known.get(run) ?? termsOf(run)
	known.set(run, terms)
	return terms
}

/** What the index keeps of a text: its terms with blanks between them. */
export function indexedForm(text: string): string {
	return wordsOf(text)
		.flatMap(word => word.terms)
		.join(' ')
}

// Letters, digits and what joins them in names. Paths and dotted names come apart here; their parts stand side by side.
const wordRun = latePattern(() => /[\p{L}\p{N}\p{M}_]+(?:['’]\p{L}+)?/gu)
/** The same runs of a text that has no other characters, found in half the time. */
const ASCII_RUN = /[A-Za-z0-9_]+(?:'[A-Za-z]+)?/g
/** Keys, digests and what is encoded have no words in them: such a run is found by the whole of it only. */
const LONG = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{24,}/g
const unspaced = latePattern(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u)
const humps = latePattern(
	() => /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu,
)
/** The same parts of a word that has no other characters; what Unicode calls a letter takes half a millisecond to compile. */
const ASCII_HUMPS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9_]+/g

function isEncoded(run: string): boolean {
	return isDigest(run) || (run.length >= LEAST_ENCODED && turnsIn(run) > run.length * ENCODED_TURNS)
}

function isDigest(run: string): boolean {
	return /^[0-9a-f]+$|^[0-9A-F]+$/.test(run) && /[a-f]/i.test(run) && /\d/.test(run)
}

/** How often letters, capitals and digits take turns. */
function turnsIn(run: string): number {
	let turns = 0
	let before = ''
	for (const character of run) {
		const kind =
			character >= '0' && character <= '9' ? '0' : character >= 'a' ? 'a' : character >= 'A' ? 'A' : '+'
		if (kind !== before && kind !== '+') turns++
		before = kind
	}
	return turns
}

const LEAST_ENCODED = 40
/** Random letters and digits have 0.6; names of short words in capitals 0.4 at most. */
const ENCODED_TURNS = 0.45

/** A digest is also known by how it begins. */
function encodedTerms(run: string): readonly string[] {
	const lower = run.toLowerCase()
	return isDigest(run) ? [encodedTerm(lower), lower.slice(0, 7)] : [encodedTerm(run)]
}

/** Its end may be padding, and it is not worth its length. */
function encodedTerm(run: string): string {
	const bare = run.replace(/[=_/+-]+$/, '').replace(/^[=_/+-]+/, '')
	let [one, two] = [0x811c9dc5, 0x01000193]
	for (let at = 0; at < bare.length; at++) {
		one = Math.imul(one ^ bare.charCodeAt(at), 0x01000193)
		two = Math.imul(two + bare.charCodeAt(at), 0x85ebca6b) ^ (two >>> 13)
	}
	return `x${(one >>> 0).toString(16)}x${(two >>> 0).toString(16)}`
}

/** A longer run is data, not a word. */
const LONGEST = 64

function termsOf(run: string): readonly string[] {
	if (run.length > LONGEST) return []
	if (ASCII_WORD.test(run)) return [stem(run.toLowerCase())]
	if (!ASCII.test(run) && unspaced().test(run)) return pairs(run)
	const word = run.replace(ELIDED, '').replace(/['’].*$/u, '')
	const lower = plain(word)
	if (/^\p{Ll}+$/u.test(lower) && (word === lower || /^\p{Lu}\p{Ll}*$/u.test(word))) return [stem(lower)]
	const parts = word.match(ASCII.test(word) ? ASCII_HUMPS : humps()) ?? []
	const whole = plain(word).replaceAll('_', '')
	if (parts.length < 2) return whole === '' ? [] : [stem(whole)]
	const pieces = parts.map(plain).filter(part => part.length > 1)
	return [...new Set([whole, ...pieces.map(stem)])]
}

/** What French and Italian leave the last letter of before a vowel: `l'imprimante`, `dell'API`. */
const ELIDED =
	/^(?:[cdjlmnst]|[dns]?ell|all|dall|sull|quell|un|qu|jusqu|lorsqu|puisqu)['’](?=\p{L}{2})(?!(?:ll|re|ve|em)$)/iu

/** Almost every word is one of these. */
const ASCII_WORD = /^[A-Za-z]?[a-z]*$/

/** Lower case, without accents. */
function plain(word: string): string {
	const lower = word.toLowerCase()
	return ASCII.test(lower) ? lower : lower.normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

const ASCII = /^[\x00-\x7f]*$/

/**
 * Writing without blanks between words is found by any two characters that follow each other; a name in other letters that
 * stands among them, by itself.
 */
function pairs(run: string): readonly string[] {
	const terms = run.match(SAME_LETTERS)!.flatMap(part => {
		if (ASCII.test(part)) return termsOf(part)
		const characters = [...part]
		if (characters.length === 1) return characters
		return characters.slice(1).map((character, index) => characters[index]! + character)
	})
	return [...new Set(terms)]
}

const SAME_LETTERS = /[\x00-\x7f]+|[^\x00-\x7f]+/g
