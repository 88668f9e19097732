// Places in a text as vim counts them: lines, the first character that is no blank, and what a word is made of.

import { nextStop, previousStop } from '../../text/graphemes.ts'

export function lineStart(text: string, at: number): number {
	return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Where the line's end of line is, or the text's end. */
export function lineEnd(text: string, at: number): number {
	const end = text.indexOf('\n', at)
	return end < 0 ? text.length : end
}

/** The last character of a line, on which the cursor may stand. */
export function lastOfLine(text: string, at: number): number {
	const [start, end] = [lineStart(text, at), lineEnd(text, at)]
	return end === start ? start : previousStop(text, end)
}

export function firstNonBlank(text: string, at: number): number {
	const start = lineStart(text, at)
	const last = lastOfLine(text, at)
	let place = start
	while (place < last && isBlank(text[place])) place++
	return place
}

/** As `firstNonBlank`, but a line of blanks has it behind them. */
export function firstCharacter(text: string, at: number): number {
	const place = firstNonBlank(text, at)
	return isBlank(text[place]) ? lineEnd(text, place) : place
}

/** The start of the line so many lines further; undefined where there is none. */
export function lineBelow(text: string, at: number, count: number): number | undefined {
	let start = lineStart(text, at)
	for (let done = 0; done < count; done++) {
		const end = lineEnd(text, start)
		if (end === text.length) return undefined
		start = end + 1
	}
	return start
}

export function lineAbove(text: string, at: number, count: number): number | undefined {
	let start = lineStart(text, at)
	for (let done = 0; done < count; done++) {
		if (start === 0) return undefined
		start = lineStart(text, start - 1)
	}
	return start
}

export function isBlank(character: string | undefined): boolean {
	return character === ' ' || character === '\t'
}

export function isEmptyLine(text: string, at: number): boolean {
	return (at === 0 || text[at - 1] === '\n') && (at === text.length || text[at] === '\n')
}

export type WordClass = 'blank' | 'word' | 'other'

/** @param isBig - words are what stands between blanks */
export function classAt(text: string, at: number, isBig: boolean): WordClass {
	const character = String.fromCodePoint(text.codePointAt(at) ?? 10)
	if (/\s/.test(character)) return 'blank'
	return isBig || /[\p{L}\p{N}\p{M}_]/u.test(character) ? 'word' : 'other'
}

export const next = nextStop
export const previous = previousStop
