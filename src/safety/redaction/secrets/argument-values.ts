// Values that are given to a name as an argument or as what an element holds: `setPassword("…")`,
// `define('DB_PASSWORD', '…')`, `<password>…</password>`, `<string name="api_key">…</string>`.

import { keyArgument } from './key-arguments.ts'
import { nameStart } from './named-values.ts'
import { passwordArgument } from './password-arguments.ts'
import { readQuoted } from './quoted.ts'
import { endsLikeName, isPasswordName, nameOf } from './secret-names.ts'
import { isComparedSecret, isFilledIn, isSecretQuoted } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'
import { loginArgument } from './typed-logins.ts'

/** @param at - of the comma between a quoted name and its value, or of the bracket behind a name */
export function argumentValue(text: string, at: number, floor: number): SecretMatch | undefined {
	const isCall = text[at] === '('
	const end = isCall ? at : at - 1
	if (end <= floor || !endsLikeName(text, end)) return undefined
	const start = nameStart(text, end, floor)
	const label = text.slice(start, end)
	if (!isCall && label.startsWith('--') && '"\'`'.includes(text[start - 1] ?? ' '))
		return flagInList(text, at, label)
	const login = isCall
		? (loginArgument(text, at, label) ?? passwordArgument(text, at, label) ?? keyArgument(text, at, label))
		: undefined
	if (login) return login
	const takesValue = isCall ? GIVES.test(label) : isFirstArgument(text, start, floor)
	const name = takesValue ? nameOf(label) : undefined
	if (name === undefined) return undefined
	BLANKS.lastIndex = at + 1
	BLANKS.test(text)
	const value = readQuoted(text, BLANKS.lastIndex)
	return value && isComparedSecret(name, value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

/** `["--password", "…"]` */
function flagInList(text: string, at: number, label: string): SecretMatch | undefined {
	const name = nameOf(label)
	BLANKS.lastIndex = at + 1
	BLANKS.test(text)
	const value = name === undefined ? undefined : readQuoted(text, BLANKS.lastIndex)
	return name !== undefined && value && isSecretQuoted(name, value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

/** Other calls get a secret by its name. */
const GIVES = /^(?:(?:set|with)\w*|password|passphrase|secret)$/i
const BLANKS = /[ \t]{0,40}/y

function isFirstArgument(text: string, start: number, floor: number): boolean {
	if (start <= floor || !'"\'`'.includes(text[start - 1]!)) return false
	const call = /(\w{0,16})\([ \t]{0,8}$/.exec(text.slice(Math.max(floor, start - 26), start - 1))
	return call !== null && !SAYS.test(call[1]!)
}

/** What says something about a password, in a test or to people. */
const SAYS = /^(?:it|test|describe|context|t|_|__|gettext|translate|i18n|assert\w*|expect\w*)$/i

/** @param at - of the `>` of an opening tag */
export function taggedValue(text: string, at: number, floor: number): SecretMatch | undefined {
	if (at === floor) return undefined
	const before = text[at - 1]
	if (before === '"' || before === "'") return attributedValue(text, at, floor) ?? namedTag(text, at, floor)
	if (!endsLikeName(text, at)) return undefined
	const start = nameStart(text, at, floor)
	if (start === floor || !(text[start - 1] === '<' || isPrefixed(text, start, floor))) return undefined
	const label = text.slice(start, at)
	if (label === 'string') return listedValue(text, at, floor)
	if (/^value$/i.test(label)) return nestedValue(text, at, floor)
	const name = nameOf(label)
	return heldSecret(text, at, name)
}

function heldSecret(text: string, at: number, name: string | undefined): SecretMatch | undefined {
	const value = name === undefined ? undefined : heldBy(text, at)
	if (name === undefined || value === undefined) return undefined
	const isSecret = isPasswordName(name) ? isFilledIn(value.text) : isSecretQuoted(name, value.text)
	return isSecret ? { start: value.start, end: value.end, mask: 'secret' } : undefined
}

function isPrefixed(text: string, start: number, floor: number): boolean {
	return text[start - 1] === ':' && /<[\w-]{1,40}:$/.test(text.slice(Math.max(floor, start - 42), start))
}

/** `<password encrypted="false">…</password>` */
function namedTag(text: string, at: number, floor: number): SecretMatch | undefined {
	const least = Math.max(floor, at - 160)
	let open = at - 1
	while (open > least && text.charCodeAt(open) !== 60 && text.charCodeAt(open) !== 10) open--
	if (text.charCodeAt(open) !== 60) return undefined
	TAG_NAME.lastIndex = open
	const label = TAG_NAME.exec(text)?.[1]
	return label !== undefined && isPasswordName(nameOf(label) ?? '')
		? heldSecret(text, at, nameOf(label))
		: undefined
}

const TAG_NAME = /<(?:[\w-]{1,40}:)?([\w.-]{3,64})[ \t]/y

/** `<string name="api_key">…</string>`; what the name of a label is, is more often a label. */
function attributedValue(text: string, at: number, floor: number): SecretMatch | undefined {
	if (!endsLikeName(text, at - 1)) return undefined
	const label = ATTRIBUTED.exec(text.slice(Math.max(floor, at - 160), at))?.[1]
	return label === undefined ? undefined : secretHeld(text, at, label)
}

const ATTRIBUTED = /<[\w:.-]{1,40}[ \t][^<>\n]{0,60}?\b(?:name|key|id)=["']([\w.-]{1,64})["']$/

/** `<key>ApiToken</key><string>…</string>` of a property list. */
function listedValue(text: string, at: number, floor: number): SecretMatch | undefined {
	const label = LISTED.exec(text.slice(Math.max(floor, at - 160), at))?.[1]
	return label === undefined ? undefined : secretHeld(text, at, label)
}

/** `<setting name="ApiToken"><value>…</value>` and `<Password><Value>…</Value>`. */
function nestedValue(text: string, at: number, floor: number): SecretMatch | undefined {
	const found = NESTED.exec(text.slice(Math.max(floor, at - 200), at))
	const label = found?.[1] ?? found?.[2]
	return label === undefined ? undefined : heldSecret(text, at, nameOf(label))
}

const NESTED =
	/<(?:(?:[\w:.-]{1,40}:)?([\w.-]{3,64})|[\w:.-]{1,40}[ \t][^<>\n]{0,60}?\b(?:name|key)=["']([\w.-]{1,64})["'][^<>\n]{0,60})>\s{0,40}<value$/i

const LISTED = /<key>([\w.-]{1,64})<\/key>\s{0,40}<string$/

function secretHeld(text: string, at: number, label: string): SecretMatch | undefined {
	const name = nameOf(label)
	const value = name === undefined ? undefined : heldBy(text, at)
	return name !== undefined && value !== undefined && isComparedSecret(name, value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

function heldBy(text: string, at: number): { start: number; end: number; text: string } | undefined {
	HELD.lastIndex = at + 1
	const found = HELD.exec(text)
	if (!found) return undefined
	const value = found[1] ?? found[2]!
	const start = at + 1 + (found[1] === undefined ? 0 : '<![CDATA['.length)
	return { start, end: start + value.length, text: value.trim() }
}

const HELD =
	/<!\[CDATA\[([^\x00-\x1f<>[\]{}]{4,512})\]\]>(?=<\/)|([^\x00-\x1f<>[\]{}]{4,512}|\{[A-Za-z0-9+/=]{12,512}\})(?=<\/)/y
