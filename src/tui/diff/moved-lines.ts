// Lines that have only moved: taken away in one place and put in another, as they were but for how far they are indented.

import type { DiffLine, DiffModel } from './diff-model.ts'

/** @returns those on both sides. Blocks, not lines: a brace is found everywhere. */
export function movedLines(model: DiffModel): ReadonlySet<DiffLine> {
	const { removed, added } = changedLines(model)
	const placesOf = new Map<string, number[]>()
	for (const [index, { key }] of removed.entries()) {
		const places = placesOf.get(key)
		if (!places) placesOf.set(key, [index])
		else if (places.length < MOST_PLACES) places.push(index)
	}
	const moved = new Set<DiffLine>()
	for (let index = 0; index < added.length; ) {
		const length = markBlock(
			{ removed, added, from: index, places: placesOf.get(added[index]?.key ?? '') ?? [] },
			moved,
		)
		index += Math.max(1, length)
	}
	return moved
}

/** Where a line is found more often than that, it says nothing about where it came from. */
const MOST_PLACES = 32
const LEAST_LINES = 3
const LEAST_LETTERS = 20

/** `run`: neighbours have the same. `change`: lines taken out and put in at one place, between which nothing moves. */
type ChangedLine = { line: DiffLine; key: string; run: number; change: number }

type MoveSearch = {
	removed: readonly ChangedLine[]
	added: readonly ChangedLine[]
	from: number
	places: readonly number[]
}

/** @returns how many lines of it have been marked */
function markBlock({ removed, added, from, places }: MoveSearch, moved: Set<DiffLine>): number {
	let best = { start: 0, length: 0 }
	for (const start of places) {
		const length = sameFrom(removed, start, added, from)
		if (length > best.length) best = { start, length }
	}
	const block = added.slice(from, from + best.length)
	const letters = block.reduce((sum, { key }) => sum + key.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
	if (best.length < LEAST_LINES || letters < LEAST_LETTERS) return 0
	for (const { line } of [...block, ...removed.slice(best.start, best.start + best.length)]) moved.add(line)
	return best.length
}

function sameFrom(
	removed: readonly ChangedLine[],
	start: number,
	added: readonly ChangedLine[],
	from: number,
): number {
	const [first, firstAdded] = [removed[start], added[from]]
	if (!first || !firstAdded || first.change === firstAdded.change) return 0
	let length = 0
	for (;;) {
		const [old, next] = [removed[start + length], added[from + length]]
		if (!old || !next || old.run !== first.run || next.run !== firstAdded.run || old.key !== next.key)
			return length
		length++
	}
}

function changedLines(model: DiffModel): { removed: ChangedLine[]; added: ChangedLine[] } {
	const lines = { removed: [] as ChangedLine[], added: [] as ChangedLine[] }
	let run = 0
	let change = 0
	let last: DiffLine['kind'] = 'context'
	for (const { hunks } of model.files)
		for (const hunk of hunks) {
			last = 'context'
			for (const line of hunk.lines) {
				if (line.kind !== last) run++
				if (line.kind !== 'context' && last === 'context') change++
				last = line.kind
				if (line.kind !== 'context') lines[line.kind].push({ line, key: line.text.trim(), run, change })
			}
		}
	return lines
}
