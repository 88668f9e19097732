// Values that are secret because of the name in front of them: `password: …`, `API_KEY=…`, `"token": "…"`, headers,
// query strings, `<secret>…</secret>`. What only gets or describes a secret, as code and prose do, is none.

import { endsLikeName, isPasswordName, nameOf } from './secret-names.ts'
import {
	isComparedSecret,
	isFilledIn,
	isSecretBare,
	isSecretQuoted,
	isSecretSetting,
} from './secret-values.ts'
import type { Found } from './stage.ts'

/** @param at - of `:`, `=`, or the `%` of an escaped one */
export function namedValue(text: string, at: number, floor: number): Found | undefined {
	const end = nameEnd(text, at, floor)
	if (end === undefined || !endsLikeName(text, end)) return undefined
	const separator = separatorAt(text, at)
	if (separator === undefined) return undefined
	const start = nameStart(text, end, floor)
	const label = text.slice(start, end)
	if (separator.kind === 'assign' && /authorization$/i.test(label)) return authorization(text, separator.end)
	if (separator.sign === ':' && /^(?:set-)?cookie$/i.test(label)) return cookies(text, label, separator.end)
	const name = nameOf(label) ?? nameElsewhere(text, { label, start, floor })
	if (name === undefined) return undefined
	const value = { text, begin: separator.end, name }
	if (separator.kind === 'compare') return compared(value)
	// With blanks around it `=` is code, without it may be a setting.
	const isTight = !isBlank(text.charCodeAt(at - 1)) && !isBlank(text.charCodeAt(separator.end))
	const sign = isTight ? separator.sign : ` ${separator.sign} `
	if (sign === '=' && isSetting(text, start, floor)) {
		const found = setting(value)
		if (found) return found
	}
	return quotedValue(value) ?? bareValue(value, sign)
}

/** `<password>hunter2</password>`. @param at - of the `>` */
export function taggedValue(text: string, at: number, floor: number): Found | undefined {
	if (at === floor || !endsLikeName(text, at)) return undefined
	const start = nameStart(text, at, floor)
	if (start === floor || text[start - 1] !== '<') return undefined
	const name = nameOf(text.slice(start, at))
	if (name === undefined) return undefined
	TAGGED.lastIndex = at + 1
	const found = TAGGED.exec(text)
	if (!found) return undefined
	const value = found[0].trim()
	const isSecret = isPasswordName(name) ? isFilledIn(value) : isSecretQuoted(name, value)
	return isSecret ? { start: at + 1, end: at + 1 + found[0].length, mask: 'secret' } : undefined
}

const TAGGED = /[^\x00-\x1f<>[\]{}]{4,512}(?=<\/)/y

type Separator = { kind: 'assign' | 'compare'; sign: string; end: number }

function separatorAt(text: string, at: number): Separator | undefined {
	const code = text.charCodeAt(at)
	const next = text.charCodeAt(at + 1)
	if (code === COLON) {
		if (next === COLON || text.charCodeAt(at - 1) === COLON) return undefined
		const end = next === EQUALS ? at + 2 : at + 1
		return { kind: 'assign', sign: text.slice(at, end), end }
	}
	if (code === EQUALS) {
		const before = text.charCodeAt(at - 1)
		if (before === EQUALS || before === COLON || before === 60 || before === 62) return undefined
		const isNegated = before === 33
		if (next === EQUALS || isNegated)
			return {
				kind: 'compare',
				sign: '==',
				end: at + (text.charCodeAt(at + 2) === EQUALS ? 3 : isNegated && next !== EQUALS ? 1 : 2),
			}
		const end = next === 62 ? at + 2 : at + 1
		return { kind: 'assign', sign: text.slice(at, end), end }
	}
	const escaped = text.slice(at, at + 3).toUpperCase()
	if (escaped === '%3A') return { kind: 'assign', sign: ':', end: at + 3 }
	return escaped === '%3D' ? { kind: 'assign', sign: '=', end: at + 3 } : undefined
}

const COLON = 58
const EQUALS = 61

/** Back over what may stand between a name and its separator: blanks, a quote, a bracket, `?` or `!`. */
function nameEnd(text: string, at: number, floor: number): number | undefined {
	let end = at
	while (end > floor && at - end < 40 && isBlank(text.charCodeAt(end - 1))) end--
	if (end === floor) return undefined
	// Most often the name is right in front.
	if (isNamePart(text.charCodeAt(end - 1)) && text.charCodeAt(end - 3) !== 37) return end
	const last = text[end - 1]
	if (last === '?' || last === '!') end--
	if (last === ']') end -= text[end - 2] === '[' ? 2 : 1
	if (text[end - 1] === ';') {
		const entity = /&(?:quot|apos|#34|#39|#x27|#x22);$/.exec(text.slice(Math.max(floor, end - 6), end))
		if (!entity) return undefined
		end -= entity[0].length
	} else if (text[end - 3] === '%') {
		if (/2[27]$/.test(text.slice(end - 2, end))) end -= 3
	} else if (isQuote(text.charCodeAt(end - 1))) {
		end--
		while (end > floor && at - end < 60 && text.charCodeAt(end - 1) === 92) end--
	}
	return end > floor ? end : undefined
}

function nameStart(text: string, end: number, floor: number): number {
	let start = end
	while (start > floor && end - start < 64 && isNamePart(text.charCodeAt(start - 1))) start--
	return start
}

/**
 * The name is not always in front of the value: `apiKey: string = …`, `name: API_KEY, value: …`, and `"name"` and
 * `"value"` on two lines.
 */
function nameElsewhere(
	text: string,
	{ label, start, floor }: { label: string; start: number; floor: number },
): string | undefined {
	const isValue = /^(?:-?value|val)$/i.test(label)
	const isType = /^(?:string|str|String)$/.test(label)
	if (!isValue && !isType) return undefined
	const before = text.slice(Math.max(floor, start - 160), start)
	const found = (isValue ? NAMED_BEFORE : TYPED_BEFORE).exec(before)
	return found ? nameOf(found[1]!) : undefined
}

const NAMED_BEFORE =
	/\b(?:name|key|Name|Key|variable)\\?["']?[ \t]*[:=][ \t]*\\?["']?([\w.-]{1,64})\\?["']?[ \t]*,?\s{0,40}\\?["']?$/
const TYPED_BEFORE = /([\w-]{1,64})\??(?:[ \t]*:[ \t]*&?(?:'static )?|[ \t]+)$/

/** A line that begins with its name, as in `.env` files and in what `env` prints. */
function isSetting(text: string, start: number, floor: number): boolean {
	const code = text.charCodeAt(start)
	if (code < 65 || code > 90) return false
	if (start === floor) return floor === 0
	const before = text.charCodeAt(start - 1)
	if (before === 10) return true
	if (before !== 32 && before !== 9) return false
	return /(?:^|\n)[ \t]*(?:(?:export|set|setx|ENV|ARG|env|-e|--env|\d{1,6})[ \t]+|[ \t]+)$/.test(
		text.slice(Math.max(floor, start - 40), start),
	)
}

type Value = { text: string; begin: number; name: string }

/** All up to the next blank, whatever signs it is made of. */
function setting({ text, begin, name }: Value): Found | undefined {
	SETTING.lastIndex = begin
	const value = SETTING.exec(text)?.[0]
	if (value === undefined || !isSecretSetting(name, value)) return undefined
	return { start: begin, end: begin + value.length, mask: 'secret' }
}

const SETTING = /(?=([^\x00-\x20"'`<[({][^\x00-\x20"'`[\]]{3,4095}))\1(?!["'`[\]])/y

function quotedValue({ text, begin, name }: Value): Found | undefined {
	const found = readQuoted(text, afterBlanks(text, begin)) ?? cutOff(text, afterBlanks(text, begin))
	return found && isSecretQuoted(name, found.text)
		? { start: found.start, end: found.end, mask: 'secret' }
		: undefined
}

/** An output that was cut short may end within quotes. */
function cutOff(text: string, begin: number): { start: number; end: number; text: string } | undefined {
	OPENING.lastIndex = begin
	const opening = OPENING.exec(text)
	if (!opening) return undefined
	const start = begin + opening[0].length
	BARE.lastIndex = start
	const value = BARE.exec(text)?.[0]
	return value === undefined ? undefined : { start, end: start + value.length, text: value }
}

function compared({ text, begin, name }: Value): Found | undefined {
	const found = readQuoted(text, afterBlanks(text, begin))
	return found && isComparedSecret(name, found.text)
		? { start: found.start, end: found.end, mask: 'secret' }
		: undefined
}

function bareValue({ text, begin, name }: Value, sign: string): Found | undefined {
	const start = afterBlanks(text, begin)
	BARE.lastIndex = start
	const found = BARE.exec(text)?.[0]
	// In an escaped query the value ends where an escaped sign does.
	const value = text[begin - 3] === '%' ? found?.split(/%2[267C]|%3B|%7D/i, 1)[0] : found
	if (value === undefined || !isSecretBare(name, sign, value)) return undefined
	return { start, end: start + value.length, mask: 'secret' }
}

/** Taken whole or not at all, so that a call's name is not cut short to make it a value. */
const BARE = /(?=([^\x00-\x20"'`,;(){}[\]<>$\\|&]{6,1024}))\1(?!["'`([])/y

/** Without a scheme the value must look like one: `authorization: options` is code. */
function authorization(text: string, begin: number): Found | undefined {
	AUTHORIZATION.lastIndex = begin
	const found = AUTHORIZATION.exec(text)
	if (!found) return undefined
	const [whole, , scheme, value] = found
	if (value === undefined || !isFilledIn(value) || (!scheme && !/\d/.test(value))) return undefined
	const end = begin + whole.length
	return { start: end - value.length, end, mask: 'authorization' }
}

/** The value is taken whole or not at all: what stands in front of a mask has been decided about. */
const AUTHORIZATION =
	/[ \t]*(\\*["'`])?((?:bearer|basic|token|digest|apikey|api-key|negotiate|key|ssws|bot|oauth|aws4-hmac-sha256)[ \t]+)?(?=([^\x00-\x20"'`,;<>${}[\]()\\]{8,4096}))\3(?!\[)/iy

/** All that a browser sends, and of what a server sets the value: its attributes are no secret. */
function cookies(text: string, label: string, begin: number): Found | undefined {
	COOKIE.lastIndex = begin
	const found = COOKIE.exec(text)
	if (!found) return undefined
	const [whole, before = '', value = '', others = ''] = found
	if (!isFilledIn(value) || !/\d/.test(value)) return undefined
	const start = begin + before.length
	const end = /^set/i.test(label) ? start + value.length : begin + whole.length
	return { start, end: end - (/^set/i.test(label) ? 0 : trailing(others)), mask: 'secret' }
}

const COOKIE =
	/([ \t]*\\{0,3}["'`]?[ \t]*[\w.-]{1,64}=)([^\x00-\x20"'`;,\\<>]{8,4096})((?:;[^\x00-\x1f"'`\\]{0,4096})?)/y

function trailing(others: string): number {
	return others.length - others.trimEnd().length
}

/** @returns the text between quotes; a quote without its other half is not read */
export function readQuoted(
	text: string,
	begin: number,
): { start: number; end: number; text: string; quote: string } | undefined {
	OPENING.lastIndex = begin
	const opening = OPENING.exec(text)
	if (!opening) return undefined
	const start = begin + opening[0].length
	const quote = opening[1]!
	const end = closing(text, start, quote)
	return end === undefined ? undefined : { start, end, text: text.slice(start, end), quote }
}

const OPENING = /(?:[brufL@]{1,2}(?=["']))?(\\{0,7}["'`]|&quot;|&#0?3[49];|&apos;|%2[27])/y
const QUOTED_LIMIT = 1_024

function closing(text: string, start: number, quote: string): number | undefined {
	const mark = quote.charCodeAt(quote.length - 1)
	if (quote.startsWith('&') || quote.startsWith('%')) {
		const inner = text.slice(start, start + QUOTED_LIMIT)
		const end = inner.indexOf(quote)
		return end < 0 || /[\n\r]/.test(inner.slice(0, end)) ? undefined : start + end
	}
	// A quote with as many backslashes as the first one had closes; one with more is part of the value.
	const escapes = quote.length - 1
	let backslashes = 0
	for (let at = start; at < start + QUOTED_LIMIT; at++) {
		const code = text.charCodeAt(at)
		if (code === 92) {
			backslashes++
			continue
		}
		if (code === mark && backslashes <= escapes) return at - backslashes
		if (code === 10 || code === 13 || Number.isNaN(code)) return undefined
		backslashes = 0
	}
	return undefined
}

function afterBlanks(text: string, begin: number): number {
	let at = begin
	while (at < begin + 40 && isBlank(text.charCodeAt(at))) at++
	return at
}

function isBlank(code: number): boolean {
	return code === 32 || code === 9
}

function isQuote(code: number): boolean {
	return code === 34 || code === 39 || code === 96
}

function isNamePart(code: number): boolean {
	return ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45
}
