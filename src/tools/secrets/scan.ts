// Finds the secrets that are told by their form or by the name in front of them, in one pass. A small automaton reads
// every character once and stops only where a secret may begin or have ended; everything dear happens there.

import { isHighEntropy } from '../entropy.ts'
import { credentialsInAddress } from './addresses.ts'
import { namedValue, taggedValue } from './named-values.ts'
import { wordBeforeValue } from './spaced-values.ts'
import { type Found, MASK_START, maskText, type Stage } from './stage.ts'
import {
	ASSIGNMENT,
	BLANK,
	CLASSES,
	COLON,
	JOIN,
	LONG,
	NEXT,
	OTHER,
	START,
	STOP,
	TAG_END,
	TILDE,
	WORD,
} from './stops.ts'
import { tokenAt, tokenAtColon, tokenAtTilde } from './token-forms.ts'

/**
 * Whatever is decided at a place depends on what stands `LOOK_AHEAD` characters after it at most, and never on what
 * stands behind the end of its line. That is why a cut changes nothing, and why lines come out as they come in.
 */
export function createScan(): Stage {
	let text = ''
	/** The same as numbers, which are read several times faster, and a zero at the end. */
	let units = new Uint16Array(0)
	// Two places in `text`: up to where it is out, and up to where it is looked at.
	let out = 0
	let at = 0
	/** Nothing in front of this is looked at any more: a mask is no part of a name or a word. */
	let floor = 0
	let state = START
	let isInPublicBlock = false

	function scan(limit: number, isEnd: boolean): string {
		fillUnits()
		// What the loop reads is local: a module's or a closure's own variable is fetched anew at every character.
		const [input, classes, next] = [units, CLASSES, NEXT]
		const stop = isEnd ? text.length + 1 : limit
		let clean = ''
		let current = state
		let index = at
		for (; index < stop; index++) {
			const kind = classes[input[index]!]!
			current = next[(current << 4) | kind]!
			if (current < STOP) continue
			let found = foundAt(kind, index)
			if (found === undefined) {
				current = kind === JOIN ? LONG : START
				continue
			}
			// What stands in front of a token in the same run is a run of its own from now on.
			if (found.start < index) found = longRun(found.start) ?? found
			if (found.start < found.end) {
				clean += text.slice(out, found.start) + maskText(found.mask)
				out = found.end
			}
			current = START
			floor = found.end
			index = found.end - 1
		}
		at = Math.min(index, text.length)
		state = current
		return clean
	}

	function fillUnits(): void {
		const { length } = text
		if (units.length <= length) units = new Uint16Array(length + 1)
		const bytes = Buffer.from(units.buffer)
		bytes.write(text, 'utf16le')
		units[length] = 0
		// A machine that stores numbers the other way round.
		if (length > 0 && units[0] !== text.charCodeAt(0)) bytes.swap16()
		units[length] = 0
	}

	function foundAt(kind: number, index: number): Found | undefined {
		const found = longWord(index) ?? (kind === JOIN ? undefined : longRun(index))
		if (found) return found
		switch (kind) {
			case BLANK:
				return wordBeforeValue(text, { start: wordStart(index), end: index, floor })
			case COLON:
				return (
					credentialsInAddress(text, index, floor) ??
					tokenAtColon(text, index, floor) ??
					namedValue(text, index, floor)
				)
			case ASSIGNMENT:
				return namedValue(text, index, floor)
			case TAG_END:
				return taggedValue(text, index, floor)
			case TILDE:
				return tokenAtTilde(text, index, floor)
			case OTHER:
			case JOIN:
				return undefined
			default:
				return maskAt(index)
		}
	}

	function wordStart(end: number): number {
		const least = Math.max(floor, end - WORD_LIMIT - 1)
		let start = end
		while (start > least && CLASSES[units[start - 1]!]! >= WORD) start--
		return start
	}

	function runStart(end: number): number {
		const least = Math.max(floor, end - WORD_LIMIT - 1)
		let start = end
		while (start > least && isOfRun(CLASSES[units[start - 1]!]!)) start--
		return start
	}

	/** A mask that is there already: nothing is found in it, nor across it. */
	function maskAt(index: number): Found | undefined {
		if (units[index + 1] !== 82 || !text.startsWith(MASK_START, index)) return undefined
		MASK.lastIndex = index
		return MASK.test(text) ? { start: MASK.lastIndex, end: MASK.lastIndex, mask: 'secret' } : undefined
	}

	function longWord(end: number): Found | undefined {
		const start = wordStart(end)
		const length = end - start
		if (length >= 8 && text.startsWith('-----', start)) markPublicBlock(start, end)
		if (length < LONG_WORD || length > WORD_LIMIT) return undefined
		return tokenAt(text, { start, end, floor })
	}

	function longRun(index: number): Found | undefined {
		const begin = runStart(index)
		if (index - begin < SHORTEST_RUN) return undefined
		// A token in base64 has slashes in it, so it was no long word.
		const token = wordStart(index) > begin ? tokenIn(begin, index) : undefined
		if (token && token.end >= index) return token
		let end = index
		while (end < index + 2 && units[end] === EQUALS) end++
		// Data, not a key.
		if (end - begin > LONGEST_RUN) return undefined
		const start = begin + escapeLength(begin)
		if (index - start < SHORTEST_RUN) return undefined
		const before = () => text.slice(Math.max(floor, start - 64), start)
		if (!isHighEntropy(text.slice(start, end), before)) return undefined
		if (isInPublicBlock && isWholeLine(end)) return undefined
		return { start, end, mask: 'high-entropy' }
	}

	function tokenIn(start: number, end: number): Found | undefined {
		return CLASSES[units[start]!]! >= WORD ? tokenAt(text, { start, end, floor }) : undefined
	}

	/** `\n` in front of a word in JSON, `%3D` in an address: its last letters are no part of the word. */
	function escapeLength(start: number): number {
		const before = start > floor ? units[start - 1] : 0
		if (before === BACKSLASH) {
			const letter = text[start] ?? ''
			return 'nrtbfv0'.includes(letter) ? 1 : letter === 'u' ? 5 : letter === 'x' ? 3 : 0
		}
		return before === PERCENT && HEX_PAIR.test(text.slice(start, start + 2)) ? 2 : 0
	}

	/** A certificate is as public as it looks secret. */
	function markPublicBlock(start: number, end: number): void {
		if (text.startsWith('-----BEGIN', start)) {
			const line = text.slice(start, end + 60).split(/[\r\n]/, 1)[0] ?? ''
			isInPublicBlock = /^-----BEGIN [A-Z0-9 ]{1,40}-----/.test(line) && !line.includes('PRIVATE')
		} else if (text.startsWith('-----END', start)) isInPublicBlock = false
	}

	function isWholeLine(end: number): boolean {
		const next = end < text.length ? units[end] : 10
		return next === 10 || next === 13 || next === BACKSLASH || next === 34
	}

	function settle(isEnd: boolean): string {
		const limit = Math.max(text.lastIndexOf('\n') + 1, text.length - LOOK_AHEAD)
		let clean = at < limit || isEnd ? scan(limit, isEnd) : ''
		// After a line end nothing that stands before it can still become a part of something.
		const sure = isEnd ? text.length : text.charCodeAt(at - 1) === 10 ? at : at - RETAINED
		if (sure > out) {
			clean += text.slice(out, sure)
			out = sure
		}
		return clean
	}

	return {
		push(piece) {
			if (piece === '') return ''
			text += piece
			const clean = settle(false)
			const gone = out - LOOK_BEHIND
			if (gone > 0) {
				text = text.slice(gone)
				out -= gone
				at -= gone
				floor = Math.max(0, floor - gone)
			}
			return clean
		},
		end() {
			const clean = settle(true)
			text = ''
			out = at = floor = 0
			state = START
			isInPublicBlock = false
			return clean
		},
	}
}

function isOfRun(kind: number): boolean {
	return kind >= WORD || kind === JOIN
}

/** Tokens are this long at least; most words are shorter. */
const LONG_WORD = 15
const WORD_LIMIT = 4_096
const SHORTEST_RUN = 24
const LONGEST_RUN = 512
const LOOK_AHEAD = 16_384
/** More than any rule looks back. */
const LOOK_BEHIND = 1_024
/** A word that is being read, and what may stand in front of it and be masked with it: `bot12345678:`, `dp.st.`. */
const RETAINED = WORD_LIMIT + 64

const HEX_PAIR = /^[0-9A-Fa-f]{2}/
const MASK = /\[REDACTED:[a-z-]+\]/y

const EQUALS = 61
const BACKSLASH = 92
const PERCENT = 37
