// Markdown while it is being written. A line of the source is a line on the screen: as soon as it is complete it is
// final, and of the one still open the rows that can no longer change are. Nothing final is ever looked at again.
//
// Deliberately not the whole of CommonMark: emphasis ends with its line, headings are not underlined, a table begins
// with a bar, and a link says where it leads itself. All of that would make earlier lines depend on later ones.

import {
	expandTabs,
	foldSpans,
	hang,
	paintSpans,
	type Spans,
	span,
	spansWidth,
	wrapSpans,
} from '../../text/spans.ts'
import type { Theme } from '../../text/theme.ts'
import type { Highlighter } from './highlight.ts'
import { inlineSpans, settledLength } from './inline.ts'
import { cellsOf, isTableLine, type Table, tableOf, tableRows } from './table.ts'

export type MarkdownOptions = {
	width: number
	theme: Theme
	/** Columns of prose; code and tables take the whole width. Left out, that too. */
	measure?: number
	/** Above a live frame: a word wider than a row, such as an address, is left to the terminal to break. */
	keepsWords?: boolean
	/** Asked for each code block: it may be loaded only when the first one is met. */
	highlighter: () => Highlighter | undefined
}

export class MarkdownStream {
	readonly #options: MarkdownOptions
	#width: number
	/** From the next line on: of the open one there may be rows out already. */
	#nextWidth: number
	#open = ''
	/** How many rows of the open line are out already. */
	#openRows = 0
	/** The open line goes on after one that was cut for its length: it is text, whatever it begins with. */
	#isContinued = false
	#block: OpenBlock = { kind: 'none' }
	/** Blank lines are written with the line that follows them: none at the start or the end, never two. */
	#blank: 'none' | 'start' | 'due' = 'start'
	#isInList = false

	constructor(options: MarkdownOptions) {
		this.#options = options
		this.#width = options.width
		this.#nextWidth = options.width
	}

	/** Of what is read in lines. */
	get #prose(): number {
		return Math.min(this.#width, this.#options.measure ?? this.#width)
	}

	/** The terminal has another width now. What is out stays as it is. */
	resize(width: number): void {
		this.#nextWidth = width
		if (this.#openRows === 0) this.#width = width
	}

	/** @returns the rows that became final, painted */
	push(text: string): readonly string[] {
		const rows: Spans[] = []
		const lines = (this.#open + text).split('\n')
		this.#open = lines.pop() ?? ''
		for (const line of lines) this.#endLine(line, rows)
		while (this.#open.length > LINE_LIMIT) this.#cutOpenLine(rows)
		this.#settle(rows)
		return this.#painted(rows)
	}

	/** The rows that may still change. They go below what `push` has returned. */
	tail(): readonly string[] {
		const rows: Spans[] = []
		if (this.#block.kind === 'header') rows.push(...this.#textRows(this.#block.line))
		if (this.#block.kind === 'table') {
			const { rows: cells, header } = this.#block.table
			rows.push(
				...[header, ...cells].slice(-TABLE_TAIL).flatMap(row => this.#textRows(`| ${row.join(' | ')} |`)),
			)
		}
		if (this.#open !== '') rows.push(...this.#openTail())
		return this.#painted(rows)
	}

	/** No more text will come. @returns the rows that were still open */
	end(): readonly string[] {
		const rows: Spans[] = []
		if (this.#open !== '') this.#endLine(this.#open, rows)
		this.#open = ''
		this.#closeTable(rows)
		return this.#painted(rows)
	}

	#endLine(line: string, rows: Spans[]): void {
		const skip = this.#openRows
		this.#openRows = 0
		this.#writeLine(line, skip, rows)
		this.#width = this.#nextWidth
	}

	#writeLine(line: string, skip: number, rows: Spans[]): void {
		if (skip > 0 || this.#isContinued) {
			rows.push(...this.#openLineRows(line).slice(skip))
			this.#isContinued = false
			return
		}
		if (this.#block.kind === 'fence') this.#endFenceLine(line, this.#block, rows)
		else if (!this.#continuesTable(line, rows)) this.#endFreeLine(line, rows)
	}

	#endFreeLine(line: string, rows: Spans[]): void {
		if (line.trim() === '') {
			if (this.#blank === 'none') this.#blank = 'due'
			return
		}
		const fence = FENCE.exec(line)
		if (isTableLine(line)) {
			this.#block = { kind: 'header', line }
			return
		}
		// Air sets code apart; the fences themselves would only be in the way of who copies it.
		if (fence && this.#blank === 'none') this.#blank = 'due'
		this.#writeBlank(rows)
		if (fence) {
			const [, , marker = '', info = ''] = fence
			const language = /^[\w+#.-]*/.exec(info.trim())?.[0] ?? ''
			const highlight = language === '' ? undefined : this.#options.highlighter()?.start(language)
			this.#block = { kind: 'fence', marker, highlight }
			return
		}
		const kind = lineKind(line, this.#isInList)
		this.#isInList = kind.kind === 'item' || (this.#isInList && /^\s/.test(line))
		rows.push(...rowsOfLine(kind, this.#prose, this.#options))
	}

	#endFenceLine(line: string, fence: OpenFence, rows: Spans[]): void {
		const closing = FENCE.exec(line)
		if (closing && closing[3]?.trim() === '' && closing[2]?.startsWith(fence.marker)) {
			this.#block = { kind: 'none' }
			this.#blank = 'due'
			return
		}
		rows.push(...this.#codeRows(line, fence.highlight))
	}

	/** One row however long it is: the terminal breaks it, so that it is copied as one line. */
	#codeRows(line: string, highlight: OpenFence['highlight']): readonly Spans[] {
		const code = expandTabs(line)
		return [highlight ? highlight(code) : [span(code)]]
	}

	/** A line that begins with a bar waits for the next, which decides whether it heads a table. */
	#continuesTable(line: string, rows: Spans[]): boolean {
		const block = this.#block
		if (block.kind === 'header') {
			const table = tableOf(block.line, line)
			if (table) {
				this.#block = { kind: 'table', table }
				return true
			}
			this.#closeTable(rows)
			return false
		}
		if (block.kind !== 'table') return false
		if (isTableLine(line) && block.table.rows.length < TABLE_LIMIT) {
			block.table = { ...block.table, rows: [...block.table.rows, cellsOf(line)] }
			return true
		}
		this.#closeTable(rows)
		return false
	}

	#closeTable(rows: Spans[]): void {
		const block = this.#block
		if (block.kind !== 'header' && block.kind !== 'table') return
		this.#block = { kind: 'none' }
		this.#writeBlank(rows)
		if (block.kind === 'header') rows.push(...this.#textRows(block.line))
		else rows.push(...tableRows(block.table, this.#width))
	}

	#writeBlank(rows: Spans[]): void {
		if (this.#blank === 'due') rows.push([])
		this.#blank = 'none'
	}

	/** Lets go of the rows of the open line that will stay, whatever follows. */
	#settle(rows: Spans[]): void {
		if (this.#block.kind !== 'none' || this.#open.length <= this.#prose) return
		if (isTableLine(this.#open) && !this.#isContinued) return
		const kind = this.#openLineKind(this.#open)
		if (kind.kind !== 'text' && kind.kind !== 'item') return
		const settled = kind.text.slice(0, settledLength(kind.text))
		const final = rowsOfLine({ ...kind, text: settled }, this.#prose, this.#options).slice(0, -1)
		if (final.length <= this.#openRows) return
		if (this.#openRows === 0 && !this.#isContinued) this.#writeBlank(rows)
		if (kind.kind === 'item') this.#isInList = true
		rows.push(...final.slice(this.#openRows))
		this.#openRows = final.length
	}

	/** A line without end would be read from its start with every piece that comes. */
	#cutOpenLine(rows: Spans[]): void {
		const blank = this.#open.lastIndexOf(' ', LINE_LIMIT)
		const end = blank > 0 ? blank + 1 : LINE_LIMIT
		const head = this.#open.slice(0, end)
		this.#open = this.#open.slice(end)
		this.#endLine(head, rows)
		this.#isContinued = this.#block.kind === 'none'
	}

	#openLineKind(line: string): LineKind {
		return this.#isContinued ? { kind: 'text', indent: 0, text: line } : lineKind(line, this.#isInList)
	}

	#openLineRows(line: string): readonly Spans[] {
		if (this.#block.kind === 'fence') return this.#codeRows(line, undefined)
		return rowsOfLine(this.#openLineKind(line), this.#prose, this.#options)
	}

	#openTail(): readonly Spans[] {
		const rows = this.#openLineRows(this.#open).slice(this.#openRows)
		// In a live frame nothing may be broken by the terminal.
		const isLong = this.#block.kind === 'fence' || this.#options.keepsWords === true
		return isLong ? rows.flatMap(row => foldSpans(row, this.#width)) : rows
	}

	#textRows(line: string): readonly Spans[] {
		return wrapSpans(inlineSpans(line.trimEnd()), this.#prose)
	}

	#painted(rows: readonly Spans[]): readonly string[] {
		return rows.map(row => paintSpans(row, this.#options.theme))
	}
}

/** A whole text at once, by the same way. */
export function renderMarkdown(text: string, options: MarkdownOptions): readonly string[] {
	const stream = new MarkdownStream(options)
	return [...stream.push(text), ...stream.end()]
}

type OpenFence = {
	kind: 'fence'
	marker: string
	highlight: ((line: string) => Spans) | undefined
}
type OpenBlock =
	| { kind: 'none' }
	| OpenFence
	| { kind: 'header'; line: string }
	| { kind: 'table'; table: Table }

const FENCE = /^(\s*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const LINE_LIMIT = 4096
const TABLE_LIMIT = 200
const TABLE_TAIL = 4

type LineKind =
	| { kind: 'heading'; depth: number; text: string }
	| { kind: 'rule' }
	| { kind: 'quote'; depth: number; text: string }
	| { kind: 'item'; indent: number; marker: string; text: string }
	| { kind: 'preformatted'; text: string }
	| { kind: 'text'; indent: number; text: string }

function lineKind(line: string, isInList: boolean): LineKind {
	const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line)
	if (heading) return { kind: 'heading', depth: heading[1]?.length ?? 1, text: heading[2] ?? '' }
	if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) return { kind: 'rule' }
	const quote = /^ {0,3}((?:>\s?)+)(.*)$/.exec(line)
	if (quote) return { kind: 'quote', depth: quote[1]?.match(/>/g)?.length ?? 1, text: quote[2] ?? '' }
	const item = /^(\s*)(?:([-*+])|(\d{1,9}[.)]))\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line)
	if (item) {
		const [, indent = '', , number, task, text = ''] = item
		const marker = task === undefined ? (number ?? '•') : task === ' ' ? '☐' : '☑'
		return { kind: 'item', indent: indentOf(indent), marker, text }
	}
	const indent = indentOf(/^\s*/.exec(line)?.[0] ?? '')
	if (indent >= 4 && !isInList) return { kind: 'preformatted', text: line }
	return { kind: 'text', indent, text: line.trimStart() }
}

function indentOf(blanks: string): number {
	return Math.min(INDENT_LIMIT, expandTabs(blanks).length)
}

const INDENT_LIMIT = 12

function rowsOfLine(
	line: LineKind,
	width: number,
	how: Pick<MarkdownOptions, 'keepsWords'>,
): readonly Spans[] {
	const margin = (columns: number) => ' '.repeat(Math.min(columns, Math.floor(width / 3)))
	switch (line.kind) {
		case 'heading': {
			const style = { bold: true, tone: 'heading', ...(line.depth === 1 ? { underline: true } : {}) } as const
			return wrapSpans(inlineSpans(line.text, style), width, how)
		}
		case 'rule':
			return [[span('─'.repeat(Math.max(1, Math.min(width, 40))), { tone: 'quiet' })]]
		case 'quote': {
			const bar = span('│ '.repeat(Math.min(line.depth, 4)), { tone: 'quiet' })
			const said = lineKind(line.text, true)
			if (said.kind === 'item' || said.kind === 'heading')
				return hang(rowsOfLine(said, Math.max(1, width - bar.text.length), how), [bar], [bar])
			return hang(
				wrapSpans(inlineSpans(line.text, { italic: true }), width - bar.text.length, how),
				[bar],
				[bar],
			)
		}
		case 'item': {
			const first = `${margin(line.indent)}${line.marker} `
			const rows = wrapSpans(inlineSpans(line.text), width - first.length, how)
			return hang(rows, [span(first, { tone: 'accent' })], [span(' '.repeat(first.length))])
		}
		case 'preformatted':
			return foldSpans([span(expandTabs(line.text))], width)
		case 'text': {
			const before = [span(margin(line.indent))]
			const room = width - spansWidth(before)
			return hang(wrapSpans(inlineSpans(line.text.trimEnd()), room, how), before, before)
		}
	}
}
