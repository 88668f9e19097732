// Bars one below the other: a name, a bar as long as its share of the longest, and what it comes to in words.

import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { type Spans, span } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'

export type BarLine = { name: string; value: number; text: string }

/** @param cut - which end of a name goes where it is too long: a path says most at its end */
export function barRows(
	lines: readonly BarLine[],
	{ width, tone, cut = 'end' }: { width: number; tone: Tone; cut?: 'start' | 'end' },
): readonly Spans[] {
	const longest = Math.max(1, ...lines.map(({ value }) => value))
	const nameColumns = Math.min(
		Math.max(8, Math.floor(width * 0.4)),
		Math.max(0, ...lines.map(({ name }) => cellWidth(name))),
	)
	const textColumns = Math.max(0, ...lines.map(({ text }) => cellWidth(text)))
	const room = Math.min(MOST_BAR_COLUMNS, width - nameColumns - textColumns - 6)
	return lines.map(({ name, value, text }): Spans => {
		const shown = cut === 'start' ? cutStartToWidth(name, nameColumns) : cutToWidth(name, nameColumns)
		const label = `  ${shown}${' '.repeat(Math.max(0, nameColumns - cellWidth(shown)))}  `
		// A bar of three cells says nothing.
		const bar = room < LEAST_BAR_COLUMNS ? '' : `${barOf(value / longest, room)}  `
		const rest = Math.max(0, width - cellWidth(label) - cellWidth(bar))
		return [span(label), span(bar, { tone }), span(cutToWidth(text, rest), { tone: 'quiet' })]
	})
}

const MOST_BAR_COLUMNS = 40
const LEAST_BAR_COLUMNS = 6
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** In eighths of a cell, filled up to its columns; more than nothing is at least one of them. */
export function barOf(share: number, columns: number): string {
	const eighths = share <= 0 ? 0 : Math.max(1, Math.min(columns * 8, Math.round(share * columns * 8)))
	return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]!}`.padEnd(columns)
}
