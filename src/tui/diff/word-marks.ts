// Which words of a line have changed: Myers' shortest edit over tokens, where the two lines are the same line edited.

/** From and up to, in characters of the line. */
export type MarkedRange = readonly [from: number, to: number]

export type WordMarks = { before: readonly MarkedRange[]; after: readonly MarkedRange[] }

/** Two lines that have less in common are two lines: marks all over them would say nothing. */
export const LEAST_ALIKE = 0.4

/** @returns undefined where the lines are too different, or too long to be compared at once */
export function wordMarks(before: string, after: string): WordMarks | undefined {
	const old = tokensOf(before)
	const next = tokensOf(after)
	if (old.length > MOST_TOKENS || next.length > MOST_TOKENS) return undefined
	let start = 0
	while (start < old.length && start < next.length && old[start] === next[start]) start++
	let end = 0
	while (
		end < old.length - start &&
		end < next.length - start &&
		old[old.length - 1 - end] === next[next.length - 1 - end]
	)
		end++
	const common = commonTokens(old.slice(start, old.length - end), next.slice(start, next.length - end))
	if (!common) return undefined
	const inBoth = [
		...old.slice(0, start),
		...common.map(([index]) => old[start + index] ?? ''),
		...old.slice(old.length - end),
	]
	const alike = (2 * weightOf(inBoth)) / (weightOf(old) + weightOf(next))
	if (!(alike >= LEAST_ALIKE)) return undefined
	const keptOf = (side: 0 | 1) => new Set(common.map(pair => pair[side] + start))
	return {
		before: changedRanges(old, keptOf(0), { start, end: old.length - end }),
		after: changedRanges(next, keptOf(1), { start, end: next.length - end }),
	}
}

/** Words, runs of blanks, and each other character alone. */
export function tokensOf(line: string): readonly string[] {
	return line.match(/^[\x00-\x7f]*$/.test(line) ? ASCII_TOKENS : TOKENS) ?? []
}

/** Almost all code is ASCII, for which the cheaper expression finds the same. */
const ASCII_TOKENS = /\w+|\s+|[^\w\s]/g
const TOKENS = /[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu

const MOST_TOKENS = 1_000

/** Blanks say nothing about whether two lines are the same one. */
function weightOf(tokens: readonly string[]): number {
	let weight = 0
	for (const token of tokens) if (token.trim() !== '') weight += token.length
	return weight
}

/** @returns pairs of indexes of equal tokens, in order; undefined when more than `MOST_EDITS` lie between the two */
function commonTokens(
	old: readonly string[],
	next: readonly string[],
): readonly (readonly [number, number])[] | undefined {
	if (old.length === 0 || next.length === 0) return []
	const furthest: number[] = [0, 0]
	const at = (diagonal: number) => (diagonal >= 0 ? 2 * diagonal : -2 * diagonal - 1)
	const trace: number[][] = []
	const limit = Math.min(MOST_EDITS, old.length + next.length)
	for (let edits = 0; edits <= limit; edits++) {
		for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
			const isDown = takesInsertion(furthest, at, diagonal, edits)
			let x =
				edits === 0 ? 0 : isDown ? (furthest[at(diagonal + 1)] ?? 0) : (furthest[at(diagonal - 1)] ?? 0) + 1
			let y = x - diagonal
			while (x < old.length && y < next.length && old[x] === next[y]) {
				x++
				y++
			}
			furthest[at(diagonal)] = x
			if (x >= old.length && y >= next.length) return pairsOf(trace, { x, y, edits, at })
		}
		trace.push([...furthest])
	}
	return undefined
}

const MOST_EDITS = 120

function takesInsertion(
	furthest: readonly number[],
	at: (diagonal: number) => number,
	diagonal: number,
	edits: number,
): boolean {
	if (diagonal === -edits) return true
	if (diagonal === edits) return false
	return (furthest[at(diagonal - 1)] ?? 0) < (furthest[at(diagonal + 1)] ?? 0)
}

/** The way back through what each number of edits could reach. */
function pairsOf(
	trace: readonly (readonly number[])[],
	end: { x: number; y: number; edits: number; at: (diagonal: number) => number },
): readonly (readonly [number, number])[] {
	const pairs: (readonly [number, number])[] = []
	let { x, y } = end
	for (let edits = end.edits; edits > 0; edits--) {
		const furthest = trace[edits - 1] ?? []
		const diagonal = x - y
		const isDown = takesInsertion(furthest, end.at, diagonal, edits)
		const from = isDown ? diagonal + 1 : diagonal - 1
		const fromX = furthest[end.at(from)] ?? 0
		const afterEdit = isDown ? fromX : fromX + 1
		while (x > afterEdit) pairs.push([--x, --y])
		x = fromX
		y = fromX - from
	}
	while (x > 0 && y > 0) pairs.push([--x, --y])
	return pairs.reverse()
}

/** Two that only blanks lie between are one: a mark with a hole in it is read as two changes. */
function changedRanges(
	tokens: readonly string[],
	kept: ReadonlySet<number>,
	{ start, end }: { start: number; end: number },
): readonly MarkedRange[] {
	const ranges: [number, number][] = []
	let column = 0
	let isBlankSince = false
	for (const [index, token] of tokens.entries()) {
		const isChanged = index >= start && index < end && !kept.has(index)
		const last = ranges.at(-1)
		if (isChanged) {
			if (last && (last[1] === column || isBlankSince)) last[1] = column + token.length
			else ranges.push([column, column + token.length])
		}
		isBlankSince = last !== undefined && !isChanged && last[1] === column && token.trim() === ''
		column += token.length
	}
	return ranges
}
