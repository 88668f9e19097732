// `user:password` where a format or a command says so: `.pgpass`, `user:password@tcp(…)` of Go, `scott/tiger@` of
// Oracle, `curl -uuser:password`, `echo user:password | chpasswd`.

import { isFilledIn, isOrdinaryWord } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** @param at - of a colon: of the one in front of the password, or of the first one of a line of `.pgpass` */
export function accountPassword(text: string, at: number, floor: number): SecretMatch | undefined {
	const next = text.charCodeAt(at + 1)
	if (isPort(text, at, next)) return ofFile(text, at, floor)
	// A blank, a quote or another sign of code follows most colons.
	if (!isOfPassword(next) || at === floor || !isOfPassword(text.charCodeAt(at - 1))) return undefined
	return ofPair(text, at) ?? ofOracle(text, at, floor) ?? ofRelay(text, at, floor)
}

function isPort(text: string, at: number, next: number): boolean {
	if (next === 42) return text.charCodeAt(at + 2) === COLON
	return next >= 49 && next <= 57 && (text.charCodeAt(at + 5) === COLON || text.charCodeAt(at + 6) === COLON)
}

/** `host:port:database:user:password`, a line of its own. */
function ofFile(text: string, at: number, floor: number): SecretMatch | undefined {
	LINE.lastIndex = at
	const found = LINE.exec(text)
	if (!found || !isFilledIn(found[2]!)) return undefined
	const start = Math.max(floor, at - 256)
	const before = text.slice(start, at)
	const isLine = /\n[+ ]?[\w.*-]+$/.test(before) || (start === 0 && /^[+ ]?[\w.*-]+$/.test(before))
	return isLine ? { start: at + found[1]!.length, end: LINE.lastIndex, mask: 'secret' } : undefined
}

const LINE =
	/(:(?:\d{4,5}|\*):(?:[A-Za-z_][\w.-]{0,62}|\*):(?:[A-Za-z_][\w.-]{0,62}|\*):)((?:\\[:\\]|[^\x00-\x20:\\]){3,256})(?=[\r\n]|$)/y

/** Before `@tcp(host)`, and before a pipe to what sets passwords. */
function ofPair(text: string, at: number): SecretMatch | undefined {
	let end = at + 1
	while (end <= at + 128 && isOfPassword(text.charCodeAt(end))) end++
	if (end - at < 4 || end > at + 128) return undefined
	if (!(isAddress(text, end) || isPiped(text, end) || isTarget(text, at, end))) return undefined
	return isFilledIn(text.slice(at + 1, end)) ? { start: at + 1, end, mask: 'secret' } : undefined
}

/** `[smtp.example.com]:587 user:password`, a line of Postfix's own. */
function ofRelay(text: string, at: number, floor: number): SecretMatch | undefined {
	if (!isBehindRelay(text, at)) return undefined
	const before = text.slice(Math.max(floor, at - 260), at)
	const found = RELAY.exec(before)
	if (!found || (found.index === 0 && at - before.length > floor)) return undefined
	PASSWORD.lastIndex = at + 1
	const password = PASSWORD.exec(text)?.[0]
	if (password === undefined || password.length < 4 || !isFilledIn(password) || isOrdinaryWord(password))
		return undefined
	// Without a port it may be anything between brackets.
	if (found[1] === undefined && !/\d/.test(password)) return undefined
	const end = PASSWORD.lastIndex
	return END_OF_LINE.test(text.slice(end, end + 4)) ? { start: at + 1, end, mask: 'secret' } : undefined
}

/** Most colons have no word in front of them that follows a blank and a host. */
function isBehindRelay(text: string, at: number): boolean {
	let start = at
	while (start > 0 && at - start < 130 && isOfUser(text.charCodeAt(start - 1))) start--
	if (start === at || text.charCodeAt(start - 1) > 32 || text.charCodeAt(start - 1) === 10) return false
	while (start > 0 && (text.charCodeAt(start - 1) === 32 || text.charCodeAt(start - 1) === 9)) start--
	const last = text.charCodeAt(start - 1)
	// The end of `]`, `:25`, `:465`, `:587`, `:smtp`, `:smtps`, `:submission`.
	return last === 93 || last === 53 || last === 55 || last === 110 || last === 112 || last === 115
}

/** All that may be seen but quotes, brackets and colons, of which code is full. */
function isOfUser(code: number): boolean {
	if (code > 41) return code !== COLON && code !== 60 && code !== 62
	return code === 33 || (code > 34 && code < 39)
}

const RELAY =
	/(?:^|\n)[+ ]?(?:\[[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\]|(?=[\w.-]{4,100}:)[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?=:))(:(?:25|465|587|2525|smtps?|submissions?))?[ \t]{1,16}[^\s:"'<>()]{1,128}$/
const END_OF_LINE = /^[ \t]*(?:[\r\n]|$)/

/** All that may be seen but `"'/:<>@` and backticks, braces and pipes. */
function isOfPassword(code: number): boolean {
	if (code <= 58) return code > 32 && code !== 34 && code !== 39 && code !== 47 && code !== COLON
	return code < 123 && code !== 60 && code !== 62 && code !== 64 && code !== 96
}

const COLON = 58

function isAddress(text: string, at: number): boolean {
	return text.startsWith('@tcp(', at) || text.startsWith('@unix(', at)
}

/** `impacket-psexec user:…@host` */
function isTarget(text: string, at: number, end: number): boolean {
	return (
		text[end] === '@' &&
		/\b(?:impacket-\w+|(?:psexec|wmiexec|smbexec|atexec|dcomexec|secretsdump)\.py)\b[^\n|;&]*$/.test(
			text.slice(Math.max(0, at - 200), at),
		)
	)
}

function isPiped(text: string, at: number): boolean {
	let pipe = at
	while (pipe < at + 4 && (text[pipe] === ' ' || text[pipe] === '"' || text[pipe] === "'")) pipe++
	if (text[pipe] !== '|') return false
	CHPASSWD.lastIndex = pipe
	return CHPASSWD.test(text)
}

const CHPASSWD = /\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd\b/y

/** `jdbc:oracle:thin:scott/tiger@`, where a slash is the colon. */
function ofOracle(text: string, at: number, floor: number): SecretMatch | undefined {
	if (!text.startsWith(':oracle:thin', at - 12) && !text.startsWith(':oracle:oci', at - 11)) return undefined
	ORACLE.lastIndex = at + 1
	const found = at - 12 < floor ? null : ORACLE.exec(text)
	if (!found || !isFilledIn(found[2]!)) return undefined
	const start = at + 1 + found[1]!.length
	return { start, end: start + found[2]!.length, mask: 'url-password' }
}

const ORACLE = /([\w$#]{1,64}\/)([^\x00-\x20/"'`<>@]{1,128})(?=@)/y

/**
 * `curl -suuser:password`, where the flag and the user are one word.
 * @param at - of the colon
 * @param before - what stands in front of it
 */
export function gluedPassword(text: string, at: number, before: string): SecretMatch | undefined {
	if (!/\bcurl\b[^\n|;]*[ \t]-[a-zA-Z]{0,5}u[\w.-]{1,64}$/.test(before)) return undefined
	PASSWORD.lastIndex = at + 1
	const found = PASSWORD.exec(text)
	return found && isFilledIn(found[0])
		? { start: at + 1, end: PASSWORD.lastIndex, mask: 'secret' }
		: undefined
}

const PASSWORD = /[^\x00-\x20"'`<>|;]{3,128}/y
