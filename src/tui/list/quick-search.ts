// A search through very many texts, quick enough for a keypress with 50 000 paths: what has the letters is found, and
// only the likeliest of it is ranked.

import { lowerCase, wordMatch, wordsOf } from './fuzzy-match.ts'

export type QuickSearch = {
	/** Best first. @param limit - of what is ranked and returned; `total` counts all that was found */
	find(query: string, limit: number): { found: readonly QuickHit[]; total: number }
	readonly size: number
}

/** `index`: of the text among those that were given. */
export type QuickHit = { index: number; score: number; marks: readonly number[] }

export function createQuickSearch(texts: readonly string[]): QuickSearch {
	const lower = texts.map(lowerCase)
	return searchThrough(texts.length, {
		lower,
		nameStarts: lower.map(nameStart),
		masks: lower.map(letterMask),
	})
}

/** For very many texts, in slices, so that no key waits for all of it. */
export async function createLargeSearch(texts: readonly string[]): Promise<QuickSearch> {
	const tables = { lower: [] as string[], nameStarts: [] as number[], masks: [] as number[] }
	for (let start = 0; start < texts.length; start += SLICE) {
		for (const text of texts.slice(start, start + SLICE)) {
			const lower = lowerCase(text)
			tables.lower.push(lower)
			tables.nameStarts.push(nameStart(lower))
			tables.masks.push(letterMask(lower))
		}
		await new Promise(resolve => setImmediate(resolve))
	}
	const search = searchThrough(texts.length, tables)
	// The first search is the slowest, before its loops are compiled: better now than with the first key.
	for (const query of ['e', 'et', 'a/e']) {
		search.find(query, 1)
		await new Promise(resolve => setImmediate(resolve))
	}
	return search
}

const SLICE = 5_000

type SearchTables = { lower: readonly string[]; nameStarts: readonly number[]; masks: readonly number[] }

/** Where the last part of a path begins: a name says more than its folders. */
function nameStart(text: string): number {
	return text.lastIndexOf('/', text.length - 2) + 1
}

function searchThrough(size: number, { lower, nameStarts, masks }: SearchTables): QuickSearch {
	const everything = Uint32Array.from({ length: size }, (_, index) => index)
	/** Each of them is a part of the one before: deleting a letter goes back, typing one goes on. */
	let narrowed: readonly { words: readonly string[]; matches: Uint32Array }[] = []

	function matching(words: readonly string[]): Uint32Array {
		while (narrowed.length > 0 && !goesOn(narrowed.at(-1)?.words ?? [], words))
			narrowed = narrowed.slice(0, -1)
		const start = narrowed.at(-1)
		if (start && start.words.join(' ') === words.join(' ')) return start.matches
		let matches = start?.matches ?? everything
		for (const word of words) {
			const wanted = letterMask(word)
			const letters = [...word]
			const isTold = word.length === 1 && wanted !== OTHERS
			matches = matches.filter(
				index =>
					((masks[index] as number) & wanted) === wanted &&
					(isTold || hasLetters(lower[index] as string, letters)),
			)
		}
		narrowed = [...narrowed, { words, matches }]
		return matches
	}

	return {
		size,
		find(query, limit) {
			const words = wordsOf(query)
			const [first] = words
			if (first === undefined)
				return {
					found: [...everything.subarray(0, limit)].map(index => ({ index, score: 0, marks: [] })),
					total: size,
				}
			const matches = matching(words)
			const likeliest = mostLikely(matches, {
				word: first,
				lower,
				nameStarts,
				limit: Math.max(limit, MOST_RANKED),
			})
			const ranked = likeliest.map(index => {
				const marks = new Set<number>()
				let score = 0
				for (const word of words) {
					const match = bestMatch(lower[index] as string, word, nameStarts[index] as number)
					score += match?.score ?? 0
					for (const place of match?.positions ?? []) marks.add(place)
				}
				return { index, score, marks: [...marks].sort((a, b) => a - b) }
			})
			ranked.sort((a, b) => b.score - a.score || a.index - b.index)
			return { found: ranked.slice(0, limit), total: matches.length }
		},
	}
}

/** Ranking costs some 5 µs a text, and nobody looks much further. */
const MOST_RANKED = 300

/** Whether what the new words find is among what the old ones found. */
function goesOn(before: readonly string[], now: readonly string[]): boolean {
	return before.length <= now.length && before.every((word, index) => (now[index] as string).startsWith(word))
}

function hasLetters(text: string, letters: readonly string[]): boolean {
	let at = -1
	for (const letter of letters) {
		at = text.indexOf(letter, at + 1)
		if (at === -1) return false
	}
	return true
}

/** One bit for each letter from a to z, and one for all the rest. */
function letterMask(text: string): number {
	let mask = 0
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index)
		if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
		else mask |= OTHERS
	}
	return mask
}

const OTHERS = 1 << 26

/** In the name where it is there, else anywhere. */
function bestMatch(text: string, word: string, nameStart: number) {
	const inName = nameStart === 0 ? undefined : wordMatch(text.slice(nameStart), word)
	if (inName)
		return { score: inName.score + IN_NAME, positions: inName.positions.map(place => place + nameStart) }
	const found = wordMatch(text, word)
	return found && (nameStart === 0 ? { ...found, score: found.score + IN_NAME } : found)
}

const IN_NAME = 150

function mostLikely(
	indexes: Uint32Array,
	given: { word: string; lower: readonly string[]; nameStarts: readonly number[]; limit: number },
): readonly number[] {
	const { word, lower, nameStarts, limit } = given
	if (indexes.length <= limit) return [...indexes]
	const classes: [number[], number[], number[]] = [[], [], []]
	for (const index of indexes) {
		const text = lower[index] as string
		const start = nameStarts[index] as number
		if (text.startsWith(word, start)) {
			classes[0].push(index)
			if (classes[0].length >= limit) break
		} else if (classes[1].length < limit && text.includes(word, start)) classes[1].push(index)
		else if (classes[2].length < limit) classes[2].push(index)
	}
	return classes.flat().slice(0, limit)
}
