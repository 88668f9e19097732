// Sentences as vim counts them: they end with a full stop or its like and a blank, or where a paragraph does.

import { firstNonBlank, isBlank, isEmptyLine, lineStart } from './places.ts'

/** Where sentences begin, in order; the first of several empty lines is one of its own. */
export function sentenceStarts(text: string): readonly number[] {
	const starts = new Set<number>()
	/** Nothing has been said since the last end. */
	let isOpen = true
	for (let at = 0; at <= text.length; at++) {
		if (isEmptyLine(text, at)) {
			if (at === 0 || !isEmptyLine(text, at - 1)) starts.add(at)
			isOpen = true
		} else if (at < text.length && !/\s/.test(text[at] ?? '')) {
			if (isOpen) starts.add(at)
			isOpen = false
			const end = endingAt(text, at)
			if (end !== undefined) {
				at = end - 1
				isOpen = true
			}
		}
	}
	return [...starts].sort((a, b) => a - b)
}

/** @returns behind the full stop and what closes with it, when it is one */
function endingAt(text: string, at: number): number | undefined {
	if (!/[.!?]/.test(text[at] ?? '')) return undefined
	let end = at + 1
	while (/[)\]"']/.test(text[end] ?? '')) end++
	return end === text.length || /\s/.test(text[end] ?? '') ? end : undefined
}

/** `is`, `as`: a sentence, with the blanks behind it or else before it; between two it is the blanks. */
export function sentenceObject(
	text: string,
	at: number,
	isAround: boolean,
): { start: number; end: number; isLines: boolean } | undefined {
	if (isEmptyLine(text, at)) return { start: at, end: at, isLines: true }
	const starts = sentenceStarts(text)
	const index = starts.findLastIndex(start => start <= at)
	if (index < 0) return undefined
	const start = starts[index] ?? 0
	const next = starts[index + 1] ?? text.length
	let end = next
	while (end > start && /\s/.test(text[end - 1] ?? '')) end--
	// On the blanks behind it.
	if (at >= end) {
		if (!isAround) return { start: end, end: next, isLines: false }
		const behind = starts[index + 2] ?? text.length
		let close = behind
		while (close > next && /\s/.test(text[close - 1] ?? '')) close--
		return { start: end, end: close, isLines: false }
	}
	// A sentence that is all of its lines is taken as lines, where no other stands right below it.
	const isWhole = text[end] === '\n' && start <= firstNonBlank(text, start)
	if (isWhole && (isAround || isEmptyLine(text, end + 1)))
		return { start: lineStart(text, start), end, isLines: true }
	if (!isAround) return { start, end, isLines: false }
	let close = end
	while (close < next && isBlank(text[close])) close++
	if (close > end) return { start, end: close, isLines: false }
	let open = start
	while (open > 0 && isBlank(text[open - 1])) open--
	return { start: open, end, isLines: false }
}
