// A column chart in cells: one column a day, or for several days where they are more than there is room for. It is read
// without colour: heights in eighths of a cell, the highest value and the days written beside it.

import { cellWidth } from '../text/cell-width.ts'
import { type Spans, span } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'

export type ColumnChart = {
	title: string
	/** Oldest first. */
	columns: readonly { label: string; value: number }[]
	format(value: number): string
	tone: Tone
}

/** @returns a title, the columns and the labels below them; no row is wider than `width` */
export function columnChartRows(
	{ title, columns, format, tone }: ColumnChart,
	width: number,
): readonly Spans[] {
	const axisColumns = Math.min(
		Math.max(...columns.map(({ value }) => cellWidth(format(value))), 1),
		width - 4,
	)
	const room = Math.max(1, width - axisColumns - 2)
	const perColumn = Math.ceil(columns.length / room)
	const grouped = groupedBy(columns, perColumn)
	const columnWidth = Math.max(1, Math.min(MOST_COLUMN_WIDTH, Math.floor(room / grouped.length)))
	const highest = Math.max(0, ...grouped.map(({ value }) => value))
	const suffix = perColumn > 1 ? ` (each column ${perColumn} days)` : ''
	const rows: Spans[] = [[span(`${title}${suffix}`.slice(0, width), { bold: true })]]
	for (let row = HEIGHT - 1; row >= 0; row--) {
		const mark = row === HEIGHT - 1 ? format(highest) : row === 0 ? '0' : ''
		const cells = grouped
			.map(({ value }) => cellAt(value, highest, row))
			.map(cell => columnOf(cell, columnWidth))
		rows.push([
			span(`${mark.padStart(axisColumns)} │`.slice(0, axisColumns + 2), { tone: 'quiet' }),
			span(cells.join('').trimEnd(), { tone }),
		])
	}
	rows.push([
		span(`${' '.repeat(axisColumns + 2)}${labelsOf(grouped, columnWidth)}`.slice(0, width), {
			tone: 'quiet',
		}),
	])
	return rows
}

const HEIGHT = 4
const MOST_COLUMN_WIDTH = 6
const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** Whatever is more than nothing is seen. */
function cellAt(value: number, highest: number, row: number): string {
	if (value <= 0 || highest <= 0) return ' '
	const eighths = Math.max(1, Math.round((value / highest) * HEIGHT * 8)) - row * 8
	return EIGHTHS[Math.max(0, Math.min(8, eighths))]!
}

/** Wide columns have air between them. */
function columnOf(cell: string, width: number): string {
	return width === 1 ? cell : `${cell.repeat(width - 1)} `
}

/** The newest group is whole; the oldest may be of fewer days. */
function groupedBy(columns: ColumnChart['columns'], size: number): ColumnChart['columns'] {
	if (size <= 1) return columns
	const grouped: { label: string; value: number }[] = []
	for (let end = columns.length; end > 0; end -= size) {
		const part = columns.slice(Math.max(0, end - size), end)
		grouped.unshift({ label: part[0]!.label, value: part.reduce((sum, { value }) => sum + value, 0) })
	}
	return grouped
}

/** As many as stand apart, the last one at the right edge of its column. */
function labelsOf(columns: ColumnChart['columns'], columnWidth: number): string {
	const last = columns.at(-1)?.label ?? ''
	const whole = columns.length * columnWidth
	const lastAt = Math.max(0, whole - last.length)
	let line = ''
	for (const [index, { label }] of columns.entries()) {
		const at = index * columnWidth
		if (at < line.length + (line === '' ? 0 : LABEL_GAP) || at + label.length + LABEL_GAP > lastAt) continue
		line = line.padEnd(at) + label
	}
	return line.padEnd(lastAt) + last
}

const LABEL_GAP = 4
