// Logins typed on a command line in the order of their words: `net use \\\\server\\share /user:name password`,
// `htpasswd -nb name password`.

import { isFilledIn } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

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
	const typed = /\bhtpasswd\b[^\n|;&]*$/.exec(before)?.[0]
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
