// Passwords that a program reads from its input: `echo password | sudo -S …`, `| docker login --password-stdin`,
// `sudo -S <<< password`.

import { PIPED_INTO } from '../commands/piped-into.ts'
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
	return echoed(before, begin) ?? hereString(text, start + flag.length)
}

/** @param word - a command, or a part of one */
export function pipedInto(
	{ text, start, floor }: { text: string; start: number; floor: number },
	word: string,
): SecretMatch | undefined {
	const begin = Math.max(floor, start - 200)
	const before = text.slice(begin, start)
	return PIPED_INTO[word]?.test(before) ? echoed(before, begin) : undefined
}

function echoed(before: string, begin: number): SecretMatch | undefined {
	const found = ECHOED.exec(before)
	if (!found || !isFilledIn(found[2]!)) return undefined
	const start = begin + found.index + found[1]!.length + found[0].slice(found[1]!.length).indexOf(found[2]!)
	return { start, end: start + found[2]!.length, mask: 'secret' }
}

const READS_PASSWORD: Readonly<Record<string, RegExp>> = {
	'-S': /\bsudo[ \t]+$/,
	'--stdin': /\bpasswd[ \t]+$/,
	'--passphrase-fd': /\bgpg2?\b[^|\n]*$/,
}

const ONE = '[^\\s"\'|$`;&<>()\\\\]{4,64}'
/** One word, or the same twice: in two lines, or by two commands. */
const ECHOED = new RegExp(
	`(\\b(?:echo[ \\t]+(?:-[ne]{1,2}[ \\t]+)?|printf[ \\t]+(?:["']?%s(?:\\\\n)?["']?[ \\t]+)?)(?:["']?))(${ONE}(?:(?:\\\\n|["']?[ \\t]*;[ \\t]*echo[ \\t]+["']?)${ONE})?)(?:\\\\n)?["']?[ \\t]*\\)?[ \\t]*\\|[^|\\n]*$`,
)

/** `sudo -S <<< password` */
function hereString(text: string, begin: number): SecretMatch | undefined {
	HERE_STRING.lastIndex = begin
	const value = HERE_STRING.exec(text)?.[1]
	return value !== undefined && isFilledIn(value)
		? { start: HERE_STRING.lastIndex - value.length, end: HERE_STRING.lastIndex, mask: 'secret' }
		: undefined
}

const HERE_STRING = /[ \t]{0,4}<<<[ \t]{0,4}["']?([^\s"'|$`;&<>]{4,128})/y
