// Grapheme boundaries and widths: where one visible character ends and how wide it is. Plain text takes the short
// way: building a segmenter costs more than everything else the first frame does with text.

import { cellWidth } from './cell-width.ts'
import { isPlain } from './plain-text.ts'

/** The visible characters of a text, in order. */
export function graphemesOf(text: string): Iterable<string> {
	return isPlain(text.replaceAll('\t', ' ')) ? text : segmentsOf(text)
}

/** @returns the offset behind the visible character that begins at `offset` */
export function nextStop(text: string, offset: number): number {
	if (offset >= text.length) return text.length
	if (isAscii(text, offset) && (offset + 1 === text.length || isAscii(text, offset + 1))) return offset + 1
	let end = offset + 1
	while (end < text.length && !isAscii(text, end)) end++
	for (const grapheme of segmentsOf(text.slice(offset, end))) return offset + grapheme.length
	return end
}

/** @returns the offset where the visible character before `offset` begins */
export function previousStop(text: string, offset: number): number {
	if (offset <= 0) return 0
	if (isAscii(text, offset - 1)) return offset - 1
	// An ASCII character always begins a new visible one, so nothing before it matters.
	let start = offset - 1
	while (start > 0 && !isAscii(text, start)) start--
	let last = start
	for (const grapheme of segmentsOf(text.slice(start, offset))) {
		if (last + grapheme.length >= offset) return last
		last += grapheme.length
	}
	return last
}

/** A line without the word at its end, and the blanks behind it: what Ctrl+W leaves. */
export function withoutLastWord(line: string): string {
	return line.replace(/\S*\s*$/u, '')
}

/** Terminal cells that one visible character takes. */
export function cellsOf(grapheme: string): number {
	if (grapheme === '\t') return TAB_CELLS
	return cellWidth(grapheme)
}

/** Terminal cells of a text without line ends. */
export function textCells(text: string): number {
	if (isPlain(text)) return text.length
	let cells = 0
	for (const grapheme of graphemesOf(text)) cells += cellsOf(grapheme)
	return cells
}

/** The text as it is drawn: a tab is as wide here as it is counted. */
export function printableText(text: string): string {
	return text.replaceAll('\t', ' '.repeat(TAB_CELLS))
}

/** Cut to at most so many cells, with an ellipsis where something is missing. */
export function clipToCells(text: string, cells: number): string {
	if (textCells(text) <= cells) return text
	let kept = ''
	let used = 0
	for (const grapheme of graphemesOf(text)) {
		used += cellsOf(grapheme)
		if (used > cells - 1) break
		kept += grapheme
	}
	return cells > 0 ? `${kept}…` : ''
}

const TAB_CELLS = 4

function isAscii(text: string, offset: number): boolean {
	return text.charCodeAt(offset) < 0x80
}

function* segmentsOf(text: string): Iterable<string> {
	for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text))
		yield segment
}
