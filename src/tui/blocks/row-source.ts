// Rows of a block as the text they were made of: of an answer its Markdown, and elsewhere what was broken at the edge of
// the window is one line again.

import type { Block } from '../state/view-block.ts'
import { plainRow } from '../text/painted-row.ts'
import { DEFAULT_LOOK } from '../transcript/block-rows.ts'
import { MarkdownStream } from '../transcript/markdown/markdown-stream.ts'
import { foldedRows, type RowsOptions } from './folded-rows.ts'

/**
 * @param from - the first of the block's rows, counted from 0
 * @param to - behind the last
 */
export function rowsSource(block: Block, options: RowsOptions, from: number, to: number): string {
	if (block.kind === 'answer' && !options.isRaw && options.fold !== 'line')
		return sourceLines(block.text, options)
			.filter(line => line.from < to && line.to > from)
			.map(line => line.text)
			.join('\n')
	const timeless = withoutTime(block)
	const rows = foldedRows(timeless, options).map(plainRow)
	const look = { ...DEFAULT_LOOK, ...options.look, measure: WIDE }
	const wide = foldedRows(timeless, { ...options, width: WIDE, look }).map(plainRow)
	return joinedLines(rows, wide)
		.filter(line => line.from < to && line.to > from)
		.map(line => (line.from >= from && line.to <= to ? line.text : partOf(rows, line, from, to)))
		.join('\n')
}

/** A text, and the rows it has: `to` is behind the last. */
type SourceLine = { text: string; from: number; to: number }

/** Lines of Markdown, those without rows of their own together with the one that follows. */
function sourceLines(
	markdown: string,
	{ width, theme, highlighter, look }: RowsOptions,
): readonly SourceLine[] {
	const stream = new MarkdownStream({
		width,
		theme,
		highlighter: () => highlighter,
		...(look && { measure: look.measure }),
	})
	const lines: SourceLine[] = []
	let waiting: string[] = []
	let row = 0
	const add = (rows: readonly string[]) => {
		// The end of a fence and the blank line below it have the blank row, and are not of the text that follows.
		const isApart = rows.length > 1 && rows[0] === '' && waiting.length > 1
		const last = isApart ? waiting.pop() : undefined
		addRows(isApart ? 1 : rows.length)
		if (last === undefined) return
		waiting = [last]
		addRows(rows.length - 1)
	}
	const addRows = (count: number) => {
		if (count === 0) return
		lines.push({ text: waiting.join('\n'), from: row, to: row + count })
		row += count
		waiting = []
	}
	for (const line of markdown.trimEnd().split('\n')) {
		waiting.push(line)
		add(stream.push(`${line}\n`))
	}
	add(stream.end())
	const last = lines.at(-1)
	// Such as the end of a fence, which is no row.
	return last && waiting.length > 0
		? [...lines.slice(0, -1), { ...last, text: [last.text, ...waiting].join('\n') }]
		: lines
}

/** The time at the right edge is nothing that was said. */
function withoutTime(block: Block): Block {
	if (block.kind !== 'prompt') return block
	const { at: _, ...prompt } = block
	return prompt
}

/** Which rows are one line: those that together say what one row says where there is room for all of it. */
function joinedLines(rows: readonly string[], wide: readonly string[]): readonly SourceLine[] {
	const lines: SourceLine[] = []
	let row = 0
	for (const text of wide) {
		const wanted = letters(text)
		let to = row
		let said = ''
		while (to < rows.length && said.length < wanted.length) said += letters(rows[to++] ?? '')
		if (to === row) to++
		// What is laid out by the width there is has no such lines.
		if (said !== wanted) break
		lines.push({ text: text.trimEnd(), from: row, to })
		row = to
	}
	const others = rows
		.slice(row)
		.map((text, index) => ({ text: text.trimEnd(), from: row + index, to: row + index + 1 }))
	return [...lines, ...others]
}

function partOf(rows: readonly string[], line: SourceLine, from: number, to: number): string {
	return rows
		.slice(Math.max(from, line.from), Math.min(to, line.to))
		.map(row => row.trim())
		.join(' ')
}

function letters(text: string): string {
	return text.replaceAll(/\s+/g, '')
}

const WIDE = 20_000
