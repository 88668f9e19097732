// Line readers: which lines may open a block of secrets, and what reads the block. Every line is asked, so only its
// first and its last sign are looked at, and words that few texts hold are looked for once in all of it.

import { endsLikeName } from '../secrets/secret-names.ts'
import { accountList } from './account-lists.ts'
import { announcedPassword, pppSecrets } from './announced-values.ts'
import { blockValue } from './block-values.ts'
import { generatedPassword } from './generated-passwords.ts'
import { jsonSecret, sensitiveValue } from './json-secrets.ts'
import { kubernetesSecret } from './kubernetes-secret.ts'
import type { BlockView, Range } from './view.ts'

export type LineReader = (view: BlockView) => readonly Range[] | 'more'
/**
 * The start of a line grows from call to call.
 * @property nextWord - where the next word stands that may matter anywhere in its line
 * @property mayBeColumns - a name with a comma and no blank behind it
 */
export type LineReaders = {
	nextWord(start: number): number
	mayBeColumns(start: number): boolean
	readerOf(start: number, end: number): LineReader | undefined
}

export function lineReaders(text: string): LineReaders {
	const data = nextPlace(text, 'data')
	const stringData = nextPlace(text, 'Data')
	// With the quote in front the search would take four times as long.
	const value = nextPlace(text, 'value"')
	const generated = nextPlace(text, 'random_password')
	const comma = nextPlace(text, ',')
	const isOfData = (start: number, end: number) => data(start) < end || stringData(start) < end

	return {
		nextWord: start => Math.min(data(start), stringData(start), value(start), generated(start)),
		mayBeColumns(start) {
			const place = comma(start)
			return place < start + LONGEST_TITLE && text.charCodeAt(place + 1) !== 32
		},
		readerOf(start, end) {
			const reader = readerByEnd(text, start, end) ?? readerByBegin(text, start, end)
			if (reader) return reader
			const ofData = isOfData(start, end) ? readerOfData(text.slice(start, end)) : undefined
			if (ofData) return ofData
			if (generated(start) < end && /"type\\*"/.test(text.slice(start, end))) return generatedPassword
			if (value(start) < end) return sensitiveValue
			return isOfAccounts(text, firstSign(text, start, end)) ? accountList : undefined
		},
	}
}

/**
 * Looks at the first sign of a line and at its last.
 * @returns `columns` when it depends on whether the first comma is one of a header
 */
export function mayOpenBlock(text: string, start: number, end: number): boolean | 'columns' {
	let last = end - 1
	while (last > start && LASTS[text.charCodeAt(last)] === GAP) last--
	if (LASTS[text.charCodeAt(last)] === SIGN && mayEndOpening(text, last)) return true
	let first = start
	let kind = FIRSTS[text.charCodeAt(first)]!
	while (kind === GAP && first < last) kind = FIRSTS[text.charCodeAt(++first)]!
	return kind <= GAP ? false : mayBegin(text, { kind, start, first })
}

function mayBegin(
	text: string,
	{ kind, start, first }: { kind: number; start: number; first: number },
): boolean | 'columns' {
	const isAtStart = first === start
	switch (kind) {
		case LETTER:
			return isWordOfBlock(text, first) || (isAtStart && 'columns')
		case QUOTED:
			return text.charCodeAt(first + 1) === LETTER_C || (isAtStart && 'columns')
		case DIGIT:
			return isOfAccounts(text, first)
		case COMMENT:
			return isOfPpp(text, first)
		default:
			return text.charCodeAt(first) !== DASH || mayBeginItem(text, first)
	}
}

/** But for a colon behind a name that is none of a secret or a list of them, as most keys are. */
function mayEndOpening(text: string, last: number): boolean {
	if (text.charCodeAt(last) !== COLON) return true
	const reader = readerAtColon(text, last)
	return reader !== undefined && reader !== nothing
}

/** A rule of a table, or accounts below an item. */
function mayBeginItem(text: string, first: number): boolean {
	let at = first
	while (OF_RULES[text.charCodeAt(at)] === 1) at++
	const code = text.charCodeAt(at)
	return (
		code === LETTER_C ||
		code === QUOTE ||
		code === APOSTROPHE ||
		!(code > 32) ||
		code === BRACKET ||
		code > 126
	)
}

// What a sign may begin or end.
const GAP = 1
const SIGN = 2
const LETTER = 3
const QUOTED = 4
const DIGIT = 5
const COMMENT = 6

/** What comes behind these is of no kind. */
const ABOVE_BOXES = 0x2580

/** By the first sign of a line; those of `SIGN` are of the line below a table's header, or behind a line's number. */
const FIRSTS = kindsOf([
	[' \t', GAP],
	// \u00e2: what boxes are drawn with begins with it where each byte is a character.
	['-+:|\u2192\u00e2', SIGN],
	['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', LETTER],
	['"\'', QUOTED],
	['0123456789', DIGIT],
	['#', COMMENT],
	[String.fromCharCode(...Array.from({ length: 128 }, (_, index) => 0x2500 + index)), SIGN],
])
/** By the last one: those of a key, of a scalar and of a header. */
const LASTS = kindsOf([
	[' \t\r\n', GAP],
	[':|>-+', SIGN],
])

/** And digits, which a line may be numbered with. */
const OF_RULES = kindsOf([[' \t|+:=0123456789\u2192-', 1]])

function kindsOf(groups: readonly (readonly [signs: string, kind: number])[]): Uint8Array {
	const table = new Uint8Array(ABOVE_BOXES)
	for (const [signs, kind] of groups) for (const sign of signs) table[sign.charCodeAt(0)] = kind
	return table
}

/** What a line begins with that may be the one of a block. */
function isWordOfBlock(text: string, first: number): boolean {
	switch (text.charCodeAt(first)) {
		case LETTER_C:
			return text.startsWith('chpasswd', first)
		case LETTER_D:
			return text.startsWith('default', first)
		case LETTER_P:
			return text.startsWith('Private-Lines:', first)
		case LETTER_V:
			return text.charCodeAt(first + 1) === 32
		default:
			return false
	}
}

/** Of a column, with its quotes. */
const LONGEST_TITLE = 44

/** Where a word stands next, looked for once and not in each line; the end of the text when nowhere. */
function nextPlace(text: string, word: string): (start: number) => number {
	let place = -1
	return start => {
		if (place < start) {
			const found = text.indexOf(word, start)
			place = found < 0 ? text.length : found
		}
		return place
	}
}

/** By the last sign of the line, which rules out almost all of them. */
function readerByEnd(text: string, start: number, end: number): LineReader | undefined {
	const last = lastSign(text, start, end)
	const code = text.charCodeAt(last)
	switch (code) {
		case COLON:
			return readerAtColon(text, last)
		case PIPE:
		case GREATER:
		case DASH:
		case PLUS:
			return isScalarSign(text, start, last) ? readerOfScalar(text, start, last) : undefined
		default:
			return undefined
	}
}

function readerByBegin(text: string, start: number, end: number): LineReader | undefined {
	if (isNumbered(text, start, end)) return blockValue
	const first = firstSign(text, start, end)
	if (text.charCodeAt(first) === HASH && isOfPpp(text, first)) return pppSecrets
	const isDefault = text.startsWith('default', first)
	return isDefault && text.charCodeAt(lastSign(text, start, end)) === QUOTE ? blockValue : undefined
}

function readerAtColon(text: string, last: number): LineReader | undefined {
	const before = text.charCodeAt(last - 1)
	const isQuoted = before === QUOTE || before === APOSTROPHE
	const letter = isQuoted ? text.charCodeAt(last - 2) : before
	const end = isQuoted ? last - 1 : last
	if (letter === LETTER_A && (text.startsWith('data', end - 4) || text.startsWith('Data', end - 4)))
		return isInWord(text, text.startsWith('stringData', end - 10) ? end - 11 : end - 5)
			? nothing
			: kubernetesSecret
	if (letter === LETTER_N && text.startsWith('proceed to installation', end - 23)) return announcedPassword
	if (letter === LETTER_T && text.startsWith('list', end - 4)) return accountList
	return before === QUOTE || endsLikeName(text, last) ? blockValue : undefined
}

/** `metadata:` */
function isInWord(text: string, at: number): boolean {
	const code = text.charCodeAt(at) | 32
	return code >= 97 && code <= 122
}

const nothing: LineReader = () => []

function readerOfScalar(text: string, start: number, last: number): LineReader {
	if (isList(text, start, last)) return accountList
	let end = text.lastIndexOf(':', last)
	const quote = text.charCodeAt(end - 1)
	if (quote === QUOTE || quote === APOSTROPHE) end--
	// `pw` and `tokenv2` end in no last word.
	const isOdd = !isInWord(text, end - 3) || isDigit(text.charCodeAt(end - 1))
	return isOdd || endsLikeName(text, end) ? blockValue : nothing
}

function readerOfData(line: string): LineReader | undefined {
	if (/"(?:data|stringData)\\*"/.test(line)) return jsonSecret
	if (/^[\s\d|:>+-]*["']?(?:data|stringData)["']?[ \t]*[:=]/.test(line)) return kubernetesSecret
	return line.includes('form-data; name=') ? blockValue : undefined
}

function lastSign(text: string, start: number, end: number): number {
	let last = end - 1
	while (last > start && isBlank(text.charCodeAt(last))) last--
	return last
}

function firstSign(text: string, start: number, end: number): number {
	let first = start
	while (first < end && isBlank(text.charCodeAt(first))) first++
	return first
}

function isBlank(code: number): boolean {
	return code === 32 || code === 9 || code === 10 || code === 13
}

/** `key: |`, `key: >-`, `key: |2+` */
function isScalarSign(text: string, start: number, last: number): boolean {
	let sign = last
	while (sign > start && sign > last - 2 && isIndicator(text.charCodeAt(sign))) sign--
	const code = text.charCodeAt(sign)
	if ((code !== PIPE && code !== GREATER) || !isGap(text.charCodeAt(sign - 1))) return false
	let colon = sign - 1
	while (colon > start && colon > sign - 6 && isGap(text.charCodeAt(colon))) colon--
	return text.charCodeAt(colon) === COLON
}

function isIndicator(code: number): boolean {
	return code === PLUS || code === DASH || isDigit(code)
}

function isGap(code: number): boolean {
	return code === 32 || code === 9
}

function isList(text: string, start: number, last: number): boolean {
	return text.slice(Math.max(start, last - 12), last).includes('list:')
}

/** `chpasswd: { list: […] }`, and in JSON. */
function isOfAccounts(text: string, begin: number): boolean {
	let first = begin
	// An item, a sign of a diff, the number of the line.
	while (first < begin + LONGEST_LEAD && isLead(text.charCodeAt(first))) first++
	const code = text.charCodeAt(first)
	return text.startsWith('chpasswd', code === QUOTE || code === APOSTROPHE ? first + 1 : first)
}

const LONGEST_LEAD = 100

function isLead(code: number): boolean {
	return isIndicator(code) || isBlank(code) || code === COLON || code === PIPE || code === 0x2192
}

/** `Private-Lines: 8` of PuTTY, and `V 7` of Subversion. */
function isNumbered(text: string, start: number, end: number): boolean {
	const first = text.charCodeAt(start)
	if (first === LETTER_P) return text.startsWith('Private-Lines:', start)
	if (first !== LETTER_V) return false
	return text[start + 1] === ' ' && end - start < 8 && text.startsWith('password', Math.max(0, start - 9))
}

/** `# client server secret` */
function isOfPpp(text: string, first: number): boolean {
	const word = text.charCodeAt(first + 1) === LETTER_C ? first + 1 : first + 2
	return text.startsWith('client', word)
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57
}

const HASH = 35
const COLON = 58
const PIPE = 124
const GREATER = 62
const DASH = 45
const PLUS = 43
const QUOTE = 34
const APOSTROPHE = 39
const BRACKET = 91
const LETTER_A = 97
const LETTER_C = 99
const LETTER_D = 100
const LETTER_N = 110
const LETTER_T = 116
const LETTER_P = 80
const LETTER_V = 86
