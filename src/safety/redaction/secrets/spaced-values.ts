// Values that only a blank parts from their name: flags of a command line, `Bearer …`, `.netrc`, SQL.

import { COMMAND_VALUES } from '../commands/command-values.ts'
import { CURL_USER, GLUED_PASSWORD, KNOWN_FLAGS } from '../commands/known-flags.ts'
import { PIPED_INTO } from '../commands/piped-into.ts'
import { isWordlike } from '../entropy/entropy.ts'
import { configuredValue } from './configured-values.ts'
import { authorization, cookies } from './header-values.ts'
import { literalBehind } from './named-values.ts'
import { pipedInto, pipedPassword, readsPassword } from './piped-passwords.ts'
import { readQuoted } from './quoted.ts'
import { isPasswordName, nameOf } from './secret-names.ts'
import { isFilledIn, isOrdinaryWord, isSecretSetting, isSecretValue } from './secret-values.ts'
import { afterSlashFlag } from './slash-flags.ts'
import type { SecretMatch } from './stage.ts'
import { htpasswd, isOfCommand, typedLogin } from './typed-logins.ts'

/** A word with a blank or a quote behind it. */
export type CandidateWord = {
	text: string
	start: number
	end: number
	floor: number
	/** The last 300 characters in front of a place, masked where they were secret. */
	lineBefore: (end: number) => string
}

export function wordBeforeValue(word: CandidateWord): SecretMatch | undefined {
	const { text } = word
	const begin = afterBlanks(text, word.end)
	if (begin === undefined) return undefined
	if (text.charCodeAt(word.start) === 45) return afterFlag(word, begin)
	if (begin === word.end) return undefined
	const label = text.slice(word.start, Math.min(word.end, word.start + 24)).toLowerCase()
	if (text.charCodeAt(word.start - 1) === SLASH)
		return afterSlashFlag({ text, word: label, start: word.start, begin }, word.lineBefore)
	const typed = label in PIPED_INTO ? pipedInto(word, label) : undefined
	if (typed) return typed
	switch (label) {
		case 'bearer':
			return afterBearer(text, begin)
		case 'password':
		case 'passwd':
			return afterPassword(word, begin)
		case 'identified':
			return afterIdentified(word, begin)
		case 'rootpw':
			return /^--?(?:plaintext|iscrypted)[ \t]/.test(text.slice(begin, begin + 16))
				? maskFrom(text, begin + 12, 4)
				: typedLogin(word, begin)
		case 'requirepass':
			return maskFrom(text, begin, 4)
		case 'masterauth':
			return afterSetting(text, begin)
		case 'env':
			return text.startsWith('ENV', word.start) ? afterName(text, begin) : typedLogin(word, begin)
		case 'setx':
		case 'setenv':
		case 'fastcgi_param':
			return afterName(text, begin)
		case 'set':
		case 'config':
			return configuredValue(text, begin, word.lineBefore(word.start))
		case 'authorization':
			return SCHEME.test(text.slice(begin, begin + 12)) ? authorization(text, begin) : undefined
		default:
			return typedLogin(word, begin)
	}
}

function afterFlag(word: CandidateWord, begin: number): SecretMatch | undefined {
	const { text, start, end, lineBefore } = word
	if (end - start > 48) return undefined
	const flag = text.slice(start, end)
	if (!/^--?[A-Za-z][\w-]*$/.test(flag)) return undefined
	if (readsPassword(flag)) return pipedPassword(word, flag)
	if (end - start <= 8 && /^-[a-zA-Z]*b/.test(flag)) {
		const login = htpasswd(text, { flag, begin, before: lineBefore(start) })
		if (login) return login
	}
	if (flag === '--from-literal') return literalBehind(text, begin - 1)
	if (flag in COMMAND_VALUES) {
		const typed = typedLogin(word, begin)
		// A user may stand between the flag and the password, which is masked already.
		if (typed || isOfCommand(flag, lineBefore(start))) return typed
	}
	const known = afterKnownFlag(word, { flag, begin })
	if (known || begin === end || flag.length === 2) return known
	// `set -gx NAME value` of fish.
	if (/^-[a-zA-Z]{1,3}$/.test(flag) && /\bset +$/.test(lineBefore(start))) return afterName(text, begin)
	// Of pulumi, where a name follows.
	if (flag === '--secret' && /pulumi[ \t]/.test(lineBefore(start))) return undefined
	const name = flag.startsWith('--') || LONG_NAME.test(flag) ? nameOf(flag) : undefined
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

/** With one dash: of keytool, of PowerShell, of programs for Windows. */
const LONG_NAME = /^-(?:(?:src|dest)?(?:store|key)pass|(?:new|old|user|admin)?password|passwd|pwd)$/i

/** `curl -u user:password`, `sshpass -p password`, `openssl -passin pass:password`: of a flag that a command gives a meaning. */
function afterKnownFlag(
	{ text, start, end, lineBefore }: CandidateWord,
	{ flag, begin }: { flag: string; begin: number },
): SecretMatch | undefined {
	const isCluster = flag.length > 2 && /^-[a-zA-Z]{1,4}[uU]$/.test(flag)
	if (!isCluster && !(flag in KNOWN_FLAGS) && !(flag.slice(0, 2) in GLUED_PASSWORD)) return undefined
	const glued = gluedFlag({ text, start, end, lineBefore })
	if (glued) return glued
	const before = lineBefore(start)
	if (flag.length === 2 && begin === end && GLUED_PASSWORD[flag]?.test(before))
		return maskFrom(text, begin, 4)
	const known = (isCluster ? CURL_USER : KNOWN_FLAGS[flag])?.find(({ commands }) => commands.test(before))
	const value = known && valueAt(text, known.behind === ',' ? behindComma(text, begin) : begin)
	if (!value || !isFilledIn(value.text)) return undefined
	return passwordIn(text, known.behind === ',' ? '' : known.behind, value)
}

/** `user,password` */
function behindComma(text: string, begin: number): number {
	PAIR.lastIndex = begin
	return PAIR.test(text) ? PAIR.lastIndex : text.length
}

const PAIR = /["']?[\w.@%+-]{1,64},/y

/** `-ppassword` of a command that takes it so. */
export function gluedFlag({
	text,
	start,
	end,
	lineBefore,
}: Omit<CandidateWord, 'floor'>): SecretMatch | undefined {
	if (end - start <= 5 || end - start > 130 || text.charCodeAt(start + 1) === 45) return undefined
	const commands = text.startsWith('-pass', start) ? undefined : GLUED_PASSWORD[text.slice(start, start + 2)]
	return commands?.test(lineBefore(start)) ? { start: start + 2, end, mask: 'secret' } : undefined
}

/** `-p=password`, where the flag takes one. @param begin - behind the sign */
export function flagWithSign(
	{ text, start, end, lineBefore }: CandidateWord,
	begin: number,
): SecretMatch | undefined {
	const flag = text.slice(start, end)
	const known = KNOWN_FLAGS[flag]?.find(({ commands }) => commands.test(lineBefore(start)))
	const value = known && valueAt(text, begin)
	return value && isFilledIn(value.text) && text.charCodeAt(begin) !== EQUALS
		? passwordIn(text, known.behind, value)
		: undefined
}

/** @param behind - what parts the password from what is in front of it in the value, and is no end of a word */
function passwordIn(text: string, behind: string, value: PlacedValue): SecretMatch | undefined {
	if (behind === 'cookie') return cookies(text, 'cookie', value.start)
	const skipped = behind === '' ? 0 : value.text.indexOf(behind) + behind.length
	const password = value.text.slice(skipped)
	if (skipped < behind.length || password.length < 3 || !isFilledIn(password)) return undefined
	if (behind === ':' && /^PASS(?:WORD|WD)?$/.test(password)) return undefined
	if (behind === '' && /^(?:public|private)$/.test(password)) return undefined
	if (behind === '' && (password.length < 4 || /^[\d:./-]+$/.test(password))) return undefined
	return { start: value.start + skipped, end: value.end, mask: 'secret' }
}

/** `NAME value`, as in a Dockerfile of old. */
function afterName(text: string, begin: number): SecretMatch | undefined {
	NAME.lastIndex = begin
	const label = NAME.exec(text)?.[1]
	const name = label === undefined ? undefined : nameOf(label)
	if (name === undefined) return undefined
	const value = valueAt(text, NAME.lastIndex)
	// In prose and in small letters it may be any word.
	const isCertain = label === label?.toUpperCase() || /[\d!#$%^&*@]/.test(value?.text ?? '')
	return value && isCertain && isSecretSetting(name, value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

const NAME = /(?:\/[mM][ \t]{1,8})?([A-Za-z][A-Za-z0-9_]{2,63})[ \t]{1,8}/y

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
	if (/\bmysqladmin\b[^\n|;]*[ \t]$/.test(before)) return maskFrom(text, begin, 4)
	const told = afterIs(text, begin) ?? afterWith(text, begin, before)
	if (told) return told
	if (/^openssl[ \t]+$/.test(before.slice(-9).trimStart())) return ofOpenssl(text, begin)
	if (quote === "'" || ((quote === 'E' || quote === 'N') && text[begin + 1] === "'")) {
		if (!/\b(?:user|role|login|with|alter|create|encrypted|set)\b[^\n;]*$/i.test(before)) return undefined
		return maskFrom(text, begin, 1)
	}
	if (/\bset[ \t]+$/i.test(before)) return forUser(text, begin)
	const typed = typedLogin({ text, start, end: begin, lineBefore }, begin)
	if (typed) return typed
	if (
		!/\b(?:login|machine|default|account)\s+\S+\s+$|\bd-i\s+\S*passw\S*\s+$|\bnmcli\b[^\n|;]*$/.test(before)
	)
		return undefined
	const found = maskFrom(text, begin, 3)
	// Words of prose go on: `the machine learning password manager`.
	const isWord = found && /^[a-z]+$/.test(text.slice(found.start, found.end))
	if (
		isWord &&
		/\bmachine\s+[a-z]+\s+$|^(?!.*\b(?:machine|default)\b).*\blogin[ \t]+\S+[ \t]+$/m.test(before)
	)
		return undefined
	return isWord &&
		/^[ \t]+(?!login|account|macdef|machine|default|#)[a-z]/.test(text.slice(found.end, found.end + 20))
		? undefined
		: found
}

/** `openssl passwd -6 password` */
function ofOpenssl(text: string, begin: number): SecretMatch | undefined {
	OPTIONS.lastIndex = begin
	OPTIONS.test(text)
	if (text[OPTIONS.lastIndex] === '-') return undefined
	return maskFrom(text, OPTIONS.lastIndex, 4)
}

const OPTIONS = /(?:-(?:salt[ \t]+\S+|\w+)[ \t]+){0,4}/y

/** `SET PASSWORD FOR 'ada'@'%' = 'p'` */
function forUser(text: string, begin: number): SecretMatch | undefined {
	FOR_USER.lastIndex = begin
	return FOR_USER.test(text) ? maskFrom(text, FOR_USER.lastIndex, 1) : undefined
}

const FOR_USER = /for[ \t]+[^\s=]{1,130}[ \t]*=[ \t]*(?:(?:old_)?password[ \t]*\([ \t]*)?(?=['"])/iy

/** `the password is hunter2`; and not `is SHA-256`. */
function afterIs(text: string, begin: number): SecretMatch | undefined {
	TOLD.lastIndex = begin
	const found = TOLD.exec(text)
	if (!found || !isFilledIn(found[1]!) || !isTold(found[1]!)) return undefined
	return { start: TOLD.lastIndex - found[1]!.length, end: TOLD.lastIndex, mask: 'secret' }
}

const TOLD =
	/(?:(?:is|was)(?: generated)? for [\w.@%-]{1,80}:|(?:has been|was|is) set to:?|is:?)[ \t]{1,4}([A-Za-z0-9!#$%&*+=?@^_~-]{6,128})(?![\w"'`(])/y

function isTold(value: string): boolean {
	if (/^(?:sha|md|base|utf|aes|rsa|argon|bcrypt|scrypt|pbkdf|http|oauth|ascii)/i.test(value)) return false
	return /[A-Za-z]/.test(value) && (/\d/.test(value) ? !/^\d+-?[a-z]+$/.test(value) : !isWordlike(value))
}

/** `logged in with password hunter2`, `using password 'p'`. */
function afterWith(text: string, begin: number, before: string): SecretMatch | undefined {
	if (!/\b(?:with|using|and)[ \t]{1,4}(?:the[ \t]{1,4})?$/i.test(before)) return undefined
	WITH.lastIndex = begin
	const found = WITH.exec(text)
	const value = found?.[1]
	if (value === undefined || !isFilledIn(value) || !isTold(value)) return undefined
	const start = WITH.lastIndex - found![0].length + found![0].indexOf(value)
	return { start, end: start + value.length, mask: 'secret' }
}

/** With a digit and a letter among each other, so that it is no word. */
const WITH =
	/["'`]?(?=([A-Za-z0-9!#$%&*+=?@^_~-]{6,128}))(?=[^\s"'`]*\d)(?=[^\s"'`]*[A-Za-z])\1(?![\w(]|["'`]\w)/y

/** A setting of Redis; in prose other words follow. */
function afterSetting(text: string, begin: number): SecretMatch | undefined {
	const value = valueAt(text, begin)
	return value && (value.quote !== '' || !/^[a-z]+[.,:;]?$/.test(value.text))
		? maskFrom(text, begin, 4)
		: undefined
}

/** Oracle takes it without quotes. */
function afterIdentified({ text, start, lineBefore }: CandidateWord, begin: number): SecretMatch | undefined {
	BY.lastIndex = begin
	if (!BY.test(text)) return undefined
	const value = BY.lastIndex
	if (isQuote(text.charCodeAt(value))) return maskFrom(text, value, 1)
	const statement = STATEMENT.exec(lineBefore(start))?.[0]
	if (statement === undefined || /^(?:values|password)\b/i.test(text.slice(value, value + 9)))
		return undefined
	const found = maskFrom(text, value, 4)
	// Prose is in small letters, and so are few statements without quotes.
	const isProse = found && /^[a-z]+$/.test(text.slice(found.start, found.end)) && !/[A-Z]{4}/.test(statement)
	return isProse ? undefined : found
}

const STATEMENT =
	/\b(?:create|alter)[ \t]+(?:user|role|(?:public[ \t]+)?database[ \t]+link)\b[^\n;]*$|\bgrant\b[^\n;]*\bto\b[^\n;]*$/i

const BY = /(?:with [\w'"`]{1,40} )?by (?:password )?(?=['"\w])/iy

function isQuote(code: number): boolean {
	return code === 34 || code === 39
}

function maskFrom(text: string, begin: number, least: number): SecretMatch | undefined {
	const value = valueAt(text, begin)
	if (value === undefined || value.text.length < least || !isFilledIn(value.text)) return undefined
	return { start: value.start, end: value.end, mask: 'secret' }
}

type PlacedValue = { start: number; end: number; text: string; quote: string }

function valueAt(text: string, begin: number): PlacedValue | undefined {
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

/** `Authorization "Basic …"` of a configuration; without a scheme it is prose. */
const SCHEME = /^["'](?:basic|bearer|token)[ \t]/i
const SLASH = 47
const EQUALS = 61
