// Vim's text objects: words, quoted text, brackets, paragraphs, with or without what is around them.

import { partnerOf } from './motions.ts'
import { classAt, isBlank, lineEnd, lineStart, next, previous } from './places.ts'
import { sentenceObject } from './sentences.ts'

export type ObjectRange = { start: number; end: number; isLines: boolean }

/** @returns undefined where there is none here */
export function textObject(keys: string, text: string, at: number, count: number): ObjectRange | undefined {
	const isAround = keys[0] === 'a'
	const object = keys.slice(1)
	switch (object) {
		case 'w':
		case 'W':
			return wordObject(text, at, { isAround, isBig: object === 'W', count })
		case '"':
		case "'":
		case '`':
			return quoted(text, at, { quote: object, isAround })
		case '(':
		case ')':
		case 'b':
			return bracketed(text, at, { open: '(', close: ')', isAround, count })
		case '[':
		case ']':
			return bracketed(text, at, { open: '[', close: ']', isAround, count })
		case '{':
		case '}':
		case 'B':
			return bracketed(text, at, { open: '{', close: '}', isAround, count })
		case '<':
		case '>':
			return bracketed(text, at, { open: '<', close: '>', isAround, count })
		case 's':
			return sentenceObject(text, at, isAround)
		case 'p':
			return paragraphObject(text, at, { isAround, count })
		default:
			return undefined
	}
}

export const OBJECTS = 'wW"\'`()b[]{}B<>ps'

function wordObject(
	text: string,
	at: number,
	{ isAround, isBig, count }: { isAround: boolean; isBig: boolean; count: number },
): ObjectRange | undefined {
	const [first, last] = [lineStart(text, at), lineEnd(text, at)]
	if (first === last) return isAround ? undefined : { start: at, end: at, isLines: false }
	const sameAs = (place: number, kind: string) => classAt(text, place, isBig) === kind
	const runEnd = (from: number) => {
		const kind = classAt(text, from, isBig)
		let end = from
		while (end < last && sameAs(end, kind)) end = next(text, end)
		return end
	}
	let start = at
	const kind = classAt(text, at, isBig)
	while (start > first && sameAs(previous(text, start), kind)) start = previous(text, start)
	let end = start
	let hasTrailing = false
	for (let left = count; left > 0 && end < last; left--) {
		const isOnBlank = isBlank(text[end])
		end = runEnd(end)
		if (!isAround || end >= last) continue
		// Blanks in front of a word belong to it, else those behind it.
		if (isOnBlank) end = runEnd(end)
		else if (isBlank(text[end])) {
			end = runEnd(end)
			hasTrailing = true
		} else hasTrailing = false
	}
	if (isAround && kind !== 'blank' && !hasTrailing) {
		let before = start
		while (before > first && isBlank(text[previous(text, before)])) before = previous(text, before)
		// What a line is indented by stays.
		if (before > first) start = before
	}
	return { start, end, isLines: false }
}

/** Pairs are counted from the line's start; a cursor in front of the first one takes it. */
function quoted(
	text: string,
	at: number,
	{ quote, isAround }: { quote: string; isAround: boolean },
): ObjectRange | undefined {
	const [first, last] = [lineStart(text, at), lineEnd(text, at)]
	const places: number[] = []
	for (let place = first; place < last; place++) {
		if (text[place] === '\\') place++
		else if (text[place] === quote) places.push(place)
	}
	for (let index = 0; index + 1 < places.length; index += 2) {
		const [open = 0, close = 0] = [places[index], places[index + 1]]
		if (close < at) continue
		if (!isAround) return { start: open + 1, end: close, isLines: false }
		let [start, end] = [open, close + 1]
		while (end < last && isBlank(text[end])) end++
		if (end === close + 1) while (start > first && isBlank(text[start - 1])) start--
		return { start, end, isLines: false }
	}
	return undefined
}

function bracketed(
	text: string,
	at: number,
	{ open, close, isAround, count }: { open: string; close: string; isAround: boolean; count: number },
): ObjectRange | undefined {
	let start: number | undefined = at
	if (text[at] !== open) {
		start =
			text[at] === close
				? partnerOf(text, at, { open: close, close: open, by: -1 })
				: enclosing(text, at, open, close)
	}
	// In none, it is the next one.
	if (start === undefined) start = nthInside(text, at, { open, close, count })
	else
		for (let left = count; left > 1 && start !== undefined; left--)
			start = enclosing(text, start, open, close)
	if (start === undefined) return undefined
	const end = partnerOf(text, start, { open, close, by: 1 })
	if (end === undefined) return undefined
	if (isAround) return { start, end: end + 1, isLines: false }
	// A block whose brackets end and begin lines is the lines between them.
	const isBlock = text[start + 1] === '\n' && text.slice(lineStart(text, end), end).trim() === ''
	if (isBlock && lineStart(text, end) > start + 2)
		return { start: start + 2, end: lineStart(text, end) - 1, isLines: true }
	return { start: start + 1, end, isLines: false }
}

/** The next one, or one that stands so deep in it. */
function nthInside(
	text: string,
	at: number,
	{ open, close, count }: { open: string; close: string; count: number },
): number | undefined {
	const first = text.indexOf(open, at)
	const end = first < 0 ? undefined : partnerOf(text, first, { open, close, by: 1 })
	let place = first
	for (let left = count; left > 1 && place >= 0; left--) place = text.indexOf(open, place + 1)
	return place < 0 || end === undefined || place > end ? undefined : place
}

function enclosing(text: string, at: number, open: string, close: string): number | undefined {
	let depth = 0
	for (let place = at - 1; place >= 0; place--) {
		if (text[place] === close) depth++
		else if (text[place] === open && depth-- === 0) return place
	}
	return undefined
}

function paragraphObject(
	text: string,
	at: number,
	{ isAround, count }: { isAround: boolean; count: number },
): ObjectRange | undefined {
	const starts = lineStarts(text)
	const isGap = (line: number) => {
		const start = starts[line] ?? 0
		return text.slice(start, lineEnd(text, start)).trim() === ''
	}
	const here = starts.findLastIndex(start => start <= at)
	let first = here
	while (first > 0 && isGap(first - 1) === isGap(here)) first--
	let last = first
	const skip = () => {
		const kind = isGap(last)
		while (last < starts.length && isGap(last) === kind) last++
	}
	let hasGapBehind = false
	for (let left = count; left > 0; left--) {
		if (last >= starts.length) return undefined
		const beganInGap = isGap(last)
		skip()
		if (!isAround) continue
		hasGapBehind = last < starts.length
		if (hasGapBehind) skip()
		else if (beganInGap) return undefined
	}
	if (isAround && !hasGapBehind && !isGap(first)) while (first > 0 && isGap(first - 1)) first--
	const start = starts[first] ?? 0
	return { start, end: lineEnd(text, starts[last - 1] ?? 0), isLines: true }
}

function lineStarts(text: string): readonly number[] {
	const starts = [0]
	for (let place = text.indexOf('\n'); place >= 0; place = text.indexOf('\n', place + 1))
		starts.push(place + 1)
	return starts
}
