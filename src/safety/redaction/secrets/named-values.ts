// Values that are secret because of the name in front of them: `password: …`, `API_KEY=…`, `"token": "…"`, headers,
// query strings. What only gets or describes a secret, as code and prose do, is none.

import { fallbackValue } from './fallback-values.ts'
import { authorization, cookies } from './header-values.ts'
import { isKey, isOfSession, sessionKeys } from './key-arguments.ts'
import { opening, readQuoted } from './quoted.ts'
import { endsLikeName, isPasswordName, nameOf } from './secret-names.ts'
import {
	isComparedSecret,
	isFilledIn,
	isPhrase,
	isSameWord,
	isSecretBare,
	isSecretPhrase,
	isSecretQuoted,
	isSecretSetting,
} from './secret-values.ts'
import type { SecretMatch } from './stage.ts'
import { secondOfPair } from './typed-logins.ts'

/** @param at - of `:`, `=`, or the `%` of an escaped one */
export function namedValue(text: string, at: number, floor: number): SecretMatch | undefined {
	const end = nameEnd(text, at, floor)
	if (end === undefined || !endsLikeName(text, end)) return undefined
	const separator = separatorAt(text, at)
	if (separator === undefined) return undefined
	const start = nameStart(text, end, floor)
	const label = text.slice(start, end)
	if (separator.kind === 'assign' && label.length > 12 && /authorization$/i.test(label))
		return authorization(text, separator.end)
	if (separator.sign === ':' && /^(?:set-)?cookie$/i.test(label)) return cookies(text, label, separator.end)
	if (label === 'keys') return sessionKeys(text, start, separator.end)
	if (label === '--secret' && namesSecret(text, separator.end)) return undefined
	const name =
		registryName(text, label, start) ??
		nameOf(label) ??
		nameElsewhere(text, { label, start, floor }) ??
		signatureName(text, label, start)
	if (name === undefined) return undefined
	if (
		separator.sign === ':' &&
		(isNoValue(text, start, separator.end) || isTestResult(text, label, separator.end))
	)
		return undefined
	const value = { text, begin: separator.end, name }
	if (name === 'auth') {
		const pair = afterBlanks(text, separator.end)
		if (text.charCodeAt(pair) === OPEN) return secondOfPair(text, pair)
	}
	const words = phrase(value)
	if (words) return words
	if (separator.kind === 'compare') return comparedValue(value)
	// With blanks around it `=` is code, without it may be a setting.
	const isTight = !isBlank(text.charCodeAt(at - 1)) && !isBlank(text.charCodeAt(separator.end))
	const sign = isTight ? separator.sign : ` ${separator.sign} `
	if (sign === '=' && isSetting(text, start, floor)) {
		const found = setting(value)
		if (found) return found
	}
	const around = start > floor ? text.charCodeAt(start - 1) : 0
	return (
		quotedValue(value) ??
		bracedValue(value, around) ??
		bareValue(value, { sign, around }) ??
		fallbackValue(text, separator.end, name)
	)
}

/** `${PASSWORD:?not set}` of a shell, and `…:123456789012:secret:…` of AWS, which names one. */
function isNoValue(text: string, start: number, end: number): boolean {
	const before = text.charCodeAt(start - 1)
	if (before === 123) return text[end] === '?' || text[end] === '+'
	return before === COLON && /:\d{12}:$/.test(text.slice(Math.max(0, start - 14), start))
}

/** `--- PASS: TestName (0.00s)` */
function isTestResult(text: string, label: string, end: number): boolean {
	return label === 'PASS' && isBlank(text.charCodeAt(end)) && !isQuote(text.charCodeAt(end + 1))
}

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
const OPEN = 40
const EQUALS = 61

/** Back over what may stand between a name and its separator: blanks, a quote, a bracket, `?` or `!`. */
function nameEnd(text: string, at: number, floor: number): number | undefined {
	let end = at
	while (end > floor && at - end < 40 && isBlank(text.charCodeAt(end - 1))) end--
	if (end === floor) return undefined
	end = beforeColours(text, end, floor)
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

/** `"name"` and what is around it may be coloured, each on its own. */
function beforeColours(text: string, end: number, floor: number): number {
	const last = text.charCodeAt(end - 1)
	if ((last !== 109 && last !== 75) || isLetter(text.charCodeAt(end - 2))) return end
	const colours = /(?:[ \t]{0,8}\x1b\[[\d;]{0,16}[mK]){1,4}[ \t]{0,8}$/.exec(
		text.slice(Math.max(floor, end - 100), end),
	)
	return end - (colours?.[0].length ?? 0)
}

export function nameStart(text: string, end: number, floor: number): number {
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
	if (label.length > LONGEST_LABEL) return undefined
	if (/^(?:phrase|words)$/i.test(label)) {
		const before = text.slice(Math.max(floor, start - 24), start)
		return /(?:seed|recovery|mnemonic|backup|wallet)[ \t]$/i.test(before) ? 'recovery phrase' : undefined
	}
	const isValue = /^(?:-?value|val)$/i.test(label)
	const isType = /^(?:string|str|String)$/.test(label)
	const before = text.slice(Math.max(floor, start - 160), start)
	if (/^login$/i.test(label)) return before.endsWith('sonar.') ? 'token' : undefined
	if (/^content$/i.test(label)) return /\bKey $/.test(before) ? 'password' : undefined
	if (!isValue && !isType) return undefined
	const found = (isValue ? NAMED_BEFORE : TYPED_BEFORE).exec(before)
	return found ? nameOf(found[1]!) : undefined
}

/** `-value`, `phrase` and `content`. */
const LONGEST_LABEL = 7
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
function setting({ text, begin, name }: Value): SecretMatch | undefined {
	SETTING.lastIndex = begin
	const value = SETTING.exec(text)?.[0]
	if (value === undefined) {
		const quoted = readQuoted(text, begin)
		return quoted && quoted.quote !== '`' && isSecretPhrase(name, quoted.text)
			? { start: quoted.start, end: quoted.end, mask: 'secret' }
			: undefined
	}
	if (!isSecretSetting(name, value)) return undefined
	return { start: begin, end: begin + value.length, mask: 'secret' }
}

const SETTING = /(?=([^\x00-\x20"'`<[({][^\x00-\x20"'`[\]]{3,4095}))\1(?!["'`[\]])/y

/** `//registry.npmjs.org/:_authToken=…`: of npm any value, whatever it looks like. */
function registryName(text: string, label: string, start: number): string | undefined {
	return label.startsWith('_auth') && text[start - 1] === ':' ? 'secret' : undefined
}

/** `--secret=db-password` of gcloud: what it is called. */
function namesSecret(text: string, begin: number): boolean {
	WORDS_OF_NAME.lastIndex = begin
	return WORDS_OF_NAME.test(text)
}

const WORDS_OF_NAME = /[a-z]{2,32}(?:[_-][a-z]{2,32}){1,8}(?=[\s"'`]|$)/y

/** `Signature=` of an address that is signed. */
function signatureName(text: string, label: string, start: number): string | undefined {
	const before = text[start - 1]
	return (before === '&' || before === '?') && /signature$/i.test(label) ? 'signature' : undefined
}

/** `Pwd={…}` and `Password=two words;` of a connection string. */
function bracedValue({ text, begin, name }: Value, around: number): SecretMatch | undefined {
	if (around !== SEMICOLON || !isPasswordName(name)) return undefined
	BRACED.lastIndex = begin
	const found = BRACED.exec(text)
	const value = found?.[1] ?? found?.[2]
	if (value === undefined || !isFilledIn(value)) return undefined
	const start = begin + (found?.[1] === undefined ? 0 : 1)
	return { start, end: start + value.length, mask: 'secret' }
}

const SEMICOLON = 59
const BRACED =
	/\{([^{}\x00-\x1f]{3,128})\}(?=[;"'\s]|$)|((?=[^;]{0,100}\d)[^\s;"'(){}[\]=]{1,60}(?: [^\s;"'(){}[\]=]{1,60}){1,4})(?=;)/y

/** `--from-literal=name=value`, of which every value is one of a Secret. @param at - of either sign */
export function literalOfSecret(text: string, at: number, floor: number): SecretMatch | undefined {
	const last = text.charCodeAt(at - 1)
	if (last !== 108 && last !== 114) return undefined
	if (at - LITERAL.length >= floor && text.startsWith(LITERAL, at - LITERAL.length))
		return literalBehind(text, at)
	return at - 6 >= floor && text.startsWith('-user', at - 5) ? userBehind(text, at) : undefined
}

/** @param at - of what parts the flag from the name: a blank or `=` */
export function literalBehind(text: string, at: number): SecretMatch | undefined {
	NAMED_LITERAL.lastIndex = at + 1
	const found = NAMED_LITERAL.exec(text)
	const value = found?.[2] ?? found?.[3] ?? found?.[4]
	if (!found || value === undefined || !isFilledIn(value)) return undefined
	const start = at + 1 + found[0].indexOf(value, found[1]!.length)
	return { start, end: start + value.length, mask: 'secret' }
}

/** `--user=user:password` of curl. */
function userBehind(text: string, at: number): SecretMatch | undefined {
	USER.lastIndex = at + 1
	const found = USER.exec(text)
	if (!found || !isFilledIn(found[2]!)) return undefined
	const start = at + 1 + found[1]!.length
	return { start, end: start + found[2]!.length, mask: 'secret' }
}

const USER = /(["']?[\w.@%+-]{1,64}:)([^\x00-\x20"'`|;<>$]{3,128})/y
const LITERAL = '--from-literal'
const NAMED_LITERAL = /(["']?[\w./-]{1,128}=)(?:"([^"$\n]{1,512})"|'([^'\n]{1,512})'|([^\s"'`$]{1,512}))/y

/** The words a wallet is made again from, without quotes. */
function phrase({ text, begin, name }: Value): SecretMatch | undefined {
	if (!/^(?:mnemonic|seed|recovery)/i.test(name)) return undefined
	const start = afterBlanks(text, begin)
	const listed = wordList(text, start)
	if (listed) return listed
	const found = text
		.slice(start, start + 256)
		.split(/[^a-z ]/, 1)[0]!
		.trimEnd()
	return isPhrase(found) ? { start, end: start + found.length, mask: 'secret' } : undefined
}

/** The same words as a list of JSON. */
function wordList(text: string, begin: number): SecretMatch | undefined {
	if (text[begin] !== '[') return undefined
	WORD_LIST.lastIndex = begin
	const found = WORD_LIST.exec(text)
	if (!found) return undefined
	const start = begin + found[1]!.length
	return { start, end: start + found[2]!.length, mask: 'secret' }
}

const WORD_LIST = /(\[[ \t]{0,8}["'])([a-z]{3,8}(?:["'],[ \t]{0,8}["'][a-z]{3,8}){11,23})["']/y

function quotedValue({ text, begin, name }: Value): SecretMatch | undefined {
	const at = afterCommand(text, afterBlanks(text, begin))
	const found = readQuoted(text, at) ?? cutOff(text, at)
	// What a shell runs to get it.
	if (at === begin && text[at] === '`' && found && /\s/.test(found.text)) return undefined
	if (!found) return undefined
	const isSecret = isSecretQuoted(name, found.text) || isSessionSecret({ text, begin: at, name }, found.text)
	return isSecret ? { start: found.start, end: found.end, mask: 'secret' } : undefined
}

/** Whatever words it is made of. */
function isSessionSecret({ text, begin, name }: Value, value: string): boolean {
	return name === 'secret' && isKey(value) && !isSameWord(name, value) && isOfSession(text, begin, value)
}

/** `ConvertTo-SecureString "…"` of PowerShell. */
function afterCommand(text: string, begin: number): number {
	if (!text.startsWith('ConvertTo-', begin)) return begin
	MADE_SECURE.lastIndex = begin
	return MADE_SECURE.test(text) ? MADE_SECURE.lastIndex : begin
}

/** @param start - of `ConvertTo-SecureString`, which no name needs to be in front of */
export function madeSecure(text: string, start: number): SecretMatch | undefined {
	MADE_SECURE.lastIndex = start
	const value = MADE_SECURE.test(text) ? readQuoted(text, MADE_SECURE.lastIndex) : undefined
	if (!value || value.text.length < 4 || !isFilledIn(value.text)) return undefined
	return { start: value.start, end: value.end, mask: 'secret' }
}

const MADE_SECURE = /ConvertTo-SecureString(?:[ \t]{1,8}-(?:String|AsPlainText|Force)){0,3}[ \t]{1,8}/iy

/** An output that was cut short may end within quotes. */
function cutOff(text: string, begin: number): { start: number; end: number; text: string } | undefined {
	const quote = opening(text, begin)
	if (quote === undefined) return undefined
	const start = begin + quote.length
	const value = bareAt(text, start, 0)
	return value === undefined ? undefined : { start, end: start + value.length, text: value }
}

function comparedValue({ text, begin, name }: Value): SecretMatch | undefined {
	const found = readQuoted(text, afterBlanks(text, begin))
	return found && isComparedSecret(name, found.text)
		? { start: found.start, end: found.end, mask: 'secret' }
		: undefined
}

/** @param around - the character in front of the name, which may be a quote around name and value: `-H "X-Api-Key: …"` */
function bareValue(
	{ text, begin, name }: Value,
	{ sign, around }: { sign: string; around: number },
): SecretMatch | undefined {
	const start = afterTag(text, afterBlanks(text, begin))
	if (start === undefined) return undefined
	// The quote behind `"host=db password=…"` began in front of the first name.
	const found = bareAt(text, start, sign === '=' && start === begin ? ANY_QUOTE : around)
	if (found === undefined) return undefined
	// In an escaped query the value ends where an escaped sign does.
	const value = text[begin - 3] === '%' ? found.split(/%2[267C]|%3B|%7D/i, 1)[0]! : found
	const end = start + value.length
	if (!isSecretBare(name, sign, value) && !isOfEnvironment({ text, begin: end, name }, sign, value))
		return undefined
	return { start, end: /^passphrase$/i.test(name) ? endOfWords(text, end) : end, mask: 'secret' }
}

/** `NPM_TOKEN: ab12cd34` below `env:`, which ends its line. @param value - what ends where `begin` is */
function isOfEnvironment({ text, begin, name }: Value, sign: string, value: string): boolean {
	return (
		sign === ' : ' &&
		name === name.toUpperCase() &&
		/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{8,}$/.test(value) &&
		!/^0x|v\d$/i.test(value) &&
		/^[ \t]*(?:#|\r?\n|$)/.test(text.slice(begin, begin + 16))
	)
}

/** Taken whole or not at all, so that a call's name is not cut short to make it a value. */
function bareAt(text: string, start: number, around: number): string | undefined {
	BARE.lastIndex = start
	const found = BARE.exec(text)?.[0]
	if (found === undefined) return undefined
	const following = text.charCodeAt(start + found.length)
	if (following === 40 || following === 91) return undefined
	return isQuote(following) && around !== ANY_QUOTE && following !== around ? undefined : found
}

/** An anchor or a type of YAML in front of a value; a tag of another kind makes something of its own. */
function afterTag(text: string, begin: number): number | undefined {
	const code = text.charCodeAt(begin)
	if (code !== 33 && code !== 38) return begin
	TAG.lastIndex = begin
	const found = TAG.exec(text)
	if (!found) return begin
	return found[1] === undefined ? begin + found[0].length : undefined
}

const TAG = /(?:&[\w-]{1,40}|!!\w{2,12}|(!\w[\w.:-]{1,40}))[ \t]{1,8}/y

const ANY_QUOTE = -1

// A `$` may stand within, but for one that begins a variable in brackets.
const BARE_FIRST = String.raw`[^\x00-\x20"'\`,;(){}[\]<>$\\|&]`
const BARE_NEXT = String.raw`(?:[^\x00-\x20"'\`,;(){}[\]<>$\\|&]|\$(?![{(]))`
const BARE = new RegExp(`${BARE_FIRST}${BARE_NEXT}{5,1023}(?!${BARE_NEXT})`, 'y')

/** A passphrase goes on to the end of its line, if only words do. */
function endOfWords(text: string, end: number): number {
	WORDS.lastIndex = end
	return WORDS.test(text) ? WORDS.lastIndex : end
}

const WORDS = /(?: [A-Za-z0-9'-]{2,20}){1,9}(?=[ \t]{0,8}(?:[\r\n]|$))/y

function afterBlanks(text: string, begin: number): number {
	let at = begin
	while (at < begin + 40 && isBlank(text.charCodeAt(at))) at++
	if (text.charCodeAt(at) !== 27) return at
	COLOURS.lastIndex = at
	return COLOURS.test(text) ? COLOURS.lastIndex : at
}

const COLOURS = /(?:\x1b\[[\d;]{0,16}[mK][ \t]{0,8}){1,4}/y

function isBlank(code: number): boolean {
	return code === 32 || code === 9
}

function isLetter(code: number): boolean {
	return (code | 32) >= 97 && (code | 32) <= 122
}

function isQuote(code: number): boolean {
	return code === 34 || code === 39 || code === 96
}

function isNamePart(code: number): boolean {
	return isLetter(code) || (code >= 48 && code <= 57) || code === 95 || code === 45
}
