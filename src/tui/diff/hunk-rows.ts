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
	const column = { hunk, look: half, words, empty: [span(' '.repeat(half.width))] }
	const sideOf = (index: number | undefined, side: 'oldNumber' | 'newNumber') => {
		const line = index === undefined ? undefined : hunk.lines[index]
		return line && new SplitSide(line, side, column)
	}
	const rows: DiffRow[] = []
	for (const { left, right } of besides(hunk)) {
		const [old, next] = [sideOf(left, 'oldNumber'), sideOf(right, 'newNumber')]
		const height = Math.max(old?.height ?? 0, next?.height ?? 0)
		for (let part = 0; part < height; part++) {
			const row: DiffRow = {
				kind: of.kind,
				file: of.file,
				spans: () => [...(old?.row(part) ?? column.empty), BETWEEN, ...(next?.row(part) ?? column.empty)],
			}
			if (of.hunk !== undefined) row.hunk = of.hunk
			if (left !== undefined) row.left = left
			if (right !== undefined) row.right = right
			if (part > 0) row.isContinued = true
			rows.push(row)
		}
	}
	return rows
}

type SplitColumn = { hunk: ShownHunk; look: HunkLook; words: WordsOf; empty: Spans }

/** One side of a line side by side. An object and no functions: a long diff has thousands, of which few are drawn. */
class SplitSide {
	/** Rows of it. */
	readonly height: number
	readonly #line: DiffLine
	readonly #side: 'oldNumber' | 'newNumber'
	readonly #column: SplitColumn
	#rows: readonly Spans[] | undefined

	constructor(line: DiffLine, side: 'oldNumber' | 'newNumber', column: SplitColumn) {
		this.#line = line
		this.#side = side
		this.#column = column
		this.height = cellHeight(line, column.look) + (line.hasNoEnd ? 1 : 0)
	}

	row(part: number): Spans {
		this.#rows ??= this.#made()
		return this.#rows[part] ?? this.#column.empty
	}

	#made(): readonly Spans[] {
		const { hunk, look, words } = this.#column
		const rows = cellRows(hunk, this.#line, { look, words, side: this.#side })
		return this.#line.hasNoEnd ? [...rows, filled(noEndRow(look), look.width, {})] : rows
	}
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

type LinesBeside = { left: number | undefined; right: number | undefined }

/** Which lines stand on one row side by side, by their indexes. */
function besides(hunk: ShownHunk): readonly LinesBeside[] {
	const rows: LinesBeside[] = []
	for (const { from, removed, added } of changesOf(hunk)) {
		if (removed === 0 && added === 0) {
			rows.push({ left: from, right: from })
			continue
		}
		for (const pair of pairsAt(hunk, { from, removed, added }))
			rows.push({
				left: pair.removed === undefined ? undefined : from + pair.removed,
				right: pair.added === undefined ? undefined : from + removed + pair.added,
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

function textsOf(lines: readonly DiffLine[], from: number, count: number): readonly string[] {
	const texts: string[] = []
	for (let index = from; index < from + count; index++) texts.push(lines[index]?.text ?? '')
	return texts
}

/** Lines removed and lines added behind them; of a line in both, a change of none. */
type HunkChange = { from: number; removed: number; added: number }

function pairsAt({ lines }: ShownHunk, { from, removed, added }: HunkChange): readonly LinePair[] {
	return pairLines(textsOf(lines, from, removed), textsOf(lines, from + removed, added))
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
