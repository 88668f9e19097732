// Rows of a block that can be folded to a line, shown as the transcript shows it, or opened to all there is of it.

import { keyInBrackets } from '../input/key-names.ts'
import { KEYMAP } from '../input/keymap.ts'
import type { StoredFold } from '../state/fold-services.ts'
import type { Block } from '../state/view-block.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { expandTabs, foldSpans, paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { type BlockLook, blockRows, DEFAULT_LOOK, expandedBlock, needsGap } from '../transcript/block-rows.ts'
import { callLine } from '../transcript/call-rows.ts'
import type { Highlighter } from '../transcript/markdown/highlight.ts'
import { MarkdownStream } from '../transcript/markdown/markdown-stream.ts'
import { blockSource, summaryRow } from './block-text.ts'

/** `line`: one row. `open`: all of it. */
export type Fold = StoredFold

export type RowsOptions = {
	width: number
	fold: Fold
	/** As it was written, without looks. */
	isRaw: boolean
	theme: Theme
	highlighter: Highlighter | undefined
	/** Left out, as usual. */
	look?: BlockLook
}

/** @returns painted rows, at least one */
export function foldedRows(block: Block, options: RowsOptions): readonly string[] {
	const { width, fold, theme, look } = options
	if (fold === 'line') return [paintSpans(summaryRow(block, width), theme)]
	if (options.isRaw) return atLeastOne(rawRows(blockSource(block), width))
	if (block.kind === 'answer') return atLeastOne(answerRows(block.text, options))
	const shown = blockRows(block, width, look)
	// A part of something that has a pane of its own.
	if (block.kind === 'expanded')
		return atLeastOne(shown.rows.slice(block.title === '' ? 1 : 0).map(row => paintSpans(row, theme)))
	const rows = fold === 'open' && shown.isCut ? openRows(block, width, look) : shown.rows
	return atLeastOne(rows.slice(0, MOST_ROWS).map(row => paintSpans(row, theme)))
}

export function answerRows(
	text: string,
	{ width, theme, highlighter, look }: Omit<RowsOptions, 'fold' | 'isRaw'>,
): readonly string[] {
	const stream = new MarkdownStream({
		width,
		theme,
		highlighter: () => highlighter,
		...(look && { measure: look.measure }),
	})
	return [...stream.push(text), ...stream.end()]
}

/** Whether a blank row stands between them. */
export function isApart(block: Block, next: Block | undefined): boolean {
	if (next === undefined || (next.kind === 'expanded' && next.title === '')) return false
	return needsGap(block, next)
}

/** Whether there is more of it than the transcript shows. */
export function hasMore(block: Block): boolean {
	return block.kind !== 'answer' && blockRows(block, WIDE).isCut
}

function openRows(
	block: Exclude<Block, { kind: 'answer' }>,
	width: number,
	look: BlockLook | undefined,
): readonly Spans[] {
	const whole = expandedBlock(block)
	if (!whole) return blockRows(block, width, look).rows
	// Its title is a row, also where it is empty.
	const behind = block.kind === 'prompt' ? { ...whole, ...block.found } : whole
	const hasBody = block.kind !== 'prompt' || block.found !== undefined
	const body = hasBody ? blockRows({ ...behind, title: '' }, width, look).rows.slice(1) : []
	const rows = [...headRows(block, whole.title, { width, look }), ...body]
	if (rows.length <= MOST_ROWS) return rows
	const hidden = countWithUnit(rows.length - MOST_ROWS + 1, 'more line')
	const opens = keyInBrackets(look?.bindings ?? KEYMAP, 'viewer', 'open')
	return [...rows.slice(0, MOST_ROWS - 1), [span(`  … ${hidden}${opens}`, { tone: 'quiet' })]]
}

/** What stands above all there is of it. */
function headRows(
	block: Exclude<Block, { kind: 'answer' }>,
	title: string,
	{ width, look }: Pick<RowsOptions, 'width'> & { look: BlockLook | undefined },
): readonly Spans[] {
	switch (block.kind) {
		case 'call':
			return [callLine(block.call, width)]
		case 'group':
		case 'run-end':
			return blockRows(block, width, look).rows.slice(0, 1)
		case 'prompt': {
			const { rows } = blockRows(block, width, { ...DEFAULT_LOOK, ...look, detail: 'full' })
			return block.found ? [...rows, [span('From memory', { bold: true })]] : rows
		}
		case 'notice':
			return [...blockRows(block, width, look).rows, [span(title, { bold: true })]]
		case 'output':
			return [[span(cutToWidth(title, width), { bold: true })]]
		default:
			return []
	}
}

function rawRows(text: string, width: number): readonly string[] {
	return text
		.split('\n')
		.slice(0, MOST_ROWS)
		.flatMap(line =>
			foldSpans([span(expandTabs(line))], width).map(row => row.map(({ text }) => text).join('')),
		)
}

function atLeastOne(rows: readonly string[]): readonly string[] {
	return rows.length === 0 ? [''] : rows
}

/** Of one block among the others; what is longer is a pane of its own. */
const MOST_ROWS = 400
const WIDE = 200
