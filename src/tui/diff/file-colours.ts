// Syntax colours for the lines of a diff, a stretch at a time: only what is drawn is read.

import type { Spans } from '../text/spans.ts'
import type { DiffFile, DiffLine, ShownHunk } from './diff-model.ts'

/** Colours for the code of a file, by its name; undefined for a kind that is not known. */
export type CodeColours = (path: string) => ((lines: readonly string[]) => readonly Spans[]) | undefined

/** @returns for a line of a hunk its code in colours, undefined where there are none */
export function fileColours(
	file: DiffFile,
	colours: CodeColours | undefined,
): (hunk: ShownHunk, line: DiffLine) => Spans | undefined {
	const before = colours?.(file.oldPath ?? file.path)
	const after = colours?.(file.path)
	const hunks = new Map<ShownHunk, (line: DiffLine) => Spans | undefined>()
	return (hunk, line) => {
		if (!before && !after) return undefined
		let known = hunks.get(hunk)
		if (!known) {
			const [old, next] = [sideColours(hunk, 'added', before), sideColours(hunk, 'removed', after)]
			known = each => (each.kind === 'removed' ? old : next)(each)
			hunks.set(hunk, known)
		}
		return known(line)
	}
}

/** One side of a hunk, on which it is a text. @param without - the lines that are only on the other one */
function sideColours(
	hunk: ShownHunk,
	without: DiffLine['kind'],
	highlight: ((lines: readonly string[]) => readonly Spans[]) | undefined,
): (line: DiffLine) => Spans | undefined {
	const done = new Map<DiffLine, Spans>()
	let side: readonly DiffLine[] | undefined
	let places: ReadonlyMap<DiffLine, number> | undefined
	return line => {
		if (!highlight) return undefined
		const known = done.get(line)
		if (known) return known
		side ??= hunk.lines.filter(({ kind }) => kind !== without)
		places ??= new Map(side.map((each, index) => [each, index]))
		const place = places.get(line)
		if (place === undefined) return undefined
		const from = place - (place % STRETCH)
		// A comment or a string may have begun before the stretch.
		const context = Math.max(0, from - CONTEXT)
		const stretch = side.slice(context, from + STRETCH)
		const spans = highlight(stretch.map(({ text }) => text))
		for (const [index, each] of stretch.entries())
			if (index >= from - context) done.set(each, spans[index] ?? [])
		return done.get(line)
	}
}

const STRETCH = 48
const CONTEXT = 24
