// Options of programs for Windows that have a password behind them: `schtasks /rp …`, `xfreerdp /p:…`.

import { readQuoted } from './quoted.ts'
import { isFilledIn } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

type LineBefore = (end: number) => string

/** `/p:…`, where a user is named as well. @param at - of the colon */
export function slashFlag(text: string, at: number, lineBefore: LineBefore): SecretMatch | undefined {
	if ((text.charCodeAt(at - 1) | 32) !== LETTER_P || text.charCodeAt(at - 2) !== SLASH) return undefined
	const line = lineBefore(at - 2)
	return /[\s"']$/.test(line) && /\bw?(?:x|sdl-)?freerdp\d?\b|(?:^|\s)\/u(?:ser)?:\S/i.test(line)
		? valueAt(text, at + 1)
		: undefined
}

/** @param word - without the slash; what stands in front of it tells whether it has a password behind it */
export function afterSlashFlag(
	{ text, word, start, begin }: { text: string; word: string; start: number; begin: number },
	lineBefore: LineBefore,
): SecretMatch | undefined {
	const commands = COMMANDS[word.toLowerCase()]
	if (commands === undefined || text.charCodeAt(start - 1) !== SLASH) return undefined
	return commands.test(lineBefore(start - 1)) ? valueAt(text, begin) : undefined
}

const COMMANDS: Readonly<Record<string, RegExp>> = {
	rp: /\bschtasks(?:\.exe)?["']?[ \t][^\n|&]*[ \t]$/i,
	p: /\b(?:schtasks|tasklist|taskkill|systeminfo|driverquery|eventcreate|openfiles|getmac|gpresult|signtool)(?:\.exe)?["']?[ \t](?=[^\n|&]*\/[uf][ \t])[^\n|&]*[ \t]$/i,
	pass: /\bcmdkey(?:\.exe)?["']?[ \t][^\n|&]*[ \t]$/i,
	d: /\breg(?:\.exe)?[ \t]+add\b[^\n|&]*\/v[ \t]+["']?\w*passw[^\n|&]*[ \t]$/i,
}

function valueAt(text: string, begin: number): SecretMatch | undefined {
	const quoted = readQuoted(text, begin)
	BARE.lastIndex = begin
	const bare = quoted ? undefined : BARE.exec(text)?.[0]
	const value = quoted ?? (bare ? { start: begin, end: begin + bare.length, text: bare } : undefined)
	return value && value.text.length >= 4 && isFilledIn(value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

const BARE = /(?!\/)[^\x00-\x20"'`|&<>*=][^\x00-\x20"'`|&<>=]{3,127}/y
const SLASH = 47
const LETTER_P = 112
