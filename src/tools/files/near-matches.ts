// Near matches of a passage that is not in a text: where it may have been meant, and in what it differs.

export type NearMatch = { line: number; difference: string; text: string }

/** @returns at most three, in the order of the text; all of one kind, the kind that differs least */
export function nearMatches(text: string, wanted: string): readonly NearMatch[] {
	const lines = text.split(/\r?\n/)
	const wantedLines = trimEmptyEnds(wanted.split(/\r?\n/))
	if (wantedLines.length === 0) return []
	for (const [difference, plain] of DIFFERENCES) {
		const found = sameWhen(plain, lines, wantedLines)
		if (found.length > 0) return found.map(index => formatMatch(lines, index, wantedLines.length, difference))
	}
	return likest(lines, wantedLines)
}

const MAX_FOUND = 3
const MAX_SHOWN_LINES = 8

/** What two passages may differ in and still be the same to a reader, the smallest difference first. */
const DIFFERENCES: readonly (readonly [difference: string, plain: (line: string) => string])[] = [
	['differs in blanks at line ends', line => line.trimEnd()],
	['differs in indentation', line => line.trim()],
	['differs in blanks', withoutBlanks],
	['differs in quotes or dashes', line => plainQuotes(withoutBlanks(line))],
	['differs in upper and lower case', line => plainQuotes(withoutBlanks(line)).toLowerCase()],
]

function withoutBlanks(line: string): string {
	return line.replaceAll(/\s+/g, '')
}

function plainQuotes(line: string): string {
	return line.replaceAll(/["'`´‘’‚‛“”„‟«»‹›]/g, "'").replaceAll(/[‐‑‒–—―−]/g, '-')
}

function sameWhen(
	plain: (line: string) => string,
	lines: readonly string[],
	wanted: readonly string[],
): number[] {
	const left = lines.map(plain)
	const right = wanted.map(plain)
	if (right.every(line => line === '')) return []
	const found: number[] = []
	for (let index = 0; index + right.length <= left.length && found.length < MAX_FOUND; index++) {
		if (right.every((line, offset) => left[index + offset] === line)) found.push(index)
	}
	return found
}

/** The lines most like the longest line of the passage, if any is like it at all. */
function likest(lines: readonly string[], wanted: readonly string[]): NearMatch[] {
	const longest = wanted.reduce(
		(best, line, index) => (line.trim().length > wanted[best]!.trim().length ? index : best),
		0,
	)
	const pairs = pairsOf(wanted[longest]!)
	if (pairs.size < 4) return []
	return lines
		.map((line, index) => ({ index: Math.max(0, index - longest), likeness: likeness(pairs, pairsOf(line)) }))
		.filter(({ likeness }) => likeness >= 0.6)
		.sort((a, b) => b.likeness - a.likeness || a.index - b.index)
		.slice(0, MAX_FOUND)
		.sort((a, b) => a.index - b.index)
		.map(({ index }) => formatMatch(lines, index, wanted.length, 'similar'))
}

/** Share of the letter pairs two lines have in common (Dice). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	let common = 0
	for (const pair of a) if (b.has(pair)) common++
	return (2 * common) / (a.size + b.size || 1)
}

function pairsOf(line: string): Set<string> {
	const letters = withoutBlanks(line).toLowerCase().slice(0, 400)
	return new Set(
		Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
	)
}

function formatMatch(lines: readonly string[], index: number, count: number, difference: string): NearMatch {
	const passage = lines.slice(index, index + Math.min(count, MAX_SHOWN_LINES))
	return { line: index + 1, difference, text: passage.map(line => line.slice(0, 200)).join('\n') }
}

function trimEmptyEnds(lines: readonly string[]): string[] {
	const first = lines.findIndex(line => line.trim() !== '')
	const last = lines.findLastIndex(line => line.trim() !== '')
	return first === -1 ? [] : lines.slice(first, last + 1)
}
