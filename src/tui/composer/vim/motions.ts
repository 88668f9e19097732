// Vim's motions: from a place in a text to another one, and what an operator would take on the way.

import {
	classAt,
	firstNonBlank,
	isEmptyLine,
	lastOfLine,
	lineAbove,
	lineBelow,
	lineEnd,
	lineStart,
	next,
	previous,
} from './places.ts'
import { sentenceStarts } from './sentences.ts'

/** `exclusive`: up to the target. `inclusive`: with the character there. `lines`: whole lines. */
export type MotionKind = 'exclusive' | 'inclusive' | 'lines'
export type Motion = { target: number; kind: MotionKind; keepsColumn?: boolean; isToLineEnd?: boolean }
export type Find = { key: 'f' | 'F' | 't' | 'T'; character: string }

export type MotionInput = {
	text: string
	at: number
	/** Undefined: none was typed. */
	count: number | undefined
	/** What the motion is for: it may then end behind the last character of a line. */
	isOperated: boolean
	lastFind: Find | undefined
	/** Of j and k, in characters; Infinity behind `$`. */
	goal: number | undefined
}

/** @returns undefined when the motion cannot be made, which ends the command */
export function motionOf(keys: string, input: MotionInput): Motion | undefined {
	const { text, at, isOperated } = input
	const count = input.count ?? 1
	switch (keys) {
		case 'h':
		case 'Backspace': {
			const start = lineStart(text, at)
			return at === start
				? undefined
				: exclusive(repeat(at, count, place => Math.max(start, previous(text, place))))
		}
		case 'l':
		case ' ': {
			const last = isOperated ? lineEnd(text, at) : lastOfLine(text, at)
			if (at >= last) return isOperated && at < lineEnd(text, at) ? exclusive(lineEnd(text, at)) : undefined
			return exclusive(repeat(at, count, place => Math.min(last, next(text, place))))
		}
		case 'j':
		case 'k':
			return vertical(keys, input)
		case '+':
		case '-': {
			const start = linesAway(text, at, keys === '+' ? count : -count)
			return start === undefined ? undefined : lines(firstNonBlank(text, start))
		}
		case '_': {
			const start = linesAway(text, at, count - 1)
			return start === undefined ? undefined : lines(firstNonBlank(text, start))
		}
		case '0':
			return exclusive(lineStart(text, at))
		case '^':
			return exclusive(firstNonBlank(text, at))
		case '|': {
			const [start, last] = [lineStart(text, at), lastOfLine(text, at)]
			return exclusive(repeat(start, count - 1, place => Math.min(last, next(text, place))))
		}
		case '$': {
			const start = linesAway(text, at, count - 1)
			if (start === undefined) return undefined
			return { target: lastOfLine(text, start), kind: 'inclusive', isToLineEnd: true }
		}
		case 'gg':
		case 'G': {
			const lastLine = lineStart(text, text.length)
			const start =
				input.count === undefined
					? keys === 'gg'
						? 0
						: lastLine
					: (lineBelow(text, 0, count - 1) ?? lastLine)
			return lines(firstNonBlank(text, start))
		}
		case 'w':
		case 'W':
			return at >= lastPlace(text)
				? isOperated
					? exclusive(text.length)
					: undefined
				: wordForward(input, count, keys === 'W')
		case 'b':
		case 'B':
			return at === 0 ? undefined : exclusive(repeat(at, count, place => wordBack(text, place, keys === 'B')))
		case 'e':
		case 'E':
			return at >= lastPlace(text) && !isOperated
				? undefined
				: { target: repeat(at, count, place => wordEnd(text, place, keys === 'E')), kind: 'inclusive' }
		case 'ge':
		case 'gE':
			return at === 0
				? undefined
				: { target: repeat(at, count, place => wordEndBack(text, place, keys === 'gE')), kind: 'inclusive' }
		case '{':
		case '}':
			return paragraph(input, count, keys)
		case '(':
		case ')':
			return sentence(input, count, keys)
		case '%':
			return input.count === undefined ? matching(text, at) : lines(lineAtShare(text, input.count))
		case ';':
		case ',': {
			const { lastFind } = input
			if (!lastFind) return undefined
			return findMotion(keys === ';' ? lastFind : reversed(lastFind), input, true)
		}
		default:
			return undefined
	}
}

export function findMotion(
	{ key, character }: Find,
	{ text, at, count = 1 }: MotionInput,
	isRepeated = false,
): Motion | undefined {
	const isForward = key === 'f' || key === 't'
	const isTill = key === 't' || key === 'T'
	const [start, end] = [lineStart(text, at), lineEnd(text, at)]
	let place = at
	// Repeated, it does not stay in front of the one that it stopped at.
	if (isTill && isRepeated && count === 1)
		place = isForward
			? text[next(text, at)] === character
				? next(text, at)
				: at
			: previousIf(text, at, character)
	for (let left = count; left > 0; left--) {
		place = isForward
			? text.indexOf(character, next(text, place))
			: place === 0
				? -1
				: text.lastIndexOf(character, place - 1)
		if (place < start || place >= end) return undefined
	}
	if (isForward) return { target: isTill ? previous(text, place) : place, kind: 'inclusive' }
	return exclusive(isTill ? next(text, place) : place)
}

function previousIf(text: string, at: number, character: string): number {
	return at > 0 && text[previous(text, at)] === character ? previous(text, at) : at
}

function reversed({ key, character }: Find): Find {
	const other = { f: 'F', F: 'f', t: 'T', T: 't' } as const
	return { key: other[key], character }
}

function exclusive(target: number): Motion {
	return { target, kind: 'exclusive' }
}

function lines(target: number): Motion {
	return { target, kind: 'lines' }
}

function repeat(at: number, count: number, step: (at: number) => number): number {
	let place = at
	for (let left = count; left > 0; left--) {
		const to = step(place)
		if (to === place) return place
		place = to
	}
	return place
}

/** As far as there are lines; undefined where there is none at all that way. */
function linesAway(text: string, at: number, by: number): number | undefined {
	const step = by < 0 ? lineAbove : lineBelow
	let start = lineStart(text, at)
	for (let left = Math.abs(by); left > 0; left--) {
		const to = step(text, start, 1)
		if (to === undefined) return left === Math.abs(by) ? undefined : start
		start = to
	}
	return start
}

/** `50%`: that share of the lines. */
function lineAtShare(text: string, percent: number): number {
	const all = text.split('\n').length
	const line = Math.min(all, Math.ceil((Math.min(100, percent) * all) / 100))
	return firstNonBlank(text, lineBelow(text, 0, line - 1) ?? 0)
}

function lastPlace(text: string): number {
	return lastOfLine(text, text.length)
}

/** The column is kept over lines that are shorter. */
function vertical(key: 'j' | 'k', { text, at, count = 1, goal }: MotionInput): Motion | undefined {
	let start = lineStart(text, at)
	let moved = 0
	for (; moved < count; moved++) {
		const to = key === 'j' ? lineBelow(text, start, 1) : lineAbove(text, start, 1)
		if (to === undefined) break
		start = to
	}
	if (moved === 0) return undefined
	const column = goal ?? columnOf(text, at)
	const last = lastOfLine(text, start)
	let place = start
	for (let left = column; left > 0 && place < last; left--) place = next(text, place)
	return { target: place, kind: 'lines', keepsColumn: true }
}

export function columnOf(text: string, at: number): number {
	let column = 0
	for (let place = lineStart(text, at); place < at; place = next(text, place)) column++
	return column
}

function wordForward({ text, at, isOperated }: MotionInput, count: number, isBig: boolean): Motion {
	let place = at
	let before = at
	for (let left = count; left > 0 && place < text.length; left--) {
		before = place
		place = wordStartAfter(text, place, isBig)
	}
	if (!isOperated) return exclusive(place >= text.length ? lastPlace(text) : place)
	// The last word of a line ends what is operated on, not the first of the next.
	const end = lineEnd(text, before)
	if (place > end && isEmptyLine(text, before)) return exclusive(before + 1)
	if (place > end) return exclusive(end)
	return exclusive(place)
}

function wordStartAfter(text: string, at: number, isBig: boolean): number {
	const kind = classAt(text, at, isBig)
	let place = at
	if (isEmptyLine(text, at)) place = at + 1
	else
		while (place < text.length && kind !== 'blank' && classAt(text, place, isBig) === kind)
			place = next(text, place)
	while (place < text.length && classAt(text, place, isBig) === 'blank') {
		if (isEmptyLine(text, place) && place !== at) return place
		place = next(text, place)
	}
	return place
}

function wordBack(text: string, at: number, isBig: boolean): number {
	let place = at === 0 ? 0 : previous(text, at)
	while (place > 0 && classAt(text, place, isBig) === 'blank') {
		if (isEmptyLine(text, place)) return place
		place = previous(text, place)
	}
	const kind = classAt(text, place, isBig)
	while (place > 0 && classAt(text, previous(text, place), isBig) === kind && kind !== 'blank')
		place = previous(text, place)
	return place
}

function wordEnd(text: string, at: number, isBig: boolean): number {
	let place = next(text, at)
	while (place < text.length && classAt(text, place, isBig) === 'blank') place = next(text, place)
	if (place >= text.length) return lastPlace(text)
	const kind = classAt(text, place, isBig)
	while (next(text, place) < text.length && classAt(text, next(text, place), isBig) === kind)
		place = next(text, place)
	return place
}

function wordEndBack(text: string, at: number, isBig: boolean): number {
	const kind = classAt(text, at, isBig)
	let place = at
	// Out of the word that it is in.
	if (kind !== 'blank')
		while (place > 0 && classAt(text, place, isBig) === kind) place = previous(text, place)
	else place = previous(text, place)
	if (place === 0 && classAt(text, 0, isBig) === kind && kind !== 'blank') return 0
	while (place > 0 && classAt(text, place, isBig) === 'blank') {
		if (isEmptyLine(text, place)) return place
		place = previous(text, place)
	}
	return place
}

function paragraph({ text, at, isOperated }: MotionInput, count: number, key: '{' | '}'): Motion | undefined {
	let start = lineStart(text, at)
	const step = (from: number) => (key === '}' ? lineBelow(text, from, 1) : lineAbove(text, from, 1))
	for (let left = count; left > 0; left--) {
		let to = step(start)
		if (to === undefined) {
			if (left > 1) return undefined
			if (left === count && (key === '{' ? at === 0 : at >= lastPlace(text) && !isOperated)) return undefined
			return exclusive(key === '{' ? 0 : isOperated ? text.length : lastPlace(text))
		}
		while (to !== undefined && isEmptyLine(text, start) && isEmptyLine(text, to)) {
			start = to
			to = step(start)
		}
		while (to !== undefined && !isEmptyLine(text, to)) {
			start = to
			to = step(start)
		}
		if (to === undefined && left > 1) return undefined
		if (to === undefined) return exclusive(key === '{' ? 0 : isOperated ? text.length : lastPlace(text))
		start = to
	}
	return exclusive(start)
}

function sentence({ text, at, isOperated }: MotionInput, count: number, key: '(' | ')'): Motion | undefined {
	const starts = sentenceStarts(text)
	const end = isOperated ? text.length : lastPlace(text)
	let target = at
	for (let left = count; left > 0; left--) {
		const from = target
		const to = key === ')' ? starts.find(start => start > from) : sentenceBefore(text, starts, from)
		// There are not as many.
		if (to === undefined && (left > 1 || from === 0)) return undefined
		target = to ?? (key === ')' ? end : 0)
	}
	return target === at ? undefined : exclusive(target)
}

/** Of several empty lines it is the last that one comes to, and from any of them one goes on to what is before all. */
function sentenceBefore(text: string, starts: readonly number[], from: number): number | undefined {
	const isEmpty = isEmptyLine(text, from)
	const before = starts.findLast(start => start < from && !(isEmpty && isEmptyLine(text, start)))
	if (before === undefined || isEmpty || !isEmptyLine(text, before)) return before
	let last = before
	while (isEmptyLine(text, last + 1) && last + 1 < from) last++
	return last
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** From the first bracket at or behind the cursor in its line to the one that it belongs to. */
function matching(text: string, at: number): Motion | undefined {
	const end = lineEnd(text, at)
	for (let place = at; place < end; place++) {
		const character = text[place] ?? ''
		const other = PAIRS[character] ?? CLOSERS[character]
		if (other === undefined) continue
		const target = partnerOf(text, place, { open: character, close: other, by: PAIRS[character] ? 1 : -1 })
		return target === undefined ? undefined : { target, kind: 'inclusive' }
	}
	return undefined
}

export function partnerOf(
	text: string,
	from: number,
	{ open, close, by }: { open: string; close: string; by: 1 | -1 },
): number | undefined {
	let depth = 0
	for (let place = from; place >= 0 && place < text.length; place += by) {
		if (text[place] === open) depth++
		else if (text[place] === close && --depth === 0) return place
	}
	return undefined
}
