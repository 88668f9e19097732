// The frame of a pane: its rows with the gutter that says where the cursor is, the minimap, and the row at the bottom.

import { keyHint, keysHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import type { ActionOf } from '../input/keymap.ts'
import type { BlockSelection } from '../mouse/block-selection.ts'
import { sameId } from '../state/block-ids.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { plainRow } from '../text/painted-row.ts'
import type { Theme } from '../text/theme.ts'
import type { Minimap } from './minimap.ts'
import type { Pane, ViewerRow } from './pane.ts'
import { marked } from './search.ts'

/** Columns of the mark at the left; where there are few, it stands close to the text. */
export function gutterWidth(columns: number): number {
	return columns < NARROW_COLUMNS ? 1 : 2
}

const NARROW_COLUMNS = 50
/** From here on there is a column with marks at the right edge. */
const MINIMAP_COLUMNS = 120

export function paneWidth(columns: number): number {
	return Math.max(1, columns - gutterWidth(columns) - (hasMinimap(columns) ? 2 : 0))
}

export function hasMinimap(columns: number): boolean {
	return columns >= MINIMAP_COLUMNS
}

export function paneFrame(
	pane: Pane,
	{
		columns,
		theme,
		expression,
		minimap,
		selection,
	}: {
		columns: number
		theme: Theme
		expression: RegExp | undefined
		minimap: Minimap
		selection: BlockSelection
	},
): readonly string[] {
	const rows = pane.visible()
	const cursor = pane.cursor()
	selection.see(rows, paneWidth(columns))
	const [first, last] = [rows[0]?.block, rows.at(-1)?.block]
	const seen = first && last ? ([first, last] as const) : undefined
	const map = hasMinimap(columns) ? minimap.rows(pane.height, seen, theme) : undefined
	const width = gutterWidth(columns)
	return Array.from({ length: pane.height }, (_, index) => {
		const row = rows[index]
		const text = row ? selection.marked(rowText(pane, row, expression), index) : ''
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

export function statusRow(parts: readonly string[], columns: number, theme: Theme): string {
	const text = cutToWidth(` ${parts.filter(part => part !== '').join(' · ')}`, columns)
	return `\x1b[7m${theme.paint(text.padEnd(text.length + Math.max(0, columns - cellWidth(text))), {})}\x1b[27m`
}

/** The last one, which leads out, is shown before any other. */
export function statusHints(bindings: Bindings, isSelecting: boolean): readonly string[] {
	const hint = (action: ActionOf<'viewer'>, words: string) => keyHint(bindings, 'viewer', action, words)
	const prompts = ['previous-prompt', 'next-prompt']
	const hints = isSelecting
		? [hint('copy', 'copies the rows'), hint('pipe', 'pipes them'), hint('close', 'ends')]
		: [
				hint('search', 'search'),
				keysHint(bindings, 'viewer', prompts, { joint: ' ', words: 'prompts' }),
				hint('open', 'opens'),
				hint('copy', 'copies'),
				hint('close', 'closes'),
			]
	return hints.filter(each => each !== '')
}

/** With as many hints as there is room for, the last one of them always. */
export function withHints(
	said: readonly string[],
	hints: readonly string[],
	columns: number,
): readonly string[] {
	const parts = said.filter(part => part !== '')
	const [last, ...others] = [hints.slice(-1), ...hints.slice(0, -1)].flat()
	if (last === undefined) return parts
	const widthOf = (all: readonly string[]) => cellWidth(` ${all.join(' · ')}`)
	const shown: string[] = []
	for (const hint of others) {
		if (widthOf([...parts, ...shown, hint, last]) > columns) break
		shown.push(hint)
	}
	if (widthOf([...parts, last]) <= columns) return [...parts, ...shown, last]
	// What it is called goes before how to leave it does.
	return [cutToWidth(parts.join(' · '), Math.max(0, columns - cellWidth(last) - 4)), last]
}
