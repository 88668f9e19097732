// Which removed line became which added one, within one change: the pairs are shown side by side, and their words compared.

import { LEAST_ALIKE, tokensOf } from './word-marks.ts'

/** Indexes into the removed and into the added lines of a change; one of them alone has no counterpart. */
export type LinePair = { removed?: number; added?: number }

/** @returns every line once, in order on both sides */
export function pairLines(removed: readonly string[], added: readonly string[]): readonly LinePair[] {
	if (removed.length === 0) return added.map((_, index) => ({ added: index }))
	if (added.length === 0) return removed.map((_, index) => ({ removed: index }))
	if (removed.length === 1 && added.length === 1) return [{ removed: 0, added: 0 }]
	if (
		removed.length === added.length &&
		removed.every((line, index) => areEdgesAlike(line, added[index] ?? ''))
	)
		return removed.map((_, index) => ({ removed: index, added: index }))
	const matches =
		removed.length * added.length > MOST_COMPARED
			? []
			: bestMatches(alikenessOf(removed, added), removed.length, added.length)
	return zipped(matches, removed.length, added.length)
}

/** Begin and end so much alike that the one is the other, edited: what most pairs are, seen without taking them apart. */
function areEdgesAlike(line: string, other: string): boolean {
	const [one, two] = [line.trim(), other.trim()]
	const shorter = Math.min(one.length, two.length)
	let start = 0
	while (start < shorter && one[start] === two[start]) start++
	let end = 0
	while (end < shorter - start && one[one.length - 1 - end] === two[two.length - 1 - end]) end++
	return 2 * (start + end) >= EDGES_ALIKE * (one.length + two.length)
}

const EDGES_ALIKE = 0.5

/** Beyond that they are paired as they follow each other. */
const MOST_COMPARED = 900

type MatchedLines = readonly [removed: number, added: number]

/** The lines between two matches stand opposite each other as they follow. */
function zipped(
	matches: readonly MatchedLines[],
	removedCount: number,
	addedCount: number,
): readonly LinePair[] {
	const pairs: LinePair[] = []
	let removed = 0
	let added = 0
	for (const [nextRemoved, nextAdded] of [...matches, [removedCount, addedCount] as const]) {
		while (removed < nextRemoved || added < nextAdded)
			pairs.push({
				...(removed < nextRemoved && { removed: removed++ }),
				...(added < nextAdded && { added: added++ }),
			})
		if (removed < removedCount && added < addedCount) pairs.push({ removed: removed++, added: added++ })
	}
	return pairs
}

/** The matches, in order on both sides, that have most in common together. */
function bestMatches(
	alike: (removed: number, added: number) => number,
	removedCount: number,
	addedCount: number,
): readonly MatchedLines[] {
	const columns = addedCount + 1
	const best = new Float64Array((removedCount + 1) * columns)
	const scores = new Float64Array(removedCount * addedCount)
	for (let i = removedCount - 1; i >= 0; i--)
		for (let j = addedCount - 1; j >= 0; j--) {
			const score = alike(i, j)
			scores[i * addedCount + j] = score
			const matched = score < LEAST_ALIKE ? 0 : score + (best[(i + 1) * columns + j + 1] ?? 0)
			best[i * columns + j] = Math.max(
				matched,
				best[(i + 1) * columns + j] ?? 0,
				best[i * columns + j + 1] ?? 0,
			)
		}
	const matches: MatchedLines[] = []
	for (let i = 0, j = 0; i < removedCount && j < addedCount; ) {
		const here = best[i * columns + j] ?? 0
		const score = scores[i * addedCount + j] ?? 0
		if (score >= LEAST_ALIKE && here === score + (best[(i + 1) * columns + j + 1] ?? 0))
			matches.push([i++, j++])
		else if (here === (best[(i + 1) * columns + j] ?? 0)) i++
		else j++
	}
	return matches
}

/** What two lines have in common, 0 to 1, whatever the order: near enough to choose a line, and a tenth of the work. */
function alikenessOf(
	removed: readonly string[],
	added: readonly string[],
): (removed: number, added: number) => number {
	const before = removed.map(bagOf)
	const after = added.map(bagOf)
	return (i, j) => {
		const a = before[i]
		const b = after[j]
		if (!a || !b || a.weight + b.weight === 0) return 0
		let shared = 0
		for (let x = 0, y = 0; x < a.tokens.length && y < b.tokens.length; ) {
			const [one = 0, other = 0] = [a.tokens[x], b.tokens[y]]
			if (one === other) {
				shared += one & MOST_WEIGHT
				x++
				y++
			} else if (one < other) x++
			else y++
		}
		return (2 * shared) / (a.weight + b.weight)
	}
}

/** What a line is made of, but blanks. Each is a number, of its letters and in the last bits how many there are; in order. */
type LineBag = { tokens: readonly number[]; weight: number }

function bagOf(line: string): LineBag {
	const tokens: number[] = []
	let weight = 0
	const put = (from: number, to: number) => {
		const token = tokenNumber(line, from, to)
		tokens.push(token)
		weight += token & MOST_WEIGHT
	}
	if (isAscii(line))
		for (let from = 0, to = 0; from < line.length; from = to) {
			to = wordEnd(line, from)
			if (to > from || line.charCodeAt(to++) > BLANK) put(from, to)
		}
	else {
		let from = 0
		for (const token of tokensOf(line)) {
			if (token.trim() !== '') put(from, from + token.length)
			from += token.length
		}
	}
	return { tokens: sorted(tokens), weight }
}

/** In place: most lines have so few that anything cleverer costs more than it saves. */
function sorted(numbers: number[]): readonly number[] {
	if (numbers.length > FEW) return numbers.sort((one, other) => one - other)
	for (let index = 1; index < numbers.length; index++) {
		const number = numbers[index] ?? 0
		let at = index
		for (let before = numbers[at - 1]; before !== undefined && before > number; before = numbers[at - 1])
			numbers[at--] = before
		numbers[at] = number
	}
	return numbers
}

const FEW = 64

/** What `tokensOf` finds in such a line, without an expression. */
function wordEnd(line: string, from: number): number {
	let to = from
	while (to < line.length && WORD_CODES[line.charCodeAt(to)] === 1) to++
	return to
}

const BLANK = 0x20
const WORD_CODES = Uint8Array.from({ length: 0x80 }, (_, code) =>
	Number(/\w/.test(String.fromCharCode(code))),
)

function isAscii(line: string): boolean {
	for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 0x7f) return false
	return true
}

function tokenNumber(line: string, from: number, to: number): number {
	let hash = 0
	for (let at = from; at < to; at++) hash = Math.imul(hash ^ line.charCodeAt(at), HASH_PRIME)
	return ((hash << WEIGHT_BITS) | Math.min(to - from, MOST_WEIGHT)) & 0x7fffffff
}

/** That of FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv. */
const HASH_PRIME = 0x01000193
const WEIGHT_BITS = 6
const MOST_WEIGHT = 2 ** WEIGHT_BITS - 1
