// The pane of one changed file: its rows, the one the cursor is on, and the part that is seen.

import type { ChangeHunk, ReviewedFile } from '../../core/review/changes.ts'
import type { DiffLine, DiffModel } from '../diff/diff-model.ts'
import type { DiffRow, DiffStyle } from '../diff/diff-row.ts'
import { diffRows } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import { withContext } from '../diff/hunk-gaps.ts'
import { type ChangeModel, changeModel } from './change-model.ts'
import { isSameLine, type LineComment } from './comments.ts'

/** A row of the diff, or the comment on the line above it. */
export type DiffPaneRow = { kind: 'diff'; row: DiffRow } | { kind: 'comment'; comment: LineComment }

export type DiffPaneLook = {
	width: number
	height: number
	style: DiffStyle
	long: 'fold' | 'cut'
	colours: CodeColours | undefined
	comments: readonly LineComment[]
}

/** `quote`: sanitized. */
export type PaneLine = Pick<LineComment, 'line' | 'isRemoved' | 'quote'>

export class DiffPane {
	#change: ReviewedFile
	#model: ChangeModel
	#look: DiffPaneLook = {
		width: 80,
		height: 20,
		style: 'auto',
		long: 'fold',
		colours: undefined,
		comments: [],
	}
	#rows: readonly DiffPaneRow[] = []
	#isLaid = false
	#cursor = 0
	#top = 0

	readonly #start: 'top' | 'end'

	/** @param start - the end it is come to from */
	constructor(change: ReviewedFile, start: 'top' | 'end' = 'top') {
		this.#start = start
		this.#change = change
		this.#model = changeModel(change)
	}

	get change(): ReviewedFile {
		return this.#change
	}

	get cursor(): number {
		return this.#cursor
	}

	/** The first row that is seen. */
	get top(): number {
		return this.#top
	}

	/** It has been read again. The cursor stays where it was, as far as there is such a place. */
	replace(change: ReviewedFile): void {
		if (change.key === this.#change.key) return
		const hunk = this.hunkIndex()
		this.#change = change
		this.#model = changeModel(change)
		this.#isLaid = false
		this.#layOut()
		if (hunk !== undefined) this.toHunk(Math.min(hunk, change.hunks.length - 1))
	}

	/** @returns the rows that are seen, with the place of the first */
	visible(look: DiffPaneLook): { rows: readonly DiffPaneRow[]; top: number } {
		const isOther =
			look.width !== this.#look.width ||
			look.style !== this.#look.style ||
			look.long !== this.#look.long ||
			look.colours !== this.#look.colours ||
			look.comments !== this.#look.comments
		const line = isOther && this.#isLaid ? this.line() : undefined
		this.#look = look
		if (isOther) this.#isLaid = false
		const isFirst = this.#rows.length === 0
		this.#layOut()
		if (isFirst) this.toHunk(this.#start === 'top' ? 0 : this.#change.hunks.length - 1)
		else if (line) this.#toLine(line)
		this.#follow()
		return { rows: this.#rows.slice(this.#top, this.#top + look.height), top: this.#top }
	}

	/** Where what is seen is in all of it, in a word or in percent. */
	get place(): string {
		const [total, behind] = [this.#rows.length, this.#top + this.#look.height]
		const [isTop, isEnd] = [this.#top === 0, behind >= total]
		if (isTop || isEnd) return isTop && isEnd ? 'all' : isTop ? 'top' : 'end'
		return `${Math.floor((100 * this.#top) / total)}%`
	}

	get rowCount(): number {
		return this.#rows.length
	}

	by(rows: number): void {
		this.#cursor = Math.max(0, Math.min(this.#rows.length - 1, this.#cursor + rows))
	}

	page(direction: -1 | 1): void {
		const rows = Math.max(1, this.#look.height - 2)
		this.#top = Math.max(0, Math.min(this.#rows.length - this.#look.height, this.#top + direction * rows))
		this.by(direction * rows)
	}

	toEnd(): void {
		this.by(this.#rows.length)
	}

	/** Which hunk the cursor is in, or before; undefined where there is none. */
	hunkIndex(): number | undefined {
		const { hunks } = this.#change
		if (hunks.length === 0) return undefined
		const hunk = this.#diffRow(this.#cursor)?.hunk ?? 0
		return Math.min(hunk, hunks.length - 1)
	}

	hunk(): ChangeHunk | undefined {
		const index = this.hunkIndex()
		return index === undefined ? undefined : this.#change.hunks[index]
	}

	/** The hunk a row belongs to. @param at - place of the row */
	hunkOfRow(at: number): number | undefined {
		const row = this.#diffRow(at)
		return row?.kind === 'line' ? row.hunk : undefined
	}

	/** @returns false when there is no such hunk */
	toHunk(index: number): boolean {
		const at = this.#rows.findIndex((_, place) => this.#isChangeIn(place, index))
		if (at === -1) return false
		this.#cursor = at
		const last = this.#rows.findLastIndex((_, place) => this.hunkOfRow(place) === index)
		const { height } = this.#look
		// All of it where there is room, with what is above it.
		if (at < this.#top + CONTEXT_ROWS || last >= this.#top + height)
			this.#top = Math.max(0, Math.min(at - CONTEXT_ROWS, this.#rows.length - height))
		return true
	}

	/** The line the cursor is on, for a comment; the one that is there now rather than the one that was. */
	line(): PaneLine | undefined {
		const here = this.#rows[this.#cursor]
		if (here?.kind === 'comment') return here.comment
		const line = this.#lineOf(this.#cursor)
		if (!line) return undefined
		const number = line.newNumber ?? line.oldNumber ?? 1
		return { line: number, isRemoved: line.newNumber === undefined, quote: line.text }
	}

	/** The lines of these rows as they stand in the file. @param side - of those that stand side by side */
	textOf(from: number, to: number, side: 'left' | 'right'): string {
		const lines = this.#rows.slice(from, to + 1).flatMap(each => {
			if (each.kind === 'comment' || each.row.isContinued) return []
			const { line, left, right, hunk, file } = each.row
			const at = line ?? (side === 'left' ? left : right)
			if (hunk === undefined || at === undefined) return []
			return this.#model.model.files[file]?.hunks[hunk]?.lines[at]?.text ?? []
		})
		return lines.join('\n')
	}

	/** Shows lines of the gap the cursor is on. @returns false when it is on none */
	expand(): boolean {
		const row = this.#diffRow(this.#cursor)
		if (row?.kind !== 'gap' || row.hunk === undefined) return false
		const { fileLines } = this.#model
		const lines = fileLines.at(-1) === '' ? fileLines.slice(0, -1) : fileLines
		const count = row.hidden !== undefined && row.hidden <= AT_MOST_WHOLE ? row.hidden : AT_ONCE
		const gap = { file: row.file, hunk: row.hunk, fileLines: lines, count }
		const model: DiffModel = withContext(this.#model.model, gap)
		this.#model = { ...this.#model, model }
		this.#isLaid = false
		this.#layOut()
		return true
	}

	#layOut(): void {
		if (this.#isLaid) return
		this.#isLaid = true
		const { width, style, long, colours, comments } = this.#look
		const look = {
			width,
			style,
			colours,
			long,
			isFilled: true,
			hasHeads: false,
			hasOuterGaps: true,
		} as const
		const rows = diffRows(this.#model.model, look)
		const own = comments.filter(({ path }) => path === this.#change.path)
		this.#rows = rows.flatMap((row, index): readonly DiffPaneRow[] => {
			const shown: DiffPaneRow = { kind: 'diff', row }
			const isFolded = rows[index + 1]?.isContinued === true
			if (own.length === 0 || row.kind !== 'line' || isFolded) return [shown]
			const lines = this.#linesOf(row)
			const about = own.filter(comment => lines.some(line => isAbout(comment, line)))
			return [shown, ...about.map(comment => ({ kind: 'comment' as const, comment }))]
		})
		this.#cursor = Math.max(0, Math.min(this.#cursor, this.#rows.length - 1))
	}

	/** The cursor is always seen, with a row around it. */
	#follow(): void {
		const { height } = this.#look
		const margin = Math.min(1, Math.floor((height - 1) / 2))
		const most = Math.max(0, this.#rows.length - height)
		if (this.#cursor - margin < this.#top) this.#top = this.#cursor - margin
		if (this.#cursor + margin >= this.#top + height) this.#top = this.#cursor + margin - height + 1
		this.#top = Math.max(0, Math.min(this.#top, most))
	}

	#toLine({ line, isRemoved }: PaneLine): void {
		const wanted = { path: this.#change.path, line, isRemoved }
		const at = this.#rows.findIndex(
			each => each.kind === 'diff' && this.#linesOf(each.row).some(one => isAbout(wanted, one)),
		)
		if (at !== -1) this.#cursor = at
	}

	#diffRow(at: number): DiffRow | undefined {
		for (let place = at; place >= 0; place--) {
			const here = this.#rows[place]
			if (here?.kind === 'diff') return here.row
		}
		return undefined
	}

	#isChangeIn(at: number, hunk: number): boolean {
		const here = this.#rows[at]
		if (here?.kind !== 'diff' || here.row.kind !== 'line' || here.row.hunk !== hunk) return false
		return this.#linesOf(here.row).some(({ kind }) => kind !== 'context')
	}

	#lineOf(at: number): DiffLine | undefined {
		const here = this.#rows[at]
		if (here?.kind !== 'diff') return undefined
		const lines = this.#linesOf(here.row)
		return lines.find(({ newNumber }) => newNumber !== undefined) ?? lines[0]
	}

	/** One, or side by side up to two. */
	#linesOf(row: DiffRow): readonly DiffLine[] {
		if (row.kind !== 'line' || row.hunk === undefined) return []
		const lines = this.#model.model.files[row.file]?.hunks[row.hunk]?.lines
		return [row.line, row.left, row.right].flatMap(at => (at === undefined ? [] : (lines?.[at] ?? [])))
	}
}

function isAbout(
	comment: Pick<LineComment, 'path' | 'line' | 'isRemoved'>,
	{ kind, oldNumber, newNumber }: DiffLine,
): boolean {
	const isRemoved = kind === 'removed'
	const line = (isRemoved ? oldNumber : newNumber) ?? 0
	return isSameLine(comment, { path: comment.path, line, isRemoved })
}

const CONTEXT_ROWS = 3
/** Lines of a gap that are shown with one key. */
const AT_ONCE = 20
const AT_MOST_WHOLE = 40
