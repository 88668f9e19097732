// Fits spans into a row: cut, folded, filled up.

import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { foldSpans, plainText, type Span, type Spans, span, spansWidth } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'

/** At most so wide, with an ellipsis where something is missing. */
export function cutSpans(spans: Spans, width: number): Spans {
	if (spansWidth(spans) <= width) return spans
	const kept: Span[] = []
	let used = 0
	for (const { text, style } of spans) {
		const own = cellWidth(text)
		if (used + own >= width) {
			// What does not fit is cut also where it would just fit: more follows it.
			kept.push(
				span(
					used + own > width ? cutToWidth(text, width - used) : `${cutToWidth(`${text}…`, width - used)}`,
					style,
				),
			)
			break
		}
		kept.push({ text, style })
		used += own
	}
	return kept
}

/** Broken where the width ends, so that nothing is missing; the same places whatever its colours are. */
export function foldedRows(spans: Spans, width: number): readonly Spans[] {
	if (spans.length <= 1) return foldSpans(spans, width)
	let from = 0
	return foldSpans([span(plainText(spans))], width).map(row => {
		const to = from + plainText(row).length
		const part = sliceSpans(spans, from, to)
		from = to
		return part
	})
}

/** @param from - and up to, in characters */
function sliceSpans(spans: Spans, from: number, to: number): Spans {
	const part: Span[] = []
	let at = 0
	for (const { text, style } of spans) {
		const piece = text.slice(Math.max(0, from - at), Math.max(0, to - at))
		if (piece !== '') part.push(span(piece, style))
		at += text.length
	}
	return part
}

/** Blanks up to the width. */
export function filled(spans: Spans, width: number, style: Style): Spans {
	const missing = width - spansWidth(spans)
	return missing > 0 ? [...spans, span(' '.repeat(missing), style)] : spans
}
