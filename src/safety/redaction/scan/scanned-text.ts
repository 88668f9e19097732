// The text that is scanned, as far as it is kept: what the finders of secrets look at, and how far back they may.

import { maskText, type SecretMatch } from '../secrets/stage.ts'
import { CLASSES, JOIN, WORD } from '../secrets/stops.ts'

/**
 * @property units - the characters as numbers, which are read several times faster, and zeros behind them
 * @property floor - nothing in front of it is looked at any more: a mask is no part of a name or a word
 * @property tail - what came out up to `floor`, masks and all, as far back as a command is looked for
 * @property lineBefore - the last characters in front of a place, masked where they were secret: a command may stand in
 * front of secrets that are masked already, as `curl -H … -u …` does
 */
export type ScannedText = {
	text: string
	units: Uint16Array
	floor: number
	tail: string
	readonly lineBefore: (end: number) => string
}

export function createScannedText(): ScannedText {
	const scanned: ScannedText = {
		text: '',
		units: new Uint16Array(0),
		floor: 0,
		tail: '',
		lineBefore(end) {
			const { text, tail, floor } = scanned
			const start = Math.max(floor, end - LINE_LIMIT)
			return start > floor ? text.slice(start, end) : (tail + text.slice(start, end)).slice(-LINE_LIMIT)
		},
	}
	return scanned
}

const LINE_LIMIT = 300

/** Nothing is looked for in front of the end of what was found, and in its place is a mask. */
export function leaveBehind(scanned: ScannedText, { start, end, mask }: SecretMatch): void {
	const { text, tail, floor } = scanned
	const begin = Math.max(floor, start - LINE_LIMIT)
	const before = text.slice(begin, start) + (start < end ? maskText(mask) : '')
	// Put together only now and then: of most nobody asks.
	const whole = begin > floor ? before : tail + before
	scanned.tail = whole.length > LONGEST_TAIL ? whole.slice(-LINE_LIMIT) : whole
	scanned.floor = end
}

const LONGEST_TAIL = 4_096

export function readUnits(scanned: ScannedText): void {
	const { text } = scanned
	const { length } = text
	if (scanned.units.length < length + ZEROS) scanned.units = new Uint16Array(length + ZEROS)
	const { units } = scanned
	if (typeof Buffer === 'undefined') {
		for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at)
	} else {
		const bytes = Buffer.from(units.buffer)
		bytes.write(text, 'utf16le')
		// A machine that stores numbers the other way round.
		if (length > 0 && units[0] !== text.charCodeAt(0)) bytes.swap16()
	}
	units.fill(0, length, length + ZEROS)
}

/** As far as a quick look at the last character goes. */
const ZEROS = 64

/** Longer than any name, flag or token that is no JSON web token. */
export const WORD_LIMIT = 4_096

export function wordStart({ units, floor }: ScannedText, end: number): number {
	const least = Math.max(floor, end - WORD_LIMIT - 1)
	let start = end
	while (start > least && CLASSES[units[start - 1]!]! >= WORD) start--
	return start
}

/** A run has slashes and plus signs, too. */
export function runStart({ units, floor }: ScannedText, end: number): number {
	const least = Math.max(floor, end - WORD_LIMIT - 1)
	let start = end
	while (start > least && isOfRun(CLASSES[units[start - 1]!]!)) start--
	return start
}

function isOfRun(kind: number): boolean {
	return kind >= WORD || kind === JOIN
}
