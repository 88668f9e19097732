// The frame of the review: scopes above, the tree beside the diff where there is room for both, keys or a comment below.

import { CHANGE_SCOPES, type ChangedFile } from '../../core/review/changes.ts'
import { cutSpans, filled } from '../diff/fit-row.ts'
import { keyHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP } from '../input/keymap.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { hang, paintSpans, type Span, type Spans, span, spansWidth, wrapSpans } from '../text/spans.ts'
import type { Style, Theme } from '../text/theme.ts'
import { DiffPane, type DiffPaneRow } from './diff-pane.ts'
import { helpRows, keyHints } from './key-hints.ts'
import type { ReviewScreen } from './review.ts'
import type { ReviewPlace } from './review-reach.ts'
import type { TreeRow } from './tree/file-tree.ts'

/** From here on the tree stands beside the diff; below, one of them has the window. */
export const BESIDE_COLUMNS = 80

/** Exactly so many rows, none wider than the columns. */
export function reviewFrame(
	review: ReviewScreen,
	{
		columns,
		rows,
		theme,
		bindings = KEYMAP,
	}: { columns: number; rows: number; theme: Theme; bindings?: Bindings | undefined },
): readonly string[] {
	const height = Math.max(1, rows - 2)
	const isBeside = columns >= BESIDE_COLUMNS
	const tree = isBeside ? treeColumns(columns) : review.focus === 'tree' ? columns : 0
	const pane = isBeside ? columns - tree - 1 : columns
	review.fit({ paneColumns: pane - MARK_COLUMNS, treeRows: height })
	const body = bodyRows(review, { isBeside, tree, pane, height, bindings })
	// Rows of the body are made for their width, but for one in which nothing has room.
	const fitted = columns < NARROWEST ? body.map(row => cutSpans(row, columns)) : body
	return [
		cutSpans(headRow(review, columns), columns),
		...fitted,
		cutSpans(footRow(review, columns, bindings), columns),
	].map(row => paintSpans(row, theme))
}

/** What stands in a cell of the frame; undefined where nothing does that one could go to. */
export function placeAt(
	review: ReviewScreen,
	{ row, column }: { row: number; column: number },
	{ columns, rows }: { columns: number; rows: number },
): ReviewPlace | undefined {
	if (row === 0) return scopeAt(column, columns)
	const height = Math.max(1, rows - 2)
	if (row > height || review.isHelpShown || !review.selected) return undefined
	const isBeside = columns >= BESIDE_COLUMNS
	const tree = isBeside ? treeColumns(columns) : review.focus === 'tree' ? columns : 0
	if (column < tree) {
		const at = treeTop(review, height) + row - 1
		return at < review.tree().length ? { kind: 'tree', at } : undefined
	}
	const pane = review.pane()
	// The name of the file stands in the first row.
	if (row === 1 || (isBeside && column === tree) || !(pane instanceof DiffPane)) return undefined
	const at = pane.top + row - 2
	return at < pane.rowCount ? { kind: 'diff', at } : undefined
}

/** The first column of what a row of the diff says. */
export function diffLeft(review: ReviewScreen, columns: number): number {
	const isBeside = columns >= BESIDE_COLUMNS
	return (isBeside ? treeColumns(columns) + 1 : review.focus === 'tree' ? columns : 0) + MARK_COLUMNS
}

function scopeAt(column: number, columns: number): ReviewPlace | undefined {
	let end = columns < BESIDE_COLUMNS ? 0 : cellWidth(HEADING)
	if (column < end) return undefined
	for (const scope of CHANGE_SCOPES) {
		end += scope.length + 2
		if (column < end) return { kind: 'scope', scope }
	}
	return undefined
}

const HEADING = ' Review '

const NARROWEST = 30

/** What stands before each row of the diff: where the cursor is and which hunk it is in. */
const MARK_COLUMNS = 2

function treeColumns(columns: number): number {
	return Math.max(26, Math.min(46, Math.floor(columns * 0.3)))
}

function bodyRows(
	review: ReviewScreen,
	{
		isBeside,
		tree,
		pane,
		height,
		bindings,
	}: { isBeside: boolean; tree: number; pane: number; height: number; bindings: Bindings },
): readonly Spans[] {
	const whole = isBeside ? tree + pane : Math.max(tree, pane)
	if (review.isHelpShown) return exactly(helpRows(whole, bindings), height)
	if (!review.selected) return exactly(emptyRows(review, whole, bindings), height)
	const treeRows = tree === 0 ? [] : exactly(shownTree(review, tree, height), height)
	if (!isBeside && review.focus === 'tree') return treeRows
	const paneRows = exactly(shownPane(review, pane, height), height)
	if (!isBeside) return paneRows
	const rule = span('│', { tone: review.focus === 'tree' ? 'accent' : 'quiet' })
	return paneRows.map((row, index) => [...filled(treeRows[index] ?? [], tree, {}), rule, ...row])
}

function exactly(rows: readonly Spans[], height: number): readonly Spans[] {
	return Array.from({ length: height }, (_, index) => rows[index] ?? [])
}

function headRow(review: ReviewScreen, columns: number): Spans {
	const { files } = review
	const names = columns < BESIDE_COLUMNS ? [] : [span(HEADING, { bold: true })]
	const scopes = CHANGE_SCOPES.flatMap((scope): readonly Span[] => {
		const isShown = scope === files.scope
		const style: Style = isShown ? { bold: true, inverse: true } : { tone: 'quiet' }
		return [span(` ${scope} `, style)]
	})
	const left = [...names, ...scopes]
	const right = cutToWidth(summary(review), Math.max(0, columns - spansWidth(left) - 2))
	const gap = columns - spansWidth(left) - cellWidth(right) - 1
	return [...left, span(' '.repeat(Math.max(1, gap))), span(right, { tone: 'quiet' })]
}

function summary(review: ReviewScreen): string {
	const files = review.files.files()
	if (files.length === 0) return ''
	const counts = files.map(({ path }) => review.files.counts(path))
	const known = counts.flatMap(each => each ?? [])
	const sum = (side: 'added' | 'removed') => known.reduce((lines, each) => lines + each[side], 0)
	const seen = files.filter(file => review.isFileSeen(file)).length
	const more = review.files.list?.moreFiles ?? 0
	return [
		...(review.comments.length > 0 ? [countWithUnit(review.comments.length, 'comment')] : []),
		`+${sum('added')} −${sum('removed')}${known.length < files.length ? '…' : ''}`,
		`${seen}/${countWithUnit(files.length, 'file')} seen`,
		...(more > 0 ? [`${more} more not listed`] : []),
	].join(' · ')
}

function emptyRows(review: ReviewScreen, width: number, bindings: Bindings): readonly Spans[] {
	const pane = review.pane()
	const words = pane instanceof DiffPane ? '' : pane.words
	const others = [...(review.elsewhere ?? [])].map(
		([scope, count]) => `${scope}: ${count === 0 ? 'nothing' : countWithUnit(count, 'file')}`,
	)
	const rows: Spans[] = [[], [span(words)]]
	const goes = keyHint(bindings, 'review', 'next-scope', 'goes there')
	if (others.length > 0) rows.push([], [span(`${others.join(' · ')}   ${goes}`, { tone: 'quiet' })])
	const indent = [span('  ')]
	return rows.flatMap(row =>
		row.length === 0 ? [row] : hang(wrapSpans(row, Math.max(1, width - 2)), indent, indent),
	)
}

function treeTop(review: ReviewScreen, height: number): number {
	return Math.max(0, Math.min(review.treeCursor() - Math.floor(height / 2), review.tree().length - height))
}

function shownTree(review: ReviewScreen, width: number, height: number): readonly Spans[] {
	const rows = review.tree()
	const cursor = review.treeCursor()
	const top = treeTop(review, height)
	return rows.slice(top, top + height).map((row, index) => {
		const isCurrent = top + index === cursor
		const style: Style = isCurrent ? { background: 'selection', bold: review.focus === 'tree' } : {}
		return treeRow(review, row, { width, isCurrent, style })
	})
}

function treeRow(
	review: ReviewScreen,
	row: TreeRow,
	{ width, isCurrent, style }: { width: number; isCurrent: boolean; style: Style },
): Spans {
	const mark = span(isCurrent ? '›' : ' ', { ...style, tone: 'accent' })
	const indent = '  '.repeat(Math.min(row.depth, 6))
	if (row.kind === 'folder') {
		const name = cutToWidth(sanitizeLine(row.label), width - indent.length - 4)
		const text = `${indent}${row.isFolded ? '▸' : '▾'} ${name}`
		return filled([mark, span(text, { ...style, tone: 'quiet' })], width, style)
	}
	const { file } = row
	const isSeen = review.isFileSeen(file)
	const counts = review.files.counts(file.path)
	const remarks = review.comments.filter(({ path }) => path === file.path).length
	const right: Spans = [
		...(remarks > 0 ? [span(` ✎${remarks}`, { ...style, tone: 'warning' })] : []),
		...(counts && counts.added > 0 ? [span(` +${counts.added}`, { ...style, tone: 'added' })] : []),
		...(counts && counts.removed > 0 ? [span(` −${counts.removed}`, { ...style, tone: 'removed' })] : []),
		span(isSeen ? ' ✓' : '  ', { ...style, tone: 'success' }),
	]
	const room = width - 1 - indent.length - 2 - spansWidth(right)
	const name = cutStartToWidth(sanitizeLine(row.label), Math.max(4, room))
	const left: Spans = [
		mark,
		span(indent, style),
		span(`${SIGNS[file.what]} `, { ...style, tone: file.isByHand ? 'quiet' : TONES[file.what] }),
		span(name, isSeen ? { ...style, tone: 'quiet' } : style),
	]
	const gap = width - spansWidth(left) - spansWidth(right)
	return [...left, span(' '.repeat(Math.max(0, gap)), style), ...right]
}

const SIGNS: Record<ChangedFile['what'], string> = { added: 'A', changed: 'M', removed: 'D' }
const TONES = { added: 'added', changed: 'accent', removed: 'removed' } as const satisfies Record<
	ChangedFile['what'],
	Style['tone']
>

function shownPane(review: ReviewScreen, width: number, height: number): readonly Spans[] {
	const pane = review.pane()
	if (!(pane instanceof DiffPane)) return [[], [span(`  ${pane.words}`, { tone: 'quiet' })]]
	const look = {
		width: Math.max(1, width - MARK_COLUMNS),
		height: height - 1,
		style: review.style,
		long: review.long,
		colours: review.colours,
		comments: review.comments,
	}
	const { rows, top } = pane.visible(look)
	const current = pane.hunkIndex()
	const marked = rows.map((row, index) => {
		const at = top + index
		const hunk = pane.hunkOfRow(at)
		const isSeen = hunk !== undefined && review.isSeen(pane.change.hunks[hunk]?.key)
		const isCursor = at === pane.cursor && review.focus === 'diff'
		const mark = isCursor ? '❯ ' : hunk === undefined ? '  ' : hunk === current ? '▌ ' : isSeen ? '✓ ' : '  '
		const tone = isCursor || hunk === current ? 'accent' : 'success'
		return [span(mark, { tone, bold: isCursor }), ...paneSpans(row, look.width)]
	})
	return [paneHead(review, pane, width), ...marked]
}

function paneSpans(row: DiffPaneRow, width: number): Spans {
	if (row.kind === 'diff') return row.row.spans()
	return cutSpans(
		[span('  ✎ ', { tone: 'warning' }), span(sanitizeLine(row.comment.text), { bold: true })],
		width,
	)
}

function paneHead(review: ReviewScreen, pane: DiffPane, width: number): Spans {
	const { name, added, removed, what, hunks, isByHand, key } = pane.change
	const index = pane.hunkIndex()
	const hunk = index === undefined ? undefined : hunks[index]
	const facts = [
		...(what === 'changed' ? [] : [what]),
		...(isByHand ? ['changed by hand'] : []),
		...(index === undefined ? [] : [`hunk ${index + 1}/${hunks.length}`]),
		...(review.isSeen(key) ? ['seen'] : hunk && review.isSeen(hunk.key) ? ['hunk seen'] : []),
		...(pane.rowCount > 0 ? [pane.place] : []),
	].join(' · ')
	const counts: Spans = [
		...(added > 0 ? [span(` +${added}`, { tone: 'added' })] : []),
		...(removed > 0 ? [span(` −${removed}`, { tone: 'removed' })] : []),
		span(`  ${facts}`, { tone: 'quiet' }),
	]
	const room = width - 1 - Math.min(spansWidth(counts), Math.floor(width / 2))
	const title = cutStartToWidth(sanitizeLine(name), Math.max(8, room))
	return cutSpans([span(` ${title}`, { bold: true, tone: 'heading' }), ...counts], width)
}

function footRow(review: ReviewScreen, columns: number, bindings: Bindings): Spans {
	const { draft, message } = review
	if (draft) {
		const { about, buffer } = draft
		const place = `${about.name}:${about.line}: `
		const head = cutStartToWidth(place, Math.floor(columns / 2))
		const room = Math.max(4, columns - cellWidth(head) - 2)
		const before = cutStartToWidth(buffer.text.slice(0, buffer.cursor), room)
		const [under = ' '] = buffer.text.slice(buffer.cursor)
		const after = cutToWidth(buffer.text.slice(buffer.cursor + under.length), room - cellWidth(before))
		return [
			span(' ✎ ', { tone: 'warning' }),
			span(head, { tone: 'quiet' }),
			span(before),
			span(under, { inverse: true }),
			span(after),
		]
	}
	if (message)
		return [
			span(` ${message.text}`, message.isProblem ? { tone: 'warning', bold: true } : { tone: 'accent' }),
		]
	return [span(` ${keyHints(review, columns - 2, bindings)}`, { tone: 'quiet' })]
}
