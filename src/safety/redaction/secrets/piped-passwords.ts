// Passwords that a program reads from its input: `echo password | sudo -S …`, `| docker login --password-stdin`,
// `sudo -S <<< password`.

import { isFilledIn } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

export function readsPassword(flag: string): boolean {
	return flag in READS_PASSWORD
}

/** @param place - where the flag stands, and how far back it may be looked */
export function pipedPassword(
	{ text, start, floor }: { text: string; start: number; floor: number },
	flag: string,
): SecretMatch | undefined {
	const begin = Math.max(floor, start - 200)
	const before = text.slice(begin, start)
	if (READS_PASSWORD[flag]?.test(before) === false) return undefined
	const found = ECHOED.exec(before)
	if (!found) return hereString(text, start + flag.length)
	if (!isFilledIn(found[2]!)) return undefined
	const at = begin + found.index + found[0].lastIndexOf(found[2]!, found[0].indexOf('|'))
	return { start: at, end: at + found[2]!.length, mask: 'secret' }
}

const READS_PASSWORD: Readonly<Record<string, RegExp>> = {
	'-S': /\bsudo[ \t]+$/,
	'--stdin': /\bpasswd[ \t]+$/,
	'--passphrase-fd': /\bgpg2?\b[^|\n]*$/,
}
const ECHOED =
	/\b(?:echo[ \t]+(?:-n[ \t]+)?|printf[ \t]+(?:["']?%s(?:\\n)?["']?[ \t]+)?)(["']?)([^\s"'|$`;&<>\\]{4,64})(?:\\n)?\1[ \t]*\|[^|\n]*$/

/** `sudo -S <<< password` */
function hereString(text: string, begin: number): SecretMatch | undefined {
	HERE_STRING.lastIndex = begin
	const value = HERE_STRING.exec(text)?.[1]
	return value !== undefined && isFilledIn(value)
		? { start: HERE_STRING.lastIndex - value.length, end: HERE_STRING.lastIndex, mask: 'secret' }
		: undefined
}

const HERE_STRING = /[ \t]{0,4}<<<[ \t]{0,4}["']?([^\s"'|$`;&<>]{4,128})/y
