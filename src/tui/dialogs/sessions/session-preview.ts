// The preview of the highlighted session, beside the list or below it: what was found in it, and how it ends.

import type { SessionHit } from '../../../core/runtime-port.ts'
import { cellWidth } from '../../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../../text/sanitize.ts'
import { expandTabs, plainText, type Spans, span, wrapSpans } from '../../text/spans.ts'

/** What was found in it, and how it ends. */
export function previewRows(text: string, hit: SessionHit | undefined, width: number): readonly Spans[] {
	const found = hit ? wrapSpans([span(`… ${sanitizeLine(hit.snippet)} …`, { tone: 'accent' })], width) : []
	const lines = sanitize(text)
		.trim()
		.split('\n')
		.flatMap(line => wrapSpans([span(expandTabs(line), { tone: 'quiet' })], width))
	return [...found.slice(0, 3), ...lines]
}

/** The end of a text is its newest part; what was found stays on top. */
function fitRows(rows: readonly Spans[], limit: number): readonly Spans[] {
	if (rows.length <= limit) return rows
	const found = rows.filter(([first]) => first?.style?.tone === 'accent').slice(0, 3)
	return [...found, ...rows.slice(rows.length - limit + found.length)]
}

export function beside(
	list: readonly Spans[],
	text: readonly Spans[],
	listWidth: number,
	limit: number,
): readonly Spans[] {
	const right = fitRows(text, limit)
	return Array.from({ length: limit }, (_, index) => {
		const left = list[index] ?? []
		const filler = ' '.repeat(Math.max(0, listWidth - cellWidth(plainText(left))))
		return [...left, span(`${filler}│ `, { tone: 'quiet' }), ...(right[index] ?? [])]
	})
}

export function below(
	list: readonly Spans[],
	text: readonly Spans[],
	width: number,
	limit: number,
): readonly Spans[] {
	const room = limit - list.length - 1
	if (room < 2) return list
	const rule = [span('─'.repeat(width), { tone: 'quiet' })]
	return [...list, rule, ...fitRows(text, room).map(row => [span('  '), ...row])]
}
