// The fuzzy match of a list: which of a text's characters a query finds, and how well.

import { withoutAccents } from '../text/without-accents.ts'

export type FuzzyMatch = {
	/** Higher is better; only to be compared for the same query. */
	score: number
	/** Of the characters that were found, ascending. */
	positions: readonly number[]
}

/**
 * Every word of the query has to be in the text: as it stands, or by its letters in order.
 * @param query - small letters find capitals, and so do capitals; so it is with accents
 * @returns undefined when a word is not there
 */
export function fuzzyMatch(text: string, query: string): FuzzyMatch | undefined {
	const lower = lowerCase(text)
	const positions = new Set<number>()
	let score = 0
	for (const word of wordsOf(query)) {
		const found = wordMatch(lower, word)
		if (!found) return undefined
		score += found.score
		for (const position of found.positions) positions.add(position)
	}
	return { score, positions: [...positions].sort((a, b) => a - b) }
}

export function wordsOf(query: string): readonly string[] {
	return withoutAccents(query.normalize('NFC').toLowerCase())
		.split(/\s+/)
		.filter(word => word !== '')
}

/** Without accents, as long as the text, so that places in both are the same ones. */
export function lowerCase(text: string): string {
	const lower = text.toLowerCase()
	return withoutAccents(lower.length === text.length ? lower : text)
}

/** @param lower - in small letters, like the word */
export function wordMatch(lower: string, word: string): FuzzyMatch | undefined {
	const whole = substringMatch(lower, word)
	return whole ?? lettersMatch(lower, word)
}

/** The best place it stands at as it is: the beginning, the beginning of a word, anywhere. */
export function substringMatch(lower: string, word: string): FuzzyMatch | undefined {
	let best: { at: number; score: number } | undefined
	for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
		const isWhole = lower.length === word.length
		const score = isWhole ? 1000 : at === 0 ? 900 : isWordStart(lower, at) ? 800 : 600
		if (!best || score > best.score) best = { at, score }
		if (best.score >= 800) break
	}
	if (!best) return undefined
	const { at } = best
	// Of two that are found alike, the shorter one is more likely meant.
	const score = best.score - Math.min(99, lower.length - word.length)
	return { score, positions: Array.from(word, (_, index) => at + index) }
}

/** Its letters in order, each at the next beginning of a word where there is one. */
function lettersMatch(lower: string, word: string): FuzzyMatch | undefined {
	const positions: number[] = []
	let score = 400
	for (let from = 0, index = 0; index < word.length; index++) {
		const letter = word[index] as string
		const next = lower.indexOf(letter, from)
		if (next === -1) return undefined
		const start = wordStartOf(lower, letter, next)
		// A later beginning is only taken where the rest of the word is still behind it.
		const at = start !== undefined && hasLetters(lower, word, index + 1, start + 1) ? start : next
		if (at !== from && index > 0) score -= isWordStart(lower, at) ? 5 : 20
		positions.push(at)
		from = at + 1
	}
	return { score: score - Math.min(99, lower.length), positions }
}

function wordStartOf(lower: string, letter: string, from: number): number | undefined {
	for (let at = from; at !== -1; at = lower.indexOf(letter, at + 1)) if (isWordStart(lower, at)) return at
	return undefined
}

function hasLetters(lower: string, word: string, index: number, from: number): boolean {
	let at = from - 1
	for (let letter = index; letter < word.length; letter++) {
		at = lower.indexOf(word[letter] as string, at + 1)
		if (at === -1) return false
	}
	return true
}

function isWordStart(lower: string, at: number): boolean {
	return at === 0 || isGap(lower.charCodeAt(at - 1), lower[at - 1] as string)
}

function isGap(code: number, character: string): boolean {
	if (code >= 128) return /[^\p{L}\p{N}]/u.test(character)
	const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
	return !isLetter && !(code >= 48 && code <= 57)
}
