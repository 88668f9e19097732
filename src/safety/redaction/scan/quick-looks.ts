// Quick looks at a sign the scanner stops at: most colons, equals signs, commas and brackets are told by the characters
// around them to have no secret behind them, and nothing dear is asked about those.

import { endsLikeNameIn } from '../secrets/secret-names.ts'
import { ASSIGNMENT, CLASSES, COLON, COMMA, OPEN, OTHER, TAG_END, TILDE, WORD } from '../secrets/stops.ts'

/**
 * May say no where there is nothing, and never yes where there is something.
 * @param units - the characters as numbers, with a zero behind the last one
 * @param at - of a sign of that class, with nothing else to be looked at there
 */
export function isIdleSign(units: Uint16Array, kind: number, at: number): boolean {
	switch (kind) {
		case COLON:
			return isIdleColon(units, at)
		case ASSIGNMENT:
			if (units[at] !== EQUALS || mayBeLiteral(units, at)) return false
			return isFilledInLater(units, at) || !mayBeNamed(units, at)
		case COMMA:
			return !endsLikeNameIn(units, at - 1)
		case OPEN:
			return !endsLikeNameIn(units, at)
		case TAG_END:
			return isIdleTagEnd(units, at)
		case TILDE:
			return units[at] === DOLLAR && (units[at + 1]! <= 35 || units[at + 1] === 40 || units[at + 1] === BRACE)
		// Behind a word that begins with a dash: a password is glued to one letter of three.
		case OTHER:
			return !mayBeGlued(units, at)
		default:
			return false
	}
}

/** The same of a colon or a tilde where only tokens are looked for, and no host is the name of one. */
export function isIdleForTokens(units: Uint16Array, kind: number, at: number): boolean {
	if (kind !== COLON) return kind === TILDE && units[at] === DOLLAR
	const next = units[at + 1]!
	if ((next === SLASH && units[at + 2] === SLASH) || (next === CAPITAL_A && units[at + 2] === CAPITAL_A))
		return false
	const before = units[at - 1]!
	return !isDigit(before) && !(before === 34 && units[at - 7] === DASH)
}

/** `jwt.sign(`, `createHmac(`, `getConnection(` and the like: a key or a password comes behind other arguments. */
export function takesKeyLater(units: Uint16Array, at: number): boolean {
	switch (units[at - 1]) {
		case LETTER_N:
			// And no `assign(`.
			return units[at - 4] === LETTER_S && units[at - 2] === LETTER_G
				? !isLetter(units[at - 5]!)
				: units[at - 10] === CAPITAL_C && units[at - 2] === LETTER_O
		case LETTER_Y:
			return units[at - 7] === DOT && units[at - 6] === LETTER_V
		case LETTER_E:
			return isEndOfOwner(units[at - 7]!) && units[at - 4] === LETTER_C && units[at - 2] === LETTER_D
		// `createHmac(`, `hash_hmac(`
		case LETTER_C:
			return (units[at - 4]! | 32) === LETTER_H && units[at - 3] === LETTER_M
		// `HmacSHA256(`
		case DIGIT_SIX:
			return units[at - 10] === CAPITAL_H
		// `hmac.new(`, of bytes
		case LETTER_W:
			return units[at - 4] === DOT && units[at - 5] === LETTER_C
		// `AES.encrypt(`, `.digest(`
		case LETTER_T:
			return units[at - 8] === DOT && units[at - 2] === LETTER_P
		// `signWith(`
		case LETTER_H:
			return units[at - 8] === LETTER_S && units[at - 4] === CAPITAL_W
		default:
			return false
	}
}

/** `JWT.encode`, `JWT::encode` */
function isEndOfOwner(code: number): boolean {
	return code === DOT || code === COLON_SIGN
}

/** `PASSWORD=${PASSWORD}`; a header has more behind it. */
function isFilledInLater(units: Uint16Array, at: number): boolean {
	return (
		units[at + 1] === DOLLAR &&
		units[at + 2] === BRACE &&
		CLASSES[units[at - 1]!]! >= WORD &&
		(units[at - 1]! | 32) !== LETTER_N
	)
}

function isIdleColon(units: Uint16Array, at: number): boolean {
	const next = units[at + 1]!
	if (next === 10 || next === 13) return true
	// `/user:` and `/p:` of Windows.
	const before = units[at - 1]! | 32
	if ((before === 112 && units[at - 2] === SLASH) || (before === 114 && units[at - 5] === SLASH)) return false
	if (next !== BLANK_CODE && next !== 9 && next !== 34 && next !== 39 && next !== BRACE)
		return isIdleTight(units, at, next) && !mayBeNamed(units, at)
	let brace = at + 1
	while (brace < at + 6 && isBlankOrQuote(units[brace]!)) brace++
	if (units[brace] === BRACE && isScheme(units, brace)) return false
	return !mayBeNamed(units, at)
}

/** `{SSHA}`; and not the object that most braces begin. */
function isScheme(units: Uint16Array, brace: number): boolean {
	let at = brace + 1
	while (at < brace + 24 && isPart(units[at]!, OF_SCHEME)) at++
	return units[at] === CLOSED_BRACE
}

/** `a:b`, which is most of a bundle: no address, no account with its password or its hash, and no token. */
function isIdleTight(units: Uint16Array, at: number, next: number): boolean {
	if (next === SLASH && units[at + 2] === SLASH) return false
	if (next === COLON_SIGN || next === STAR) return false
	if (next === CAPITAL_A && units[at + 2] === CAPITAL_A) return false
	if (isDigit(units[at - 1]!) && isHex(next) && isHex(units[at + 2]!) && isHex(units[at + 32]!)) return false
	if (mayEndHash(units, at, next)) return false
	return !mayBeAccount(units, at, next)
}

/** Thirteen or thirty-two characters behind the colon a line or a field ends. */
function mayEndHash(units: Uint16Array, at: number, next: number): boolean {
	const behindCrypt = units[at + 14]!
	if (behindCrypt === COLON_SIGN || endsLine(behindCrypt) || endsLine(units[at + 33]!)) return true
	if (!isDigit(next)) return false
	let colon = at + 2
	while (colon < at + 11 && units[colon] !== COLON_SIGN) colon++
	return units[colon + 33] === COLON_SIGN
}

function mayBeAccount(units: Uint16Array, at: number, next: number): boolean {
	// A port.
	if (next >= 49 && next <= 57 && (units[at + 5] === COLON_SIGN || units[at + 6] === COLON_SIGN)) return true
	if (!isPart(next, OF_PASSWORD) || !isPart(units[at - 1]!, OF_PASSWORD)) return false
	// Of Oracle: `:oracle:thin:` and `:oracle:oci:`.
	if (units[at - 12] === COLON_SIGN && units[at - 5] === COLON_SIGN) return true
	if (units[at - 11] === COLON_SIGN && units[at - 4] === COLON_SIGN) return true
	let end = at + 1
	while (end < at + 130 && isPart(units[end]!, OF_PASSWORD)) end++
	const last = units[end]!
	if (last === AT_SIGN) return true
	let pipe = end
	while (pipe < end + 4 && isBlankOrQuote(units[pipe]!)) pipe++
	if (units[pipe] === PIPE) return true
	// What else has one is the last of its line.
	return !isQuote(last) && last !== PIPE && last !== LESS && last !== MORE && followsRelay(units, at)
}

/** Whether the word in front follows a blank, and that what may be the end of a mail server and its port. */
function followsRelay(units: Uint16Array, at: number): boolean {
	let start = at
	while (start > 0 && at - start < 130 && isPart(units[start - 1]!, OF_USER)) start--
	if (start === at || units[start - 1]! > BLANK_CODE || units[start - 1] === 10) return false
	while (start > 0 && isBlank(units[start - 1]!)) start--
	const last = units[start - 1]!
	return last === 93 || last === 53 || last === 55 || last === 110 || last === 112 || last === 115
}

/** `{SSHA}`. */
const OF_SCHEME = 1
/** All that may be seen but quotes, brackets and colons. */
const OF_USER = 2
/** All but blanks and `"'/:<>@` and backticks, braces and pipes: what a password may be made of between others. */
const OF_PASSWORD = 4

/** Of every 16-bit unit, what it may be part of. One table: memory beside the heap has the garbage collected sooner. */
const PARTS = partsOf()

function partsOf(): Uint8Array {
	// What is not ASCII is alike.
	const table = new Uint8Array(65_536).fill(OF_USER)
	for (let code = 0; code < 128; code++) {
		const sign = String.fromCharCode(code)
		const isSeen = code > 32
		table[code] =
			(/[\w.-]/.test(sign) ? OF_SCHEME : 0) |
			(isSeen && !'"\'():<>'.includes(sign) ? OF_USER : 0) |
			(isSeen && code < 123 && !'"\'/:<>@`'.includes(sign) ? OF_PASSWORD : 0)
	}
	return table
}

function isPart(unit: number, kind: number): boolean {
	return (PARTS[unit]! & kind) !== 0
}

/** Of a tag, of which the beginning is on the line, or of a rule of Redis, which no sign follows. */
function isIdleTagEnd(units: Uint16Array, at: number): boolean {
	const before = units[at - 1]!
	if (before === BLANK_CODE) {
		const next = units[at + 1]!
		return (next <= BLANK_CODE || next === EQUALS || next === MORE) && !endsLikeNameIn(units, at)
	}
	if (!isQuote(before)) return !endsLikeNameIn(units, at)
	const next = units[at + 1]!
	if (next > BLANK_CODE && next !== EQUALS && next !== MORE) return false
	const least = Math.max(0, at - 162)
	let open = at - 1
	while (open >= least && units[open] !== LESS && units[open] !== 10) open--
	return units[open] !== LESS
}

/** `-psecret`, `-wsecret`, `-Psecret`; a mask may be in front of the dash. */
function mayBeGlued(units: Uint16Array, end: number): boolean {
	const least = Math.max(0, end - 131)
	for (let at = end - 1; at >= least && CLASSES[units[at]!]! >= WORD; at--) {
		if (units[at] !== DASH) continue
		const letter = units[at + 1]!
		if ((letter | 32) === 112 || letter === LETTER_W) return true
	}
	return false
}

/** Whether a name may stand in front of a sign; what is not told at once is. */
function mayBeNamed(units: Uint16Array, at: number): boolean {
	let end = at
	while (end > 0 && at - end < 40 && isBlank(units[end - 1]!)) end--
	const last = units[end - 1]!
	if (isQuote(last)) {
		end--
		while (end > 0 && units[end - 1] === BACKSLASH) end--
		return endsLikeNameIn(units, end)
	}
	// `name?`, `name]`, `&quot;`, `%22`, and the end of a colour.
	if (last === 59 || units[end - 3] === 37) return true
	if (last === 33 || last === 63 || last === 93) {
		end -= last === 93 && units[end - 2] === 91 ? 2 : 1
		const inner = units[end - 1]!
		return inner === 59 || units[end - 3] === 37 || isQuote(inner) || endsLikeNameIn(units, end)
	}
	if ((last === 109 || last === 75) && !isLetter(units[end - 2]!)) return true
	return endsLikeNameIn(units, end)
}

/** `--from-literal=`, `--user=` */
function mayBeLiteral(units: Uint16Array, at: number): boolean {
	const last = units[at - 1]!
	return (last === 108 && units[at - 8] === DASH) || (last === 114 && units[at - 5] === DASH)
}

function isLetter(code: number): boolean {
	return (code | 32) >= 97 && (code | 32) <= 122
}

function isBlank(code: number): boolean {
	return code === BLANK_CODE || code === 9
}

function isQuote(code: number): boolean {
	return code === 34 || code === 39 || code === 96
}

function isBlankOrQuote(code: number): boolean {
	return isBlank(code) || code === 34 || code === 39
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57
}

function isHex(code: number): boolean {
	return isDigit(code) || (code >= 97 && code <= 102)
}

/** Or the text, behind which are zeros. */
function endsLine(code: number): boolean {
	return code === 10 || code === 13 || code === 0
}

const BLANK_CODE = 32
const DASH = 45
const SLASH = 47
const STAR = 42
const COLON_SIGN = 58
const LESS = 60
const MORE = 62
const AT_SIGN = 64
const CAPITAL_A = 65
const LETTER_W = 119
const PIPE = 124
const DOT = 46
const CAPITAL_C = 67
const LETTER_C = 99
const LETTER_D = 100
const LETTER_E = 101
const LETTER_G = 103
const LETTER_N = 110
const LETTER_O = 111
const LETTER_S = 115
const LETTER_V = 118
const LETTER_Y = 121
const DOLLAR = 36
const EQUALS = 61
const BACKSLASH = 92
const BRACE = 123
const CLOSED_BRACE = 125
const LETTER_H = 104
const LETTER_M = 109
const LETTER_P = 112
const LETTER_T = 116
const CAPITAL_H = 72
const CAPITAL_W = 87
const DIGIT_SIX = 54
