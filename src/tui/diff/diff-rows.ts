// Rows of a diff for a width: one under the other, or side by side. A row is made when it is drawn, so that a long diff
// costs no more than what is seen of it.

import { countWithUnit } from '../text/format.ts'
import { type Spans, span } from '../text/spans.ts'
import type { DiffFile, DiffModel } from './diff-model.ts'
import type { DiffLook, DiffRow } from './diff-row.ts'
import { fileColours } from './file-colours.ts'
import { fileHead } from './file-head.ts'
import { cutSpans, foldedRows } from './fit-row.ts'
import { hiddenLines } from './hunk-gaps.ts'
import { type HunkLook, splitRows, unifiedRows } from './hunk-rows.ts'
import { movedLines } from './moved-lines.ts'

export function diffRows(model: DiffModel, look: DiffLook): readonly DiffRow[] {
	const gutter = gutterOf(model)
	const hasWords = model.lineCount <= MOST_WITH_WORDS
	const moved = movedLines(model)
	const rows: DiffRow[] = hasWords ? [] : textRows(UNMARKED(model.lineCount), { kind: 'note', file: 0 }, look)
	for (const [index, file] of model.files.entries()) {
		const lineEnds = lineEndsOf(file)
		if (look.hasHeads !== false && file.path !== '') {
			const head = fileHead(file, lineEnds.said, look.long === 'cut' ? look.width : undefined)
			rows.push(...fittedRows(head, { kind: 'file', file: index }, look))
		}
		for (const note of file.notes) rows.push(...textRows(note, { kind: 'note', file: index }, look))
		rows.push(...hunksOf(file, index, look, { gutter, hasWords, moved, lineEnds }))
	}
	return rows
}

/**
 * Rows of lines that are as they were, in front of the first change and not next to it.
 * @returns where they begin among the rows, and how many they are
 */
export function leadingContext(model: DiffModel, rows: readonly DiffRow[]): { at: number; count: number } {
	const lineOf = ({ file, hunk = 0, line, left, right }: DiffRow) =>
		model.files[file]?.hunks[hunk]?.lines[line ?? right ?? left ?? 0]
	const at = rows.findIndex(({ kind }) => kind === 'line')
	const change = rows.findIndex(row => row.kind === 'line' && lineOf(row)?.kind !== 'context')
	return { at, count: at < 0 ? 0 : Math.max(0, change - 1 - at) }
}

/** The words that a diff so long is told are not compared. */
const UNMARKED = (lines: number) =>
	`${countWithUnit(lines, 'line')}: changed words are not marked in a diff this long`
const MOST_WITH_WORDS = 5_000

/** The columns of a window from which two fit side by side. */
export const SPLIT_COLUMNS = 120

/** A file in which nothing but new lines, or none of them, are has nothing to stand beside. */
function isSplit(file: DiffFile, { style, width, columns = width }: DiffLook): boolean {
	const hasBoth = file.added > 0 && file.removed > 0
	if (style === 'auto') return columns >= SPLIT_COLUMNS && hasBoth
	return style === 'split' && width >= LEAST_SPLIT && (hasBoth || file.change === 'changed')
}

const LEAST_SPLIT = 40

function hunksOf(
	file: DiffFile,
	index: number,
	look: DiffLook,
	of: Pick<HunkLook, 'gutter' | 'hasWords' | 'moved'> & { lineEnds: LineEnds },
): readonly DiffRow[] {
	const hunkLook: HunkLook = {
		...of,
		...of.lineEnds,
		width: look.width,
		long: look.long,
		isFilled: look.isFilled === true,
		tabColumns: look.tabColumns ?? usualTabColumns(file.path),
		colours: fileColours(file, look.colours),
	}
	const draw = isSplit(file, look) ? splitRows : unifiedRows
	const rows: DiffRow[] = []
	for (const [hunk, each] of file.hunks.entries()) {
		if (hunk > 0 || look.hasOuterGaps) rows.push(...gapRows(file, index, hunk, look))
		rows.push(...draw(each, hunkLook, { kind: 'line', file: index, hunk }))
	}
	if (look.hasOuterGaps && file.hunks.length > 0 && file.change !== 'deleted')
		rows.push(...gapRows(file, index, file.hunks.length, look))
	return rows
}

function gapRows(file: DiffFile, index: number, hunk: number, look: DiffLook): readonly DiffRow[] {
	const hidden = hiddenLines(file, hunk)
	if (hidden === 0) return []
	const heading = file.hunks[hunk]?.heading ?? ''
	const count = hidden === undefined ? 'to the end' : countWithUnit(hidden, 'line')
	const text = [`⋯ ${count}`, ...(heading === '' ? [] : [heading])].join(' · ')
	const said = { kind: 'gap' as const, file: index, hunk, ...(hidden !== undefined && { hidden }) }
	// Never more than a row: it only says where one is.
	return [{ ...said, spans: () => cutSpans([span(text, { tone: 'quiet' })], look.width) }]
}

type RowPlace = Pick<DiffRow, 'kind' | 'file'>

function textRows(text: string, place: RowPlace, look: DiffLook): DiffRow[] {
	return fittedRows([span(text, { tone: 'quiet' })], place, look)
}

function fittedRows(spans: Spans, place: RowPlace, { width, long }: DiffLook): DiffRow[] {
	if (long === 'cut') return [{ ...place, spans: () => cutSpans(spans, width) }]
	return foldedRows(spans, width).map((row, index) => ({
		...place,
		...(index > 0 && { isContinued: true }),
		spans: () => row,
	}))
}

function gutterOf({ files }: DiffModel): number {
	let highest = 0
	for (const { hunks } of files)
		for (const { lines } of hunks)
			for (const { oldNumber = 0, newNumber = 0 } of lines) highest = Math.max(highest, oldNumber, newNumber)
	return Math.max(3, String(highest).length)
}

type LineEnds = { said: string | undefined; marksReturn: boolean; marksFeed: boolean }

/** Where all lines end alike there is nothing to mark; else those that are not as most of the file was. */
function lineEndsOf({ hunks }: DiffFile): LineEnds {
	let [returns, feeds, oldReturns, oldFeeds] = [0, 0, 0, 0]
	for (const { lines } of hunks)
		for (const { hasReturn, kind } of lines) {
			if (hasReturn) returns++
			else feeds++
			if (kind === 'added') continue
			if (hasReturn) oldReturns++
			else oldFeeds++
		}
	if (returns === 0 || feeds === 0)
		return { said: returns > 0 ? 'CRLF' : undefined, marksReturn: false, marksFeed: false }
	const wasWindows = oldReturns + oldFeeds > 0 ? oldReturns > oldFeeds : returns > feeds
	return { said: 'mixed line ends', marksReturn: !wasWindows, marksFeed: wasWindows }
}

function usualTabColumns(path: string): number {
	return /(?:^|\/)(?:GNU)?[Mm]akefile$|\.(?:mk|c|h|S)$/.test(path) ? 8 : 4
}
