// The frame of a pane: its rows with the gutter that says where the cursor is, the minimap, and the row at the bottom.

import { type NumberedBlock, sameId } from '../state/block-ids.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { plainRow } from '../text/painted-row.ts'
import type { Theme } from '../text/theme.ts'
import { tickOf } from './block-kinds.ts'
import type { Pane, ViewerRow } from './pane.ts'
import { marked } from './search.ts'

/** Columns of the mark at the left; where there are few, it stands close to the text. */
function gutterWidth(columns: number): number {
	return columns < NARROW_COLUMNS ? 1 : 2
}

const NARROW_COLUMNS = 50
/** From here on there is a column with marks at the right edge. */
const MINIMAP_COLUMNS = 120

export function paneWidth(columns: number): number {
	return Math.max(1, columns - gutterWidth(columns) - (columns >= MINIMAP_COLUMNS ? 2 : 0))
}

export function paneFrame(
	pane: Pane,
	{ columns, theme, expression }: { columns: number; theme: Theme; expression: RegExp | undefined },
): readonly string[] {
	const rows = pane.visible()
	const cursor = pane.cursor()
	const map = columns >= MINIMAP_COLUMNS ? minimap(pane, rows, theme) : undefined
	const width = gutterWidth(columns)
	return Array.from({ length: pane.height }, (_, index) => {
		const row = rows[index]
		const text = row ? rowText(pane, row, expression) : ''
		const isCurrent = row !== undefined && cursor !== undefined && sameId(row.block.id, cursor.id)
		const mark = isCurrent ? (row.row === cursor.row ? '▌' : '│') : ' '
		const gutter = theme.paint(mark.padEnd(width), { tone: 'accent' })
		if (!map) return `${gutter}${text}`
		const blanks = ' '.repeat(Math.max(1, columns - 1 - width - cellWidth(plainRow(text))))
		return `${gutter}${text}${blanks}${map[index] ?? ''}`
	})
}

function rowText(pane: Pane, row: ViewerRow, expression: RegExp | undefined): string {
	if (pane.isSelecting && pane.isSelected(row)) return marked(row.text === '' ? ' ' : row.text, WHOLE)
	return expression ? marked(row.text, expression) : row.text
}

const WHOLE = /.+/gu

/** All that is at hand in one column; the part that is seen stands out. */
function minimap(pane: Pane, rows: readonly ViewerRow[], theme: Theme): readonly string[] {
	const blocks = pane.transcript.blocks()
	const indexOf = (block: NumberedBlock | undefined) => (block ? blocks.indexOf(block) : -1)
	const from = indexOf(rows[0]?.block)
	const to = indexOf(rows.at(-1)?.block)
	return Array.from({ length: pane.height }, (_, row) => {
		const start = Math.floor((row * blocks.length) / pane.height)
		const end = Math.max(start + 1, Math.floor(((row + 1) * blocks.length) / pane.height))
		const tick = blocks
			.slice(start, end)
			.map(({ block }) => tickOf(block))
			.find(found => found !== undefined)
		const isSeen = start <= to && end > from
		if (tick) return theme.paint(tick.mark, { tone: tick.tone, bold: isSeen })
		return isSeen ? theme.paint('┃', { tone: 'accent' }) : theme.paint('│', { tone: 'quiet' })
	})
}

export function statusRow(parts: readonly string[], columns: number, theme: Theme): string {
	const text = cutToWidth(` ${parts.filter(part => part !== '').join(' · ')}`, columns)
	return `\x1b[7m${theme.paint(text.padEnd(text.length + Math.max(0, columns - cellWidth(text))), {})}\x1b[27m`
}
