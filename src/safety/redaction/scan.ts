// Finds the secrets that are told by their form or by the name in front of them, in one pass. A small automaton reads
// every character once and stops only where a secret may begin or have ended; everything dear happens there.

import { opensHosts, tokenOfHost } from './host-tokens.ts'
import { isIdleSign } from './quick-looks.ts'
import { accountPassword, gluedPassword } from './secrets/accounts.ts'
import { credentialsInAddress, credentialsInEscapedAddress } from './secrets/addresses.ts'
import { argumentValue, taggedValue } from './secrets/argument-values.ts'
import { isHighEntropy } from './secrets/entropy.ts'
import { gluedLength } from './secrets/escapes.ts'
import { literalOfSecret, madeSecure, namedValue } from './secrets/named-values.ts'
import { hashAtColon, hashAtDollar } from './secrets/password-hashes.ts'
import { pipedPassword } from './secrets/piped-passwords.ts'
import { slashFlag } from './secrets/slash-flags.ts'
import { type CandidateWord, flagWithSign, gluedFlag, wordBeforeValue } from './secrets/spaced-values.ts'
import { MASK_START, maskText, type SecretMatch, type Stage } from './secrets/stage.ts'
import {
	AFTER_FLAG,
	AFTER_LONG_RUN,
	AFTER_LONG_WORD,
	ASSIGNMENT,
	BLANK,
	CLASS_BITS,
	CLASSES,
	COLON,
	COMMA,
	JOIN,
	LONG_RUN,
	MASK_BEGIN,
	NEXT,
	OPEN,
	OTHER,
	QUOTE,
	START,
	STATES,
	STOP,
	TAG_END,
	TILDE,
	WORD,
} from './secrets/stops.ts'
import { tokenAt, tokenAtColon, tokenAtTilde } from './secrets/token-forms.ts'
import { accessRule, netUse } from './secrets/typed-logins.ts'

/**
 * Whatever is decided at a place depends on what stands `LOOK_AHEAD` characters after it at most, and never on what
 * stands behind the end of its line. That is why a cut changes nothing, and why lines come out as they come in.
 */
export function createScan(wanted: 'all' | 'tokens' = 'all'): Stage {
	let text = ''
	/** The same as numbers, which are read several times faster, and a zero at the end. */
	let units = new Uint16Array(0)
	// Two places in `text`: up to where it is out, and up to where it is looked at.
	let out = 0
	let at = 0
	/** Nothing in front of this is looked at any more: a mask is no part of a name or a word. */
	let floor = 0
	/** What came out up to `floor`, masks and all, as far back as a command is looked for. */
	let tail = ''
	let state = START
	let isInPublicBlock = false
	/** Below `github-oauth` of Composer, where a host is the name. */
	let isBelowHosts = false

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
			const entry = next[(current << CLASS_BITS) | kind]!
			current = entry & STATES
			if (entry < STOP) continue
			if (entry < AFTER_FLAG) {
				// What most brackets are, told by the next character.
				const following = input[index + 1]!
				if (kind === MASK_BEGIN && following !== MASKS) continue
				if (kind === OPEN && classes[following] !== QUOTE) continue
				if (isIdleSign(input, kind, index) && !(isBelowHosts && kind === COLON)) continue
			}
			let found = foundAt(kind, entry, index)
			if (found === undefined || (wanted === 'tokens' && !isCertain(found))) continue
			// What stands in front of a token in the same run is a run of its own from now on.
			if (found.start < index && wanted === 'all') found = longRun(found.start) ?? found
			if (found.start < found.end) {
				clean += text.slice(out, found.start) + maskText(found.mask)
				out = found.end
				tail = lineBefore(found.start) + maskText(found.mask)
			} else tail = lineBefore(found.end)
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
		if (typeof Buffer === 'undefined') {
			for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at)
			units[length] = 0
			return
		}
		const bytes = Buffer.from(units.buffer)
		bytes.write(text, 'utf16le')
		units[length] = 0
		// A machine that stores numbers the other way round.
		if (length > 0 && units[0] !== text.charCodeAt(0)) bytes.swap16()
		units[length] = 0
	}

	/** @param reasons - to look at this place, as the table has them */
	function foundAt(kind: number, reasons: number, index: number): SecretMatch | undefined {
		const found =
			(reasons & AFTER_LONG_WORD ? longWord(index) : undefined) ??
			(reasons & AFTER_LONG_RUN ? longRun(index) : undefined)
		if (found) return found
		switch (kind) {
			case BLANK:
			case QUOTE:
				return spacedValue(index)
			case COLON:
				return (
					hostToken(index) ??
					credentialsInAddress(text, index, floor) ??
					slashFlag(text, index, lineBefore) ??
					tokenAtColon(text, index, floor) ??
					netUse(text, index, floor) ??
					namedValue(text, index, floor) ??
					(reasons & AFTER_FLAG ? gluedPassword(text, index, lineBefore(index)) : undefined) ??
					hashAtColon(text, index, floor) ??
					accountPassword(text, index, floor)
				)
			case ASSIGNMENT:
				return (
					namedValue(text, index, floor) ??
					(reasons & AFTER_FLAG ? flagWithSign(wordAt(index), index + 1) : undefined) ??
					credentialsInEscapedAddress(text, index) ??
					literalOfSecret(text, index, floor)
				)
			case COMMA:
			case OPEN:
				return argumentValue(text, index, floor)
			case TAG_END:
				return taggedValue(text, index, floor) ?? accessRule(text, index, lineBefore)
			case TILDE:
				return units[index] === DOLLAR ? hashAtDollar(text, index, floor) : tokenAtTilde(text, index, floor)
			case MASK_BEGIN:
				return maskAt(index)
			case OTHER:
				return lastOfLine(index)
			default:
				return undefined
		}
	}

	function hostToken(index: number): SecretMatch | undefined {
		const token = isBelowHosts ? tokenOfHost(text, index, floor) : undefined
		isBelowHosts = token !== undefined || opensHosts(text, index)
		return token === 'none' ? undefined : token
	}

	function spacedValue(end: number): SecretMatch | undefined {
		const start = wordStart(end)
		if (units[start] === DASH) {
			if (units[start + 4] === DASH && text.startsWith('-----', start)) markPublicBlock(start, end)
		}
		return wordBeforeValue({ text, start, end, floor, lineBefore })
	}

	function wordAt(end: number): CandidateWord {
		return { text, start: wordStart(end), end, floor, lineBefore }
	}

	/** A flag and its value in one word, with which the command ends. */
	function lastOfLine(end: number): SecretMatch | undefined {
		const start = wordStart(end)
		return end - start > SHORTEST_GLUED && units[start] === DASH
			? gluedFlag({ text, start, end, lineBefore })
			: undefined
	}

	/** A command may stand in front of secrets that are masked already, as `curl -H … -u …` does. */
	function lineBefore(end: number): string {
		const start = Math.max(floor, end - LINE_LIMIT)
		return start > floor ? text.slice(start, end) : (tail + text.slice(start, end)).slice(-LINE_LIMIT)
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
	function maskAt(index: number): SecretMatch | undefined {
		if (!text.startsWith(MASK_START, index)) return undefined
		MASK.lastIndex = index
		return MASK.test(text) ? { start: MASK.lastIndex, end: MASK.lastIndex, mask: 'secret' } : undefined
	}

	function longWord(end: number): SecretMatch | undefined {
		const start = wordStart(end)
		const length = end - start
		if (length > WORD_LIMIT) return undefined
		if (units[start] === DASH && text.slice(start, end) === '--password-stdin')
			return pipedPassword({ text, start, floor }, '--password-stdin')
		if (units[start] === CAPITAL_C && text.startsWith('ConvertTo-SecureString', start))
			return madeSecure(text, start)
		return tokenAt(text, { start, end, floor })
	}

	function longRun(index: number): SecretMatch | undefined {
		const begin = runStart(index)
		if (index - begin < LONG_RUN) return undefined
		// A token in base64 has slashes in it, so it was no long word.
		const token = wordStart(index) > begin ? tokenIn(begin, index) : undefined
		if (token && token.end >= index) return token
		let end = index
		while (end < index + 2 && units[end] === EQUALS) end++
		// Data, not a key.
		if (end - begin > LONGEST_RUN) return undefined
		const start = begin + gluedLength(text, begin, floor)
		if (index - start < LONG_RUN || (isInPublicBlock && isWholeLine(end))) return undefined
		if (!isHighEntropy({ text, units, start, end, floor })) return undefined
		return { start, end, mask: 'high-entropy' }
	}

	function tokenIn(start: number, end: number): SecretMatch | undefined {
		return CLASSES[units[start]!]! >= WORD ? tokenAt(text, { start, end, floor }) : undefined
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
			tail = ''
			isInPublicBlock = isBelowHosts = false
			return clean
		},
	}
}

/** A token, or a mask that is there already. */
function isCertain({ start, end, mask }: SecretMatch): boolean {
	return mask === 'token' || start === end
}

function isOfRun(kind: number): boolean {
	return kind >= WORD || kind === JOIN
}

const WORD_LIMIT = 4_096
/** `-p` and three characters. */
const SHORTEST_GLUED = 5
const LINE_LIMIT = 300
const LONGEST_RUN = 512
const LOOK_AHEAD = 16_384
/** More than any rule looks back. */
const LOOK_BEHIND = 1_024
/** A word that is being read, and what may stand in front of it and be masked with it: `bot12345678:`, `dp.st.`. */
const RETAINED = WORD_LIMIT + 64

const MASK = /\[REDACTED:[a-z-]+\]/y

/** The `R` of `[REDACTED`. */
const MASKS = 82
const DOLLAR = 36
const DASH = 45
const CAPITAL_C = 67
const EQUALS = 61
const BACKSLASH = 92
