// Spelling: how alike two words are written. A slip of the keyboard, another ending and a compound that holds the
// word are told from a word that only looks like it.

import { everydayShare } from './everyday.ts'

export type Spelling = {
	term: string
	/** What it counts of what the word itself would: 0 to 1. */
	share: number
	/** It is no other spelling, but the word in another language. */
	isTranslated?: boolean
	/** It is a whole word in German, which may be a part of another there. */
	isGerman?: boolean
	/** It is only that part of a compound. */
	half?: 'head' | 'tail'
}

/** Shorter words are a slip away from too many others. */
export const LEAST_SPELT = 4
const LEAST_PART = 5
const LEAST_FOR_TWO_SLIPS = 7

const ONE_SLIP = 0.85
const TWO_SLIPS = 0.7
const INFLECTED = 0.75
const COMPOUND = 0.5

/** @returns 0 where one is not written for the other; a word that everybody uses is no slip of another */
export function alikeness(asked: string, known: string): number {
	if (asked === known) return 1
	const [short, long] = asked.length < known.length ? [asked, known] : [known, asked]
	if (short.length < LEAST_SPELT) return 0
	const slips = short.length < LEAST_FOR_TWO_SLIPS ? 1 : 2
	if (long.length - short.length <= slips && everydayShare(asked) === 0) {
		const distance = slipsBetween(asked, known, slips)
		if (distance === 1) return ONE_SLIP
		if (distance === 2 && slips === 2) return TWO_SLIPS
	}
	return Math.max(inflection(short, long), partOfCompound(short, long))
}

/** One more ending: `deploy` and `deployen`, `Messwert` and `Messwerten`. */
export function inflection(short: string, long: string): number {
	return short.length >= LEAST_PART && long.length - short.length <= 3 && long.startsWith(short)
		? INFLECTED
		: 0
}

function partOfCompound(short: string, long: string): number {
	return short.length >= LEAST_PART && (long.startsWith(short) || long.endsWith(short)) ? COMPOUND : 0
}

/** Letters left out, put in, mistaken or swapped with the next one; more than `most` is not counted any further. */
export function slipsBetween(a: string, b: string, most: number): number {
	let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
	for (let row = 1; row <= a.length; row++) {
		const line = [row]
		for (let column = 1; column <= b.length; column++) {
			const isSame = a[row - 1] === b[column - 1]
			let slips = Math.min(last[column]! + 1, line[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
			const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
			if (isSwapped) slips = Math.min(slips, before[column - 2]! + 1)
			line.push(slips)
		}
		if (Math.min(...line) > most) return most + 1
		;[before, last] = [last, line]
	}
	return last[b.length]!
}

/** Every word that one slip makes of this one. */
export function oneSlipFrom(word: string): readonly string[] {
	const made = new Set<string>()
	for (let at = 0; at <= word.length; at++) {
		const [head, tail] = [word.slice(0, at), word.slice(at)]
		for (const letter of LETTERS) {
			made.add(head + letter + tail)
			if (tail !== '') made.add(head + letter + tail.slice(1))
		}
		if (tail !== '') made.add(head + tail.slice(1))
		if (tail.length > 1) made.add(head + tail[1] + tail[0] + tail.slice(2))
	}
	made.delete(word)
	return [...made]
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Where in an index words stand that are nearly written like one: by what most slips leave whole. */
export type SpellingPlaces = {
	/** Whole words. */
	words: readonly string[]
	/** Words that begin so, of such a length. */
	beginning?: { start: string; least: number; most: number }
	/** Words that hold one of these anywhere, and are at most as long. */
	holding: readonly { part: string; most: number }[]
}

/** @returns undefined for what is too short, or no word */
export function spellingPlaces(term: string): SpellingPlaces | undefined {
	const { length } = term
	if (length < LEAST_SPELT || !WORD.test(term)) return undefined
	const end = term.slice(-Math.max(4, Math.max(3, Math.floor(length / 3)) + 1))
	return {
		words: [...(length <= LONGEST_TRIED ? oneSlipFrom(term) : []), ...endsOf(term)],
		...(length > 5 && {
			beginning: {
				start: term.slice(0, Math.max(3, Math.floor(length / 2))),
				least: length - 2,
				most: length + 3,
			},
		}),
		holding: [
			...(length > 6 ? [{ part: end, most: length + 2 }] : []),
			...(length >= LEAST_PART ? [{ part: term, most: LONGEST_COMPOUND }] : []),
		],
	}
}

/** A word that is in so many texts is no slip. */
export const SPELT_RIGHT = 20
const WORD = /^\p{L}+$/u
const LONGEST_TRIED = 9
const LONGEST_COMPOUND = 40

/** What a compound begins and ends with. */
function endsOf(term: string): readonly string[] {
	return Array.from({ length: Math.max(0, term.length - LEAST_PART) }, (_, cut) => cut + LEAST_PART).flatMap(
		length => [term.slice(0, length), term.slice(-length)],
	)
}

/** The best of many, and no more than a question needs. */
export function bestSpellings(asked: string, known: Iterable<string>): readonly Spelling[] {
	const found: Spelling[] = []
	for (const term of new Set(known)) {
		const share = term === asked ? 0 : alikeness(asked, term)
		if (share > 0) found.push({ term, share })
	}
	return found
		.sort(
			(a, b) =>
				b.share - a.share || Math.abs(a.term.length - asked.length) - Math.abs(b.term.length - asked.length),
		)
		.slice(0, MOST_SPELLINGS)
}

const MOST_SPELLINGS = 6
