// Secrets that are told by themselves: tokens in the form of whoever issued them, and runs of characters that look
// random. A certificate is as public as it looks secret.

import { isHighEntropy } from '../entropy/entropy.ts'
import { isBase64 } from '../entropy/run-shape.ts'
import { madeSecure } from '../secrets/named-values.ts'
import { pipedPassword } from '../secrets/piped-passwords.ts'
import { gluedLength } from '../secrets/quoted.ts'
import type { SecretMatch } from '../secrets/stage.ts'
import { CLASSES, LONG_RUN, WORD } from '../secrets/stops.ts'
import { tokenAt } from '../secrets/token-forms.ts'
import { runStart, type ScannedText, WORD_LIMIT, wordStart } from './scanned-text.ts'

export type LongRuns = {
	/** @param end - of a long run */
	secretAt(end: number): SecretMatch | undefined
	/** @param start - of a word that begins with five dashes */
	markPublicBlock(start: number, end: number): void
}

export function createLongRuns(scanned: ScannedText): LongRuns {
	let isInPublicBlock = false
	let lineLength = 0

	return {
		secretAt(end) {
			const { text, units, floor } = scanned
			if (isNextLine(scanned, end, lineLength)) return { start: end - lineLength, end, mask: 'high-entropy' }
			const begin = runStart(scanned, end)
			if (end - begin < LONG_RUN) return undefined
			const token = tokenOfRun(scanned, begin, end)
			if (token) return token
			const behind = behindPadding(units, end)
			// Data, not a key.
			if (behind - begin > LONGEST_RUN) return undefined
			const start = begin + gluedLength(text, begin, floor)
			if (end - start < LONG_RUN || (isInPublicBlock && isWholeLine(scanned, behind))) return undefined
			if (!isHighEntropy({ text, units, start, end: behind, floor })) return undefined
			lineLength = isLineEnd(units[end]!) ? end - start : 0
			return { start, end: behind, mask: 'high-entropy' }
		},
		markPublicBlock(start, end) {
			const { text } = scanned
			if (text.startsWith('-----BEGIN', start)) isInPublicBlock = isPublic(text.slice(start, end + 60))
			else if (text.startsWith('-----END', start)) isInPublicBlock = false
		},
	}
}

const LONGEST_RUN = 512

/**
 * Lines of base64 have one length. Behind one that was masked from its beginning to its end the next one is of the same
 * data, whatever it looks like by itself.
 */
function isNextLine({ units, floor }: ScannedText, end: number, length: number): boolean {
	if (length < SHORTEST_LINE || !isLineEnd(units[end]!)) return false
	const begin = end - length
	if (units[begin - 1] !== LINE_FEED) return false
	const lastEnd = units[begin - 2] === RETURN ? begin - 2 : begin - 1
	return floor === lastEnd && isBase64(units, begin, end)
}

/** What is shorter may be a list of anything. */
const SHORTEST_LINE = 60

function isLineEnd(code: number): boolean {
	return code === LINE_FEED || code === RETURN
}

/** A word of at least the length that tokens have, and the two commands that are as long. */
export function secretOfWord(scanned: ScannedText, end: number): SecretMatch | undefined {
	const { text, units, floor } = scanned
	const start = wordStart(scanned, end)
	if (end - start > WORD_LIMIT) return undefined
	if (units[start] === DASH && text.slice(start, end) === '--password-stdin')
		return pipedPassword({ text, start, floor }, '--password-stdin')
	if (units[start] === CAPITAL_C && text.startsWith('ConvertTo-SecureString', start))
		return madeSecure(text, start)
	return tokenAt({ text, units, start, end, floor })
}

/** A token in base64 has slashes in it, so it was no long word. */
export function tokenOfRun(scanned: ScannedText, begin: number, end: number): SecretMatch | undefined {
	const { text, units, floor } = scanned
	if (wordStart(scanned, end) === begin || CLASSES[units[begin]!]! < WORD) return undefined
	const token = tokenAt({ text, units, start: begin, end, floor })
	return token && token.end >= end ? token : undefined
}

function behindPadding(units: Uint16Array, end: number): number {
	if (units[end] !== EQUALS) return end
	return units[end + 1] === EQUALS ? end + 2 : end + 1
}

function isPublic(text: string): boolean {
	const line = text.split(/[\r\n]/, 1)[0] ?? ''
	return /^-----BEGIN [A-Z0-9 ]{1,40}-----/.test(line) && !line.includes('PRIVATE')
}

function isWholeLine({ text, units }: ScannedText, end: number): boolean {
	const next = end < text.length ? units[end] : LINE_FEED
	return next === LINE_FEED || next === RETURN || next === BACKSLASH || next === QUOTE_SIGN
}

const LINE_FEED = 10
const RETURN = 13
const QUOTE_SIGN = 34
const DASH = 45
const EQUALS = 61
const CAPITAL_C = 67
const BACKSLASH = 92
