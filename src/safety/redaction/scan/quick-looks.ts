// Quick looks at a sign the scanner stops at: most colons, equals signs, commas and brackets are told by the characters
// around them to have no secret behind them, and nothing dear is asked about those.

import { endsLikeNameIn } from '../secrets/secret-names.ts'
import { ASSIGNMENT, COLON, COMMA, OPEN, TAG_END, TILDE } from '../secrets/stops.ts'

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
			return units[at] === EQUALS && !mayBeNamed(units, at) && !mayBeLiteral(units[at - 1]!)
		case COMMA:
			return !endsLikeNameIn(units, at - 1)
		case OPEN:
			return !endsLikeNameIn(units, at)
		case TAG_END: {
			const before = units[at - 1]!
			return !isQuote(before) && before !== BLANK_CODE && !endsLikeNameIn(units, at)
		}
		case TILDE:
			return units[at] === DOLLAR && (units[at + 1]! <= 35 || units[at + 1] === 40 || units[at + 1] === BRACE)
		default:
			return false
	}
}

/** `jwt.sign(`, `.verify(`, `.encode(`, `.decode(` and `getConnection(`: a key or a password comes behind other arguments. */
export function takesKeyLater(units: Uint16Array, at: number): boolean {
	switch (units[at - 1]) {
		case LETTER_N:
			return units[at - 5] === DOT
				? units[at - 4] === LETTER_S && units[at - 2] === LETTER_G
				: units[at - 10] === CAPITAL_C && units[at - 2] === LETTER_O
		case LETTER_Y:
			return units[at - 7] === DOT && units[at - 6] === LETTER_V
		case LETTER_E:
			return units[at - 7] === DOT && units[at - 4] === LETTER_C && units[at - 2] === LETTER_D
		default:
			return false
	}
}

function isIdleColon(units: Uint16Array, at: number): boolean {
	const next = units[at + 1]!
	if (next === 10 || next === 13) return true
	if (next !== BLANK_CODE && next !== 9 && next !== 34 && next !== 39 && next !== BRACE) return false
	// `/user:` and `/p:` of Windows.
	const before = units[at - 1]! | 32
	if (before === 112 || before === 114) return false
	let brace = at + 1
	while (brace < at + 6 && isBlankOrQuote(units[brace]!)) brace++
	// `{SSHA}…` is in letters, and `{` of data hardly ever.
	if (units[brace] === BRACE && isLetter(units[brace + 1]!)) return false
	return !mayBeNamed(units, at)
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
	if (last === 33 || last === 63 || last === 93 || last === 59 || units[end - 3] === 37) return true
	if ((last === 109 || last === 75) && !isLetter(units[end - 2]!)) return true
	return endsLikeNameIn(units, end)
}

/** `--from-literal=`, `--user=` */
function mayBeLiteral(before: number): boolean {
	return before === 108 || before === 114
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

const BLANK_CODE = 32
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
