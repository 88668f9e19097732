// A Markdown table as rows of the screen, its columns as wide as the width allows.

import { plainText, type Spans, span, spansWidth, wrapSpans } from '../../text/spans.ts'
import { inlineSpans } from './inline.ts'

type Alignment = 'left' | 'right' | 'centre'

export type Table = {
	header: readonly string[]
	alignments: readonly Alignment[]
	rows: readonly (readonly string[])[]
}

/** Only a line that begins with a bar can begin a table, so that any other is a paragraph from its first character on. */
export function isTableLine(line: string): boolean {
	return /^\s*\|/.test(line)
}

/** @returns a table without rows, or undefined when the second line is not what makes one of the first */
export function tableOf(headerLine: string, delimiterLine: string): Table | undefined {
	if (!/^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/.test(delimiterLine)) return undefined
	const header = cellsOf(headerLine)
	const alignments = cellsOf(delimiterLine).map(alignmentOf)
	return header.length === alignments.length ? { header, alignments, rows: [] } : undefined
}

export function cellsOf(line: string): readonly string[] {
	return line
		.trim()
		.replace(/^\|/, '')
		.replace(/(?<!\\)\|$/, '')
		.split(/(?<!\\)\|/)
		.map(cell => cell.trim().replaceAll('\\|', '|'))
}

export function tableRows(table: Table, width: number): readonly Spans[] {
	const columns = table.header.map((_, index) => index)
	const cells = [
		table.header.map(cell => inlineSpans(cell, { bold: true })),
		...table.rows.map(row => columns.map(index => inlineSpans(row[index] ?? ''))),
	]
	const widths = columnWidths(
		columns.map(index => Math.max(1, ...cells.map(row => spansWidth(row[index] ?? [])))),
		width - 3 * (columns.length - 1),
	)
	if (!widths) return recordRows(table, width)
	const drawn = cells.map(row => rowsOf(row, widths, table.alignments))
	const rule: Spans = [
		span(widths.map(columnWidth => '─'.repeat(columnWidth)).join('─┼─'), { tone: 'quiet' }),
	]
	return [...(drawn[0] ?? []), rule, ...drawn.slice(1).flat()]
}

function alignmentOf(cell: string): Alignment {
	if (cell.startsWith(':') && cell.endsWith(':') && cell.length > 1) return 'centre'
	return cell.endsWith(':') ? 'right' : 'left'
}

/** Takes from the widest until all fit. @returns undefined when there is no room to read anything */
function columnWidths(natural: readonly number[], room: number): readonly number[] | undefined {
	if (room < natural.length * NARROWEST) return undefined
	const widths = [...natural]
	let excess = widths.reduce((sum, width) => sum + width, 0) - room
	while (excess > 0) {
		const widest = Math.max(...widths)
		const second = Math.max(NARROWEST, ...widths.filter(width => width < widest))
		const index = widths.indexOf(widest)
		const cut = Math.min(excess, Math.max(1, widest - second))
		widths[index] = widest - cut
		excess -= cut
	}
	return widths
}

const NARROWEST = 4

function rowsOf(
	cells: readonly Spans[],
	widths: readonly number[],
	alignments: readonly Alignment[],
): readonly Spans[] {
	const wrapped = cells.map((cell, index) => wrapSpans(cell, widths[index] ?? 1))
	const height = Math.max(...wrapped.map(rows => rows.length))
	return Array.from({ length: height }, (_, y) =>
		wrapped.flatMap((rows, index) => {
			const row = rows[y] ?? []
			const room = Math.max(0, (widths[index] ?? 1) - spansWidth(row))
			const before = { left: 0, right: room, centre: Math.floor(room / 2) }[alignments[index] ?? 'left']
			const isLast = index === wrapped.length - 1
			return [
				span(' '.repeat(before)),
				...row,
				span(isLast ? '' : ' '.repeat(room - before)),
				span(isLast ? '' : ' │ ', { tone: 'quiet' }),
			]
		}),
	)
}

/** Where a table has no room, each row is a list of its cells under their headings. */
function recordRows(table: Table, width: number): readonly Spans[] {
	const headings = table.header.map(cell => plainText(inlineSpans(cell)))
	return table.rows.flatMap((row, index) => [
		...(index === 0 ? [] : [[span('─'.repeat(Math.max(1, Math.min(width, 8))), { tone: 'quiet' as const })]]),
		...row.flatMap((cell, column) =>
			wrapSpans([span(`${headings[column] ?? ''}: `, { bold: true }), ...inlineSpans(cell)], width),
		),
	])
}
