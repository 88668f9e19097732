// Logins typed on a command line in the order of their words: `net use \\\\server\\share /user:name password`,
// `net user name password`, `htpasswd -nb name password`; and rules of Redis: `user name on >password`. Also of calls that
// have no more of a name: `db.auth("user", "…")`, `login("user", "…")`, `auth=("user", "…")`.

import { commandValues } from '../commands/command-values.ts'
import { isWordlike } from '../entropy/entropy.ts'
import { readQuoted } from './quoted.ts'
import { isComparedSecret, isFilledIn } from './secret-values.ts'
import { MASK_START, type SecretMatch } from './stage.ts'

/** @param at - of the colon of `/user:` */
export function netUse(text: string, at: number, floor: number): SecretMatch | undefined {
	if ((text.charCodeAt(at - 1) | 32) !== 114 || text.slice(at - 5, at).toLowerCase() !== '/user')
		return undefined
	const begin = Math.max(floor, at - 300)
	const before = text.slice(Math.max(begin, text.lastIndexOf('\n', at) + 1), at - 5)
	const found = NET_USE.exec(before)
	if (!found) return undefined
	const first = found[1]
	if (first !== undefined) {
		const start = at - 5 - found[0].length + found[0].lastIndexOf(first)
		return isPassword(first) ? { start, end: start + first.length, mask: 'secret' } : undefined
	}
	BEHIND_USER.lastIndex = at + 1
	const value = BEHIND_USER.exec(text)?.[1]
	if (value === undefined || !isPassword(value)) return undefined
	return { start: BEHIND_USER.lastIndex - value.length, end: BEHIND_USER.lastIndex, mask: 'secret' }
}

/** With the password, where that stands in front of `/user:`. */
const NET_USE =
	/\bnet(?:\.exe)?[ \t]+use[ \t]+(?:(?:[A-Za-z]:|\*)[ \t]+)?(?:"[^"]+"|\\\\[^\s"]+)[ \t]+(?:([^\s/"*]\S*)[ \t]+)?(?:\/\w+(?::\w+)?[ \t]+)*$/i
const BEHIND_USER = /(?:"[^"\n]{1,128}"|[^\s"]{1,128})[ \t]{1,8}"?([^\s"'/*|&;<>][^\s"'|&;<>]{3,127})/y

function isPassword(text: string): boolean {
	return text.length >= 4 && isFilledIn(text)
}

/** @param begin - of what follows the flag, which may be one of several */
export function htpasswd(
	text: string,
	{ flag, begin, before }: { flag: string; begin: number; before: string },
): SecretMatch | undefined {
	const typed = /\b(?:ht|mosquitto_)passwd\b[^\n|;&]*$/.exec(before)?.[0]
	if (typed === undefined) return undefined
	WORDS.lastIndex = begin
	const words = WORDS.exec(text)?.[0].trimEnd() ?? ''
	const operands = words
		.split(/[ \t]+/)
		.filter((word, index, all) => !/^-/.test(word) && !isValue(word, all[index - 1] ?? flag))
	// With `-n` there is no file.
	const isPrinted = /(?:^|\s)-[a-zA-Z]*n/.test(`${typed} ${flag} ${words}`)
	const password = operands[isPrinted ? 1 : 2]
	if (password === undefined || operands.length > 3) return undefined
	const value = password.replace(/^["']|["']$/g, '')
	const start = begin + words.lastIndexOf(value)
	return isPassword(value) ? { start, end: start + value.length, mask: 'secret' } : undefined
}

/** `-C 10`: the cost of bcrypt, and the rounds of others. */
function isValue(word: string, before: string): boolean {
	return /^\d+$/.test(word) && /^-[a-zA-Z]*[Cr]$/.test(before)
}

const WORDS = /[^\n|;&<>]{0,400}/y

/** @param begin - of what follows the word */
export function typedLogin(
	{
		text,
		start,
		end,
		lineBefore,
	}: { text: string; start: number; end: number; lineBefore: (end: number) => string },
	begin: number,
): SecretMatch | undefined {
	const rows = commandValues(
		text
			.slice(start, Math.min(end, start + 24))
			.toLowerCase()
			.trimEnd(),
	)
	if (rows === undefined) return undefined
	const before = lineBefore(start)
	for (const row of rows) {
		if (!row.before.test(before) || (row.isCapital && text.charCodeAt(start) > CAPITAL_Z)) continue
		row.behind.lastIndex = begin
		const found = row.behind.exec(text)
		const password = found?.[1] ?? found?.[2] ?? found?.[3]
		if (password === undefined || !isPassword(password)) continue
		// In the order of the words the password is the last one.
		const { lastIndex } = row.behind
		if (text.startsWith(` ${MASK_START}`, lastIndex)) continue
		if (!isOfProse(text, lastIndex, password))
			return { start: lastIndex - password.length, end: lastIndex, mask: 'secret' }
	}
	return undefined
}

/** Whether a command stands in front of it that gives the flag its meaning. */
export function isOfCommand(flag: string, before: string): boolean {
	return commandValues(flag)?.some(row => row.before.test(before)) ?? false
}

/** A word like others, with more of them behind it. */
function isOfProse(text: string, end: number, password: string): boolean {
	const word = password.replace(/[.,:;!?]$/, '')
	return (
		/^[a-z]+$/i.test(word) &&
		isWordlike(word) &&
		!/^["']?[ \t]*(?:[\r\n/|;&]|$)/.test(text.slice(end, end + 8))
	)
}

/**
 * `user ada on >password ~* +@all` of Redis, where a sign says what the word behind it is.
 * @param at - of the `>`
 */
export function accessRule(
	text: string,
	at: number,
	lineBefore: (end: number) => string,
): SecretMatch | undefined {
	const before = text.charCodeAt(at - 1)
	const next = text.charCodeAt(at + 1)
	if ((before !== 32 && before !== 34 && before !== 39) || next <= 32 || next === 61 || next === 62)
		return undefined
	const line = lineBefore(at)
	if (!ACL_USER.test(line) && !/\bsetuser[ \t]+[^\s<>]{1,128}[ \t]+["']?$/i.test(line)) return undefined
	ACL_PASSWORD.lastIndex = at + 1
	return ACL_PASSWORD.test(text) && isPassword(text.slice(at + 1, ACL_PASSWORD.lastIndex))
		? { start: at + 1, end: ACL_PASSWORD.lastIndex, mask: 'secret' }
		: undefined
}

const ACL_USER =
	/(?:(?:^|\n|["'])[ \t]*user|\bsetuser)[ \t]+[^\s<>]{1,128}[ \t]+(?:[^\n<]*[ \t])?["']?(?:on|off|nopass|reset\w*|sanitize-payload|[~%&+-]\S*|all\w+|#[0-9a-f]{4,64}|>\S+|\[REDACTED:secret\])["']?[ \t]+["']?$/i
const ACL_PASSWORD = /[^\s"'<>|;&]{4,128}/y

const CAPITAL_Z = 90

/** @param label - what is called */
export function loginArgument(text: string, at: number, label: string): SecretMatch | undefined {
	return LOGS_IN.test(label) ? secondOfPair(text, at) : undefined
}

const LOGS_IN = /^(?:\w{0,32}auth|login|sign_?in|change_?user_?password)$/i

/** @param at - of the bracket in front of a user and a password */
export function secondOfPair(text: string, at: number): SecretMatch | undefined {
	const user = readQuoted(text, afterBlanks(text, at + 1))
	if (!user || user.text.length > LONGEST_USER) return undefined
	COMMA.lastIndex = user.end + user.quote.length
	if (!COMMA.test(text)) return undefined
	const password = readQuoted(text, COMMA.lastIndex)
	// What a test says it does has blanks in it.
	return password && !/\s/.test(password.text) && isComparedSecret('password', password.text)
		? { start: password.start, end: password.end, mask: 'secret' }
		: undefined
}

function afterBlanks(text: string, begin: number): number {
	let at = begin
	while (at < begin + 8 && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++
	return at
}

const LONGEST_USER = 128
const COMMA = /[ \t]{0,8},[ \t]{0,8}/y
