// Text with looks, before it is escape sequences: measured and broken into rows here, painted at the very end.

import { cellWidth, splitAtColumn } from './cell-width.ts'
import type { Style, Theme, Tone } from './theme.ts'

export type Span = { text: string; style: Style }
/** One line; nothing in it breaks a line. */
export type Spans = readonly Span[]

export function span(text: string, style: Style = {}): Span {
	return { text, style }
}

export function plainText(spans: Spans): string {
	return spans.map(({ text }) => text).join('')
}

export function spansWidth(spans: Spans): number {
	return spans.reduce((sum, { text }) => sum + cellWidth(text), 0)
}

export function paintSpans(spans: Spans, theme: Theme): string {
	return spans.map(({ text, style }) => linked(theme.paint(text, style), style, theme)).join('')
}

function linked(painted: string, { link }: Style, theme: Theme): string {
	const address = link && painted !== '' ? theme.linkTo?.(link) : undefined
	return address === undefined ? painted : `\x1b]8;;${address}\x1b\\${painted}\x1b]8;;\x1b\\`
}

/**
 * Breaks a line at spaces, and inside a word only when the word alone is too long. The blanks a row is broken at are
 * dropped. More text at the end never changes the rows before the last.
 * @param width - columns, at least 1
 * @param how.keepsWords - a word that is too long is a row by itself, for the terminal to break: it is copied whole then
 * @returns at least one row, none wider than `width` unless a single character is, or such a word
 */
export function wrapSpans(
	spans: Spans,
	width: number,
	{ keepsWords = false }: { keepsWords?: boolean } = {},
): readonly Spans[] {
	const room = Math.max(1, width)
	const rows: Span[][] = []
	let row: Span[] = []
	let used = 0
	let blanks: WrapWord | undefined

	const breakRow = () => {
		rows.push(row)
		row = []
		used = 0
	}
	for (const word of wordsOf(spans)) {
		if (word.isBlank) {
			blanks = word
			continue
		}
		const isContinued = used === 0 && rows.length > 0
		const gap = blanks && !isContinued && blanks.width < room ? blanks : undefined
		blanks = undefined
		if (used > 0 && used + (gap?.width ?? 0) + word.width > room) breakRow()
		else if (gap) {
			row.push(...gap.spans)
			used += gap.width
		}
		if (used + word.width <= room) {
			row.push(...word.spans)
			used += word.width
			continue
		}
		if (keepsWords) {
			if (used > 0) breakRow()
			row.push(...word.spans)
			used = room
			continue
		}
		for (const { text, style } of word.spans) {
			let rest = text
			for (;;) {
				const [head, tail] = splitAtColumn(rest, room - used)
				if (tail === '' || (head === '' && used === 0)) break
				if (head !== '') row.push(span(head, style))
				rest = tail
				breakRow()
			}
			if (rest !== '') row.push(span(rest, style))
			used += cellWidth(rest)
		}
	}
	// Blanks at the very end would be seen only by who copies them.
	if (row.length > 0 || rows.length === 0) rows.push(row)
	return rows.map(joinSpans)
}

type WrapWord = { spans: Span[]; width: number; isBlank: boolean }

/** A word may go across spans: `**bo**ld` is one. Wide characters are words of their own, as their scripts need no spaces. */
function wordsOf(spans: Spans): readonly WrapWord[] {
	const words: WrapWord[] = []
	for (const { text, style } of spans) {
		for (const piece of text.match(PIECES) ?? []) {
			const isBlank = piece.startsWith(' ')
			const last = words.at(-1)
			const isWide = WIDE.test(piece)
			if (last && last.isBlank === isBlank && !isWide && !WIDE.test(last.spans.at(-1)?.text ?? '')) {
				last.spans.push(span(piece, style))
				last.width += cellWidth(piece)
			} else {
				words.push({ spans: [span(piece, style)], width: cellWidth(piece), isBlank })
			}
		}
	}
	return words
}

const PIECES =
	/ +|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}\u3001\u3002\uff0c\uff01\uff1f\u300d\u300f]*|[^ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Neighbours that look the same become one, so that they are painted with one pair of sequences. */
function joinSpans(row: readonly Span[]): Spans {
	const spans: Span[] = []
	for (const piece of row) {
		const last = spans.at(-1)
		if (last && sameStyle(last.style, piece.style))
			spans[spans.length - 1] = span(last.text + piece.text, piece.style)
		else spans.push(piece)
	}
	return spans
}

function sameStyle(a: Style, b: Style): boolean {
	return (
		a.tone === b.tone &&
		a.background === b.background &&
		!a.bold === !b.bold &&
		!a.italic === !b.italic &&
		!a.underline === !b.underline &&
		!a.strike === !b.strike &&
		a.link === b.link &&
		!a.inverse === !b.inverse
	)
}

/**
 * A row on a ground. In the transcript it goes on to the right edge of the window, without a character that would be
 * copied; elsewhere `padRow` fills it.
 */
export function onGround(row: Spans, background: Tone): Spans {
	return [...row.map(({ text, style }) => span(text, { background, ...style })), span('', { background })]
}

/** A row as wide as there is room, of blanks on its ground if it has one. */
export function padRow(row: Spans, width: number): Spans {
	const { background } = row.at(-1)?.style ?? {}
	const blanks = ' '.repeat(Math.max(0, width - spansWidth(row)))
	return [...row, span(blanks, background ? { background } : {})]
}

/** A row of the transcript, whose ground goes on to the right edge: erased with it, not written. */
export function paintRow(row: Spans, theme: Theme): string {
	const last = row.at(-1)
	const painted = paintSpans(row, theme)
	if (last?.text !== '' || last.style.background === undefined) return painted
	const rest = theme.paint(ERASE_TO_EDGE, { background: last.style.background })
	return rest === ERASE_TO_EDGE ? painted : painted + rest
}

const ERASE_TO_EDGE = '\x1b[K'

/** Puts something before the first row and something as wide before the others. */
export function hang(rows: readonly Spans[], first: Spans, others: Spans): readonly Spans[] {
	return rows.map((row, index) => [...(index === 0 ? first : others), ...row])
}

/** Tabs as blanks up to the next stop, for a line that is shown as it is. */
export function expandTabs(line: string): string {
	if (!line.includes('\t')) return line
	let shown = ''
	for (const part of line.split(/(\t)/)) {
		shown += part === '\t' ? ' '.repeat(TAB_WIDTH - (cellWidth(shown) % TAB_WIDTH)) : part
	}
	return shown
}

const TAB_WIDTH = 4

/** A line that keeps its blanks, as code does: broken where the width ends, not at words. */
export function foldSpans(spans: Spans, width: number): readonly Spans[] {
	const room = Math.max(1, width)
	const rows: Span[][] = [[]]
	let used = 0
	for (const { text, style } of spans) {
		let rest = text
		while (rest !== '') {
			const [head, tail] = used >= room ? ['', rest] : splitAtColumn(rest, room - used)
			if (head === '' && used === 0) {
				rows.at(-1)?.push(span(rest, style))
				break
			}
			if (head !== '') rows.at(-1)?.push(span(head, style))
			used += cellWidth(head)
			rest = tail
			if (rest !== '') {
				rows.push([])
				used = 0
			}
		}
	}
	return rows
}
