// Values that only a blank parts from their name: flags of a command line, `Bearer …`, `.netrc`, SQL.

import { isWordlike } from './entropy.ts'
import { cookies } from './header-values.ts'
import { GLUED_PASSWORD, KNOWN_FLAGS } from './known-flags.ts'
import { literalBehind } from './named-values.ts'
import { readQuoted } from './quoted.ts'
import { isPasswordName, nameOf } from './secret-names.ts'
import { isFilledIn, isOrdinaryWord, isSecretSetting, isSecretValue } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'
import { htpasswd } from './typed-logins.ts'

/** A word with a blank or a quote behind it. */
export type CandidateWord = {
	text: string
	start: number
	end: number
	floor: number
	/** The last 300 characters in front of a place, masked where they were secret. */
	lineBefore: (end: number) => string
}

/**
 * A quick look that rules out the `return` and `import` of code.
 * @param third - the word's third letter
 */
export function mayTakeValue(third: number, length: number): boolean {
	switch (third | 32) {
		case 97: // bearer
		case 111: // rootpw
			return length === 6
		case 115: // passwd, password, masterauth
			return length === 6 || length === 8 || length === 10
		case 101: // identified
			return length === 10
		case 113: // requirepass
			return length === 11
		case 118: // env
			return length === 3
		default:
			return false
	}
}

export function wordBeforeValue(word: CandidateWord): SecretMatch | undefined {
	const { text } = word
	const begin = afterBlanks(text, word.end)
	if (begin === undefined) return undefined
	if (text.charCodeAt(word.start) === 45) return afterFlag(word, begin)
	if (begin === word.end) return undefined
	switch (text.slice(word.start, Math.min(word.end, word.start + 13)).toLowerCase()) {
		case 'bearer':
			return afterBearer(text, begin)
		case 'password':
		case 'passwd':
			return afterPassword(word, begin)
		case 'identified':
			return afterIdentified(text, begin)
		case 'rootpw':
			return /^--?(?:plaintext|iscrypted)[ \t]/.test(text.slice(begin, begin + 16))
				? maskFrom(text, begin + 12, 4)
				: undefined
		case 'requirepass':
			return maskFrom(text, begin, 4)
		case 'masterauth':
			return afterSetting(text, begin)
		case 'env':
			return text.startsWith('ENV', word.start) ? afterName(text, begin) : undefined
		default:
			return undefined
	}
}

function afterFlag(word: CandidateWord, begin: number): SecretMatch | undefined {
	const { text, start, end, lineBefore } = word
	if (end - start > 48) return undefined
	const flag = text.slice(start, end)
	if (!/^--?[A-Za-z][\w-]*$/.test(flag)) return undefined
	if (flag === '-S') return echoed(word, flag)
	if (end - start <= 8 && /^-[a-zA-Z]*b/.test(flag)) {
		const typed = htpasswd(text, { flag, begin, before: lineBefore(start) })
		if (typed) return typed
	}
	if (flag === '--from-literal') return literalBehind(text, begin - 1)
	const known = afterKnownFlag(word, { flag, begin })
	if (known || begin === end || flag.length === 2) return known
	// `set -gx NAME value` of fish.
	if (/^-[a-zA-Z]{1,3}$/.test(flag) && /\bset +$/.test(lineBefore(start))) return afterName(text, begin)
	const name = flag.startsWith('--') || KEYTOOL.test(flag) ? nameOf(flag) : undefined
	if (name === undefined) return undefined
	const value = valueAt(text, begin)
	if (value === undefined || value.text.startsWith('-')) return undefined
	const isCommon = value.quote === '' && /^[a-z]+[.,:;]?$/.test(value.text)
	if (isCommon && (isOrdinaryWord(value.text) || value.text.length < 8 || !isPasswordName(name)))
		return undefined
	return isSecretValue(name, value.text, value.quote === '' ? ' ' : value.quote)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

const KEYTOOL = /^-(?:src|dest)?(?:store|key)pass$/

/** `echo password | sudo -S …`, and `| docker login --password-stdin`. */
export function echoed(
	{ text, start, floor }: Pick<CandidateWord, 'text' | 'start' | 'floor'>,
	flag: string,
): SecretMatch | undefined {
	const begin = Math.max(floor, start - 200)
	const before = text.slice(begin, start)
	const found = /\becho[ \t]+(?:-n[ \t]+)?(["']?)([^\s"'|$`;&<>]{4,64})\1[ \t]*\|[^|\n]*$/.exec(before)
	if (!found || !isFilledIn(found[2]!) || (flag === '-S' && !/\bsudo[ \t]+$/.test(before))) return undefined
	const at = begin + found.index + found[0].indexOf(found[2]!, 5)
	return { start: at, end: at + found[2]!.length, mask: 'secret' }
}

/** `curl -u user:password`, `sshpass -p password`, `openssl -passin pass:password`: of a flag that a command gives a meaning. */
function afterKnownFlag(
	{ text, start, end, lineBefore }: CandidateWord,
	{ flag, begin }: { flag: string; begin: number },
): SecretMatch | undefined {
	const known = KNOWN_FLAGS[flag]
	if (known === undefined && begin > end && /^-p.{4}/.test(flag))
		return GLUED_PASSWORD.test(lineBefore(start)) ? { start: start + 2, end, mask: 'secret' } : undefined
	if (begin === end && flag === '-p' && GLUED_PASSWORD.test(lineBefore(start)))
		return maskFrom(text, begin, 4)
	const value = known && valueAt(text, begin)
	if (!value || !isFilledIn(value.text) || !known.commands.test(lineBefore(start))) return undefined
	if (known.behind === 'cookie') return cookies(text, 'cookie', begin)
	const skipped = known.behind === '' ? 0 : value.text.indexOf(known.behind) + known.behind.length
	const password = value.text.slice(skipped)
	if (skipped < known.behind.length || password.length < 3 || !isFilledIn(password)) return undefined
	if (known.behind === '' && (password.length < 4 || /^[\d:./-]+$/.test(password))) return undefined
	return { start: value.start + skipped, end: value.end, mask: 'secret' }
}

/** `NAME value`, as in a Dockerfile of old. */
function afterName(text: string, begin: number): SecretMatch | undefined {
	NAME.lastIndex = begin
	const label = NAME.exec(text)?.[1]
	const name = label === undefined ? undefined : nameOf(label)
	if (name === undefined) return undefined
	const value = valueAt(text, NAME.lastIndex)
	return value && isSecretSetting(name, value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

const NAME = /([A-Z][A-Z0-9_]{2,63})[ \t]{1,8}/y

function afterBearer(text: string, begin: number): SecretMatch | undefined {
	BEARER.lastIndex = begin
	const found = BEARER.exec(text)
	if (!found || !/\d/.test(found[0]) || !isFilledIn(found[0])) return undefined
	return { start: begin, end: BEARER.lastIndex, mask: 'authorization' }
}

const BEARER = /[\w.~+/-]{16,4096}={0,2}/y

/** `machine h login u password p` of a .netrc, and `WITH PASSWORD 'p'` of SQL. */
function afterPassword({ text, start, lineBefore }: CandidateWord, begin: number): SecretMatch | undefined {
	const quote = text[begin]
	const before = lineBefore(start)
	const told = afterIs(text, begin)
	if (told) return told
	if (quote === "'") {
		if (!/\b(?:user|role|login|with|alter|create|encrypted|set)\b[^\n;]*$/i.test(before)) return undefined
		return maskFrom(text, begin, 1)
	}
	if (!/\b(?:login|machine|default|account)\s+\S+\s+$|\bd-i\s+\S*passw\S*\s+$/.test(before)) return undefined
	return maskFrom(text, begin, 3)
}

/** `the password is hunter2`; and not `is SHA-256`. */
function afterIs(text: string, begin: number): SecretMatch | undefined {
	TOLD.lastIndex = begin
	const found = TOLD.exec(text)
	if (!found || !isFilledIn(found[1]!) || !isTold(found[1]!)) return undefined
	return { start: TOLD.lastIndex - found[1]!.length, end: TOLD.lastIndex, mask: 'secret' }
}

const TOLD = /is:?[ \t]{1,4}([A-Za-z0-9!#$%&*+=?@^_~-]{6,128})(?![\w"'`(])/y

function isTold(value: string): boolean {
	if (/^(?:sha|md|base|utf|aes|rsa|argon|bcrypt|scrypt|pbkdf|http|oauth|ascii)/i.test(value)) return false
	return /[A-Za-z]/.test(value) && (/\d/.test(value) ? !/^\d+-?[a-z]+$/.test(value) : !isWordlike(value))
}

/** A setting of Redis; in prose other words follow. */
function afterSetting(text: string, begin: number): SecretMatch | undefined {
	const value = valueAt(text, begin)
	return value && (value.quote !== '' || !/^[a-z]+[.,:;]?$/.test(value.text))
		? maskFrom(text, begin, 4)
		: undefined
}

function afterIdentified(text: string, begin: number): SecretMatch | undefined {
	BY.lastIndex = begin
	return BY.test(text) ? maskFrom(text, BY.lastIndex, 1) : undefined
}

const BY = /(?:with [\w'"`]{1,40} )?by (?:password )?(?=['"])/iy

function maskFrom(text: string, begin: number, least: number): SecretMatch | undefined {
	const value = valueAt(text, begin)
	if (value === undefined || value.text.length < least || !isFilledIn(value.text)) return undefined
	return { start: value.start, end: value.end, mask: 'secret' }
}

function valueAt(
	text: string,
	begin: number,
): { start: number; end: number; text: string; quote: string } | undefined {
	const quoted = readQuoted(text, begin)
	if (quoted) return quoted
	BARE.lastIndex = begin
	const found = BARE.exec(text)
	return found ? { start: begin, end: begin + found[0].length, text: found[0], quote: '' } : undefined
}

const BARE = /[^\x00-\x20"'`,;(){}[\]<>|&\\]{3,512}(?!\[REDACTED:)/y

function afterBlanks(text: string, end: number): number | undefined {
	let begin = end
	while (begin < end + 8 && (text.charCodeAt(begin) === 32 || text.charCodeAt(begin) === 9)) begin++
	return begin < text.length && text.charCodeAt(begin) !== 10 ? begin : undefined
}
