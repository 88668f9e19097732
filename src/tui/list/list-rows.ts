// The rows of a list: title and query, groups and aligned columns, what was found marked, and a pane beside it.

import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { plainText, type Span, type Spans, span, spansWidth, wrapSpans } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'
import type { FoundItem } from './found-items.ts'

/** A list with a pane needs this many columns. */
export const PANE_FROM_COLUMNS = 99

export type ListLook<Value> = {
	found: readonly FoundItem<Value>[]
	/** Index among what was found. */
	selected: number
	/** Chosen so far, in their order. */
	chosen?: readonly Value[]
	width: number
	/** Rows for items and groups. */
	limit: number
	/** The first row of those there are, as it was, where the cursor has only gone to one that is seen. */
	top?: number | undefined
}

/** `items`: which of what was found stands in each row. `top`: place of the first row. */
export type ShownList = { rows: readonly Spans[]; items: readonly (number | undefined)[]; top: number }

/** `Model  gpt▏                4/25` */
export function listTitle({
	title,
	query,
	hints,
	count,
	width,
}: {
	title: string
	query: string
	/** What is said as long as nothing is typed, the longest first. */
	hints: readonly string[]
	/** Such as `4/25`; empty where there is none. */
	count: string
	width: number
}): Spans {
	const name = cutToWidth(title, width)
	const right = cellWidth(name) + cellWidth(count) + 2 <= width ? count : ''
	const room = Math.max(0, width - cellWidth(name) - 1 - (right === '' ? 0 : cellWidth(right) + 1))
	const hint = hints.find(each => cellWidth(each) <= room) ?? ''
	const middle = query === '' ? hint : cutStartToWidth(`${query}▏`, room)
	const left = middle === '' ? '' : ` ${middle}`
	const gap = ' '.repeat(Math.max(0, width - cellWidth(name) - cellWidth(left) - cellWidth(right)))
	return [
		span(name, { bold: true }),
		span(left, { tone: query === '' ? 'quiet' : 'accent' }),
		span(right === '' ? '' : gap + right, { tone: 'quiet' }),
	]
}

/** Items with the names of their groups, the part of them around the one that is selected. */
export function shownList<Value>({
	found,
	selected,
	chosen = [],
	width,
	limit,
	top: wanted,
}: ListLook<Value>): ShownList {
	const rows: ListRow<Value>[] = []
	let selectedRow = 0
	for (const [index, each] of found.entries()) {
		const { group } = each.item
		if (group !== undefined && group !== found[index - 1]?.item.group) rows.push({ group })
		if (index === selected) selectedRow = rows.length
		rows.push({ found: each, index, isSelected: index === selected })
	}
	const first = firstShown({ row: selectedRow, count: rows.length, limit, top: wanted })
	const shown = rows.slice(first, first + limit)
	const [top] = shown
	// What is in the middle of a group still says whose it is.
	if (top && 'found' in top && !top.isSelected && top.found.item.group !== undefined && limit > 2)
		shown[0] = { group: top.found.item.group }
	const columns = columnsOf(
		shown.flatMap(row => ('found' in row ? [row.found] : [])),
		width,
	)
	return {
		rows: shown.map(row =>
			'group' in row
				? [span(cutToWidth(row.group, width), { tone: 'heading' })]
				: itemRow(row.found, { isSelected: row.isSelected, chosen, columns, width }),
		),
		items: shown.map(row => ('found' in row ? row.index : undefined)),
		top: first,
	}
}

/** The first of the rows that are seen: the cursor's is in their middle, or they stay as they were. @param row - the cursor's */
export function firstShown({
	row,
	count,
	limit,
	top,
}: {
	row: number
	count: number
	limit: number
	top: number | undefined
}): number {
	const isSeen = top !== undefined && row >= top && row < top + limit
	return Math.max(0, Math.min(isSeen ? top : row - Math.floor(limit / 2), count - limit))
}

type ListRow<Value> = { group: string } | { found: FoundItem<Value>; index: number; isSelected: boolean }

/** How wide the label and each cell are; cells there is no room for have none. */
type Columns = { label: number; cells: readonly number[]; hasSign: boolean }

/** Measured over what is shown, so that one long name far below does not push everything aside. */
function columnsOf(shown: readonly FoundItem<unknown>[], width: number): Columns {
	const hasSign = shown.some(({ item }) => item.sign !== undefined)
	const room = width - 2 - (hasSign ? 2 : 0)
	const longest = Math.max(0, ...shown.map(({ item }) => (item.cells ? cellWidth(item.label) : 0)))
	const cells: number[] = []
	let used = 0
	const count = Math.max(0, ...shown.map(({ item }) => item.cells?.length ?? 0))
	for (let index = 0; index < count; index++) {
		const cell = Math.max(0, ...shown.map(({ item }) => cellWidth(item.cells?.[index] ?? '')))
		if (used + cell + 2 > room * 0.6) break
		cells.push(cell)
		used += cell + 2
	}
	return { label: Math.min(longest, Math.max(8, room - used)), cells, hasSign }
}

function itemRow<Value>(
	{ item, marks }: FoundItem<Value>,
	{
		isSelected,
		chosen,
		columns,
		width,
	}: { isSelected: boolean; chosen: readonly Value[]; columns: Columns; width: number },
): Spans {
	const place = chosen.indexOf(item.value)
	const pointer =
		place >= 0 ? `${isSelected ? '❯' : ' '}${place < 9 ? place + 1 : '+'} ` : isSelected ? '❯ ' : '  '
	const sign = columns.hasSign ? `${item.sign ?? ' '} ` : ''
	const used = cellWidth(pointer) + cellWidth(sign)
	const right = item.right ?? ''
	const forRight = right !== '' && cellWidth(right) + 12 <= width - used ? cellWidth(right) + 2 : 0
	const room = Math.max(1, width - used - forRight)
	const { cells = [], detail } = item
	// A short detail stays beside a long label: it is what tells two alike apart.
	const kept = cells.length === 0 && detail !== '' ? cellWidth(detail) + 2 : 0
	const aligned = item.cells !== undefined
	const labelRoom = aligned ? Math.min(columns.label, room) : room - (kept <= width / 2 ? kept : 0)
	const label = cutToWidth(item.label, Math.max(1, labelRoom))
	const style: Style = isSelected ? { tone: 'accent', bold: true } : {}
	const spans: Span[] = [
		span(pointer, { tone: 'accent' }),
		span(sign, { tone: 'warning' }),
		...markedSpans(label, marks, style),
	]
	const rest = restOf(item, columns, { labelWidth: cellWidth(label), aligned, room })
	spans.push(span(rest, { tone: 'quiet' }))
	if (forRight === 0) return spans
	const gap = ' '.repeat(Math.max(2, width - spansWidth(spans) - cellWidth(right)))
	return [...spans, span(gap + right, { tone: 'quiet' })]
}

/** What stands behind the label. */
function restOf(
	{ cells = [], detail }: FoundItem<unknown>['item'],
	columns: Columns,
	{ labelWidth, aligned, room }: { labelWidth: number; aligned: boolean; room: number },
): string {
	if (!aligned)
		return detail !== '' && room - labelWidth > 5 ? `  ${cutToWidth(detail, room - labelWidth - 2)}` : ''
	const padding = ' '.repeat(Math.max(0, columns.label - labelWidth))
	const padded = columns.cells.map((size, index) => {
		const text = cells[index] ?? ''
		return `  ${text}${' '.repeat(Math.max(0, size - cellWidth(text)))}`
	})
	const text = padding + padded.join('') + (detail === '' ? '' : `  ${detail}`)
	return cutToWidth(text.trimEnd(), room - labelWidth)
}

/** Underlined as well as coloured: what was found is to be seen without colours, too. */
export function markedSpans(text: string, marks: readonly number[], style: Style): Spans {
	if (marks.length === 0) return [span(text, style)]
	const marked = new Set(marks)
	const spans: Span[] = []
	let run = ''
	let isMarked = false
	const close = () => {
		if (run !== '') spans.push(span(run, isMarked ? { ...style, tone: 'accent', underline: true } : style))
		run = ''
	}
	let place = 0
	for (const character of text) {
		const is = marked.has(place)
		if (is !== isMarked) {
			close()
			isMarked = is
		}
		run += character
		place += character.length
	}
	close()
	return spans
}

/** List and pane side by side, both cut to `limit` rows. */
export function beside(
	list: readonly Spans[],
	pane: readonly Spans[],
	{ listWidth, limit }: { listWidth: number; limit: number },
): readonly Spans[] {
	const count = Math.min(limit, Math.max(list.length, pane.length))
	return Array.from({ length: count }, (_, index) => {
		const left = list[index] ?? []
		const filler = ' '.repeat(Math.max(0, listWidth - cellWidth(plainText(left))))
		return [...left, span(`${filler} │ `, { tone: 'quiet' }), ...(pane[index] ?? [])]
	})
}

/** A text for the pane. */
export function paneRows(text: string, width: number): readonly Spans[] {
	return text.split('\n').flatMap(line => wrapSpans([span(line, { tone: 'quiet' })], width))
}
