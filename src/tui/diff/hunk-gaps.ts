// The gaps of a diff: lines of a file that stand before, between and behind its hunks, and can be shown.

import { sanitizeLine } from '../text/sanitize.ts'
import type { DiffFile, DiffLine, DiffModel, ShownHunk } from './diff-model.ts'

/** @param hunk - the one it stands before; past the last one, the end of the file */
export type DiffGap = { file: number; hunk: number }

/** @returns lines that are not shown there; undefined where only the file itself would know */
export function hiddenLines(file: DiffFile, hunk: number): number | undefined {
	const [before, after] = [file.hunks[hunk - 1], file.hunks[hunk]]
	const from = before ? sidesOf(before).newEnd : 1
	if (after) return Math.max(0, sidesOf(after).newFirst - from)
	return file.lineCount === undefined ? undefined : Math.max(0, file.lineCount + 1 - from)
}

/**
 * The model with lines of a gap shown: the last ones of it, but behind the last hunk the first. Hunks keep their places.
 * @param fileLines - the whole file as it is afterwards
 * @param count - at most so many
 */
export function withContext(
	model: DiffModel,
	{
		file: fileIndex,
		hunk: hunkIndex,
		fileLines,
		count,
	}: DiffGap & { fileLines: readonly string[]; count: number },
): DiffModel {
	const known = model.files[fileIndex]
	if (!known) return model
	const file = { ...known, lineCount: fileLines.length }
	const isEnd = hunkIndex >= file.hunks.length
	const changed = Math.min(hunkIndex, file.hunks.length - 1)
	const hunk = file.hunks[changed]
	const shown = Math.min(count, hiddenLines(file, hunkIndex) ?? 0)
	const wider = hunk && widened(hunk, { fileLines, count: shown, isEnd })
	const hunks = file.hunks.map((other, index) => (index === changed && wider ? wider : other))
	return {
		...model,
		lineCount: model.lineCount + (wider ? shown : 0),
		files: model.files.map((other, index) => (index === fileIndex ? { ...file, hunks } : other)),
	}
}

function widened(
	hunk: ShownHunk,
	{ fileLines, count, isEnd }: { fileLines: readonly string[]; count: number; isEnd: boolean },
): ShownHunk {
	const { oldFirst, oldEnd, newFirst, newEnd } = sidesOf(hunk)
	const lines = Array.from({ length: count }, (_, index): DiffLine => {
		const newNumber = isEnd ? newEnd + index : newFirst - count + index
		const oldNumber = newNumber + (isEnd ? oldEnd - newEnd : oldFirst - newFirst)
		const raw = fileLines[newNumber - 1] ?? ''
		const text = sanitizeLine(raw.replace(/\r$/, ''))
		return { kind: 'context', oldNumber, newNumber, text, ...(raw.endsWith('\r') && { hasReturn: true }) }
	})
	if (isEnd) return { ...hunk, lines: [...hunk.lines, ...lines] }
	const oldStart = oldFirst - count
	return { ...hunk, oldStart, newStart: newFirst - count, lines: [...lines, ...hunk.lines] }
}

/** The first line of each side, and the one behind its last. An empty side is named by the line before it. */
function sidesOf({ oldStart, newStart, lines }: ShownHunk) {
	let [old, next] = [0, 0]
	for (const { kind } of lines) {
		if (kind !== 'added') old++
		if (kind !== 'removed') next++
	}
	const oldFirst = old === 0 ? oldStart + 1 : oldStart
	const newFirst = next === 0 ? newStart + 1 : newStart
	return { oldFirst, oldEnd: oldFirst + old, newFirst, newEnd: newFirst + next }
}
