// The line diff of two texts: by lines that are there once on both sides, and between those by Myers' algorithm, so that
// 20 000 lines take milliseconds. What would take longer counts as replaced.

import type { LineRange } from '../../core/review/changes.ts'

export type LineSpan = { before: LineRange; after: LineRange }

/** @returns what differs, in order; neither side of it touches the next one */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly LineSpan[] {
	const numbers = new Map<string, number>()
	const numbered = (lines: readonly string[]) => {
		const row = new Int32Array(lines.length)
		for (let at = 0; at < lines.length; at++) {
			const line = lines[at]!
			const number = numbers.get(line) ?? numbers.size
			row[at] = number
			if (number === numbers.size) numbers.set(line, number)
		}
		return row
	}
	const differ = new LineDiffer(numbered(before), numbered(after), numbers)
	differ.between(0, before.length, 0, after.length)
	return differ.spans
}

/** Spans with so few equal lines between them that a reader sees them as one. */
export function hunksOf(spans: readonly LineSpan[], contextLines: number): readonly (readonly LineSpan[])[] {
	const hunks: LineSpan[][] = []
	let end = Number.NEGATIVE_INFINITY
	for (const span of spans) {
		if (span.before.from - end <= 2 * contextLines) hunks.at(-1)?.push(span)
		else hunks.push([span])
		end = span.before.from + span.before.count
	}
	return hunks
}

class LineDiffer {
	readonly spans: LineSpan[] = []
	private readonly a: Int32Array
	private readonly b: Int32Array
	/** For each line's number: how often it is in the part that is looked at, and where. */
	private readonly timesInA: Int32Array
	private readonly timesInB: Int32Array
	private readonly placeInB: Int32Array

	constructor(a: Int32Array, b: Int32Array, numbers: ReadonlyMap<string, number>) {
		this.a = a
		this.b = b
		this.timesInA = new Int32Array(numbers.size)
		this.timesInB = new Int32Array(numbers.size)
		this.placeInB = new Int32Array(numbers.size)
	}

	between(aFrom: number, aTo: number, bFrom: number, bTo: number): void {
		const { a, b } = this
		let [a0, a1, b0, b1] = [aFrom, aTo, bFrom, bTo]
		while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
			a0++
			b0++
		}
		while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
			a1--
			b1--
		}
		if (a0 === a1 || b0 === b1) return this.differs(a0, a1, b0, b1)
		const anchors = this.anchors(a0, a1, b0, b1)
		if (anchors.length === 0) return this.searched(a0, a1, b0, b1)
		for (const [inA, inB] of anchors) {
			this.between(a0, inA, b0, inB)
			a0 = inA + 1
			b0 = inB + 1
		}
		this.between(a0, a1, b0, b1)
	}

	private differs(a0: number, a1: number, b0: number, b1: number): void {
		if (a0 === a1 && b0 === b1) return
		const last = this.spans.at(-1)
		const isNext =
			last !== undefined &&
			last.before.from + last.before.count === a0 &&
			last.after.from + last.after.count === b0
		if (isNext) this.spans.pop()
		const before = isNext ? last.before.from : a0
		const after = isNext ? last.after.from : b0
		this.spans.push({
			before: { from: before, count: a1 - before },
			after: { from: after, count: b1 - after },
		})
	}

	/** Lines that are there once on both sides, as many as are in the same order: the frame in which the rest has changed. */
	private anchors(a0: number, a1: number, b0: number, b1: number): readonly (readonly [number, number])[] {
		const { a, b, timesInA, timesInB, placeInB } = this
		for (let at = a0; at < a1; at++) timesInA[a[at]!] = 0
		for (let at = b0; at < b1; at++) {
			timesInA[b[at]!] = 0
			timesInB[b[at]!] = 0
		}
		for (let at = a0; at < a1; at++) {
			timesInB[a[at]!] = 0
			timesInA[a[at]!]!++
		}
		for (let at = b0; at < b1; at++) {
			timesInB[b[at]!]!++
			placeInB[b[at]!] = at
		}
		const pairs: (readonly [number, number])[] = []
		for (let at = a0; at < a1; at++)
			if (timesInA[a[at]!] === 1 && timesInB[a[at]!] === 1) pairs.push([at, placeInB[a[at]!]!])
		return longestRising(pairs)
	}

	/** Myers: the shortest way from one side to the other, unless it is longer than is worth looking for. */
	private searched(a0: number, a1: number, b0: number, b1: number): void {
		const { a, b } = this
		const [inA, inB] = [a1 - a0, b1 - b0]
		const most = Math.min(inA + inB, MOST_EDITS)
		const reached = new Int32Array(2 * most + 3)
		const trace: Int32Array[] = []
		for (let edits = 0; edits <= most; edits++) {
			for (let k = -edits; k <= edits; k += 2) {
				const isDown = k === -edits || (k !== edits && reached[most + k]! < reached[most + 2 + k]!)
				let x = isDown ? reached[most + 2 + k]! : reached[most + k]! + 1
				let y = x - k
				while (x < inA && y < inB && x >= 0 && y >= 0 && a[a0 + x] === b[b0 + y]) {
					x++
					y++
				}
				reached[most + 1 + k] = x
				if (x >= inA && y >= inB) return this.walked(trace, edits, { a0, a1, b0, b1, most })
			}
			trace.push(reached.slice(most + 1 - edits, most + 2 + edits))
		}
		this.differs(a0, a1, b0, b1)
	}

	/** Back along the way that was found. */
	private walked(
		trace: readonly Int32Array[],
		edits: number,
		{ a0, a1, b0, b1 }: { a0: number; a1: number; b0: number; b1: number; most: number },
	): void {
		const steps: (readonly [number, number, number, number])[] = []
		let [x, y] = [a1 - a0, b1 - b0]
		for (let left = edits; left > 0; left--) {
			const before = trace[left - 1]!
			const at = (k: number) => before[k + left - 1] ?? Number.NEGATIVE_INFINITY
			const k = x - y
			const isDown = k === -left || (k !== left && at(k - 1) < at(k + 1))
			const fromX = at(isDown ? k + 1 : k - 1)
			const fromY = fromX - (isDown ? k + 1 : k - 1)
			steps.push(
				isDown
					? [a0 + fromX, a0 + fromX, b0 + fromY, b0 + fromY + 1]
					: [a0 + fromX, a0 + fromX + 1, b0 + fromY, b0 + fromY],
			)
			;[x, y] = [fromX, fromY]
		}
		for (const [from, to, bFrom, bTo] of steps.reverse()) this.differs(from, to, bFrom, bTo)
	}
}

/** Of a part without a single line of its own: a thousand differences in it are no help to anybody. */
const MOST_EDITS = 1_000

/** @param pairs - rising in the first number */
function longestRising(
	pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
	const ends: number[] = []
	const before = new Int32Array(pairs.length)
	for (const [index, [, place]] of pairs.entries()) {
		let [low, high] = [0, ends.length]
		while (low < high) {
			const middle = (low + high) >> 1
			if (pairs[ends[middle]!]![1] < place) low = middle + 1
			else high = middle
		}
		before[index] = low === 0 ? -1 : ends[low - 1]!
		ends[low] = index
	}
	const found: (readonly [number, number])[] = []
	for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at]!) found.push(pairs[at]!)
	return found.reverse()
}
