// Rows of one hunk, in one column or in two: line number, sign, code.

import { isPlain } from '../text/plain-text.ts'
import { hang, type Spans, span } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'
import type { DiffLine, ShownHunk } from './diff-model.ts'
import type { DiffRow } from './diff-row.ts'
import { cutSpans, filled, foldedRows } from './fit-row.ts'
import { groundOf, lineCode } from './line-code.ts'
import { type LinePair, pairLines } from './line-pairs.ts'
import { type MarkedRange, wordMarks } from './word-marks.ts'

export type HunkLook = {
	width: number
	long: 'cut' | 'fold'
	isFilled: boolean
	/** Digits of a line number. */
	gutter: number
	tabColumns: number
	hasWords: boolean
	moved: ReadonlySet<DiffLine>
	marksReturn: boolean
	marksFeed: boolean
	colours(hunk: ShownHunk, line: DiffLine): Spans | undefined
}

/** Where all rows of a hunk are. */
type HunkPlace = Pick<DiffRow, 'kind' | 'file' | 'hunk'>

export function unifiedRows(hunk: ShownHunk, look: HunkLook, of: HunkPlace): readonly DiffRow[] {
	const words = look.hasWords ? wordsOf(hunk) : () => undefined
	const rows: DiffRow[] = []
	for (const [line, each] of hunk.lines.entries()) {
		const cell = lazy(() => {
			const isFilled = look.isFilled && each.kind !== 'context'
			return cellRows(hunk, each, { look: { ...look, isFilled }, words })
		})
		const height = cellHeight(each, look)
		for (let part = 0; part < height; part++)
			rows.push({ ...of, line, ...(part > 0 && { isContinued: true }), spans: () => cell()[part] ?? [] })
		if (each.hasNoEnd) rows.push({ ...of, line, isContinued: true, spans: () => noEndRow(look) })
	}
	return rows
}

export function splitRows(hunk: ShownHunk, look: HunkLook, of: HunkPlace): readonly DiffRow[] {
	const half = { ...look, width: Math.floor((look.width - 1) / 2), isFilled: true }
	const words = look.hasWords ? wordsOf(hunk) : () => undefined
	const empty = [span(' '.repeat(half.width))]
	const sideOf = (index: number | undefined, side: 'oldNumber' | 'newNumber') => {
		const line = index === undefined ? undefined : hunk.lines[index]
		if (!line) return { height: 0, row: () => empty }
		const height = cellHeight(line, half)
		const cell = lazy(() => cellRows(hunk, line, { look: half, words, side }))
		const end = line.hasNoEnd ? [filled(noEndRow(half), half.width, {})] : []
		return {
			height: height + end.length,
			row: (part: number) => (part < height ? cell()[part] : end[part - height]) ?? empty,
		}
	}
	const rows: DiffRow[] = []
	for (const { left, right } of besides(hunk)) {
		const [old, next] = [sideOf(left, 'oldNumber'), sideOf(right, 'newNumber')]
		const place = { ...of, ...(left !== undefined && { left }), ...(right !== undefined && { right }) }
		for (let part = 0; part < Math.max(old.height, next.height); part++)
			rows.push({
				...place,
				...(part > 0 && { isContinued: true }),
				spans: () => [...old.row(part), BETWEEN, ...next.row(part)],
			})
	}
	return rows
}

function lazy<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
	}
}

const BETWEEN = span('│', { tone: 'frame' })

function noEndRow({ gutter, width }: HunkLook): Spans {
	return cutSpans([span(`${' '.repeat(gutter + 2)}\\ No newline at end of file`, { tone: 'quiet' })], width)
}

type WordsOf = (line: DiffLine) => readonly MarkedRange[] | undefined

/** Rows of a line in its column. That follows from its text alone: its colours are looked up when it is drawn. */
function cellHeight(line: DiffLine, look: HunkLook): number {
	const room = codeRoom(look)
	// A mark of its line end takes one more.
	if (look.long === 'cut' || (line.text.length < room && isPlain(line.text))) return 1
	return foldedRows(lineCode(line, { ...look, isMoved: false, colours: undefined }), room).length
}

function cellRows(
	hunk: ShownHunk,
	line: DiffLine,
	{ look, words, side }: { look: HunkLook; words: WordsOf; side?: 'oldNumber' | 'newNumber' },
): readonly Spans[] {
	const room = codeRoom(look)
	const isMoved = look.moved.has(line)
	const ground = groundOf(line, isMoved)
	const style: Style = ground ? { background: ground } : {}
	const colours = look.colours(hunk, line)
	const code = lineCode(line, { ...look, isMoved, colours, words: isMoved ? undefined : words(line) })
	const parts = look.long === 'cut' ? [cutSpans(code, room)] : foldedRows(code, room)
	const full = look.isFilled ? parts.map(part => filled(part, room, style)) : parts
	const number = String((side ? line[side] : (line.newNumber ?? line.oldNumber)) ?? '')
	const head: Spans = [
		span(`${number.padStart(look.gutter)} `, { tone: 'gutter' }),
		span(SIGN[line.kind], line.kind === 'context' ? style : { ...style, tone: line.kind, bold: true }),
	]
	return hang(full, head, [span(' '.repeat(look.gutter + 1)), span(' ', style)])
}

function codeRoom({ width, gutter }: HunkLook): number {
	return Math.max(1, width - gutter - 2)
}

const SIGN: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '-', context: ' ' }

/** Which lines stand on one row side by side, by their indexes. */
function besides(hunk: ShownHunk): readonly { left?: number; right?: number }[] {
	const rows: { left?: number; right?: number }[] = []
	for (const { from, removed, added } of changesOf(hunk)) {
		if (removed === 0 && added === 0) {
			rows.push({ left: from, right: from })
			continue
		}
		for (const pair of pairsAt(hunk, { from, removed, added }))
			rows.push({
				...(pair.removed !== undefined && { left: from + pair.removed }),
				...(pair.added !== undefined && { right: from + removed + pair.added }),
			})
	}
	return rows
}

/** Changed words, compared when the first of the two lines is drawn. */
function wordsOf(hunk: ShownHunk): WordsOf {
	let partners: Map<DiffLine, DiffLine> | undefined
	const known = new Map<DiffLine, readonly MarkedRange[]>()
	return line => {
		if (line.kind === 'context') return undefined
		partners ??= partnersOf(hunk)
		const partner = partners.get(line)
		if (!partner) return undefined
		if (!known.has(line)) {
			const [old, next] = line.kind === 'removed' ? [line, partner] : [partner, line]
			const marks = wordMarks(old.text, next.text)
			known.set(old, marks?.before ?? [])
			known.set(next, marks?.after ?? [])
		}
		return known.get(line)
	}
}

function partnersOf(hunk: ShownHunk): Map<DiffLine, DiffLine> {
	const partners = new Map<DiffLine, DiffLine>()
	for (const change of changesOf(hunk))
		for (const pair of pairsAt(hunk, change)) {
			const old = pair.removed === undefined ? undefined : hunk.lines[change.from + pair.removed]
			const next =
				pair.added === undefined ? undefined : hunk.lines[change.from + change.removed + pair.added]
			if (!old || !next) continue
			partners.set(old, next)
			partners.set(next, old)
		}
	return partners
}

/** Lines removed and lines added behind them; of a line in both, a change of none. */
type HunkChange = { from: number; removed: number; added: number }

function pairsAt({ lines }: ShownHunk, { from, removed, added }: HunkChange): readonly LinePair[] {
	const texts = (start: number, count: number) => lines.slice(start, start + count).map(({ text }) => text)
	return pairLines(texts(from, removed), texts(from + removed, added))
}

function changesOf({ lines }: ShownHunk): readonly HunkChange[] {
	const changes: HunkChange[] = []
	for (let index = 0; index < lines.length; ) {
		const countFrom = (start: number, kind: DiffLine['kind']) => {
			let end = start
			while (lines[end]?.kind === kind) end++
			return end - start
		}
		const removed = countFrom(index, 'removed')
		const added = countFrom(index + removed, 'added')
		changes.push({ from: index, removed, added })
		index += Math.max(1, removed + added)
	}
	return changes
}
