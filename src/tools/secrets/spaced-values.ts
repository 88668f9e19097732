// Values that only a blank parts from their name: flags of a command line, `Bearer …`, `.netrc`, SQL.

import { readQuoted } from './named-values.ts'
import { isPasswordName, nameOf } from './secret-names.ts'
import { isFilledIn, isOrdinaryWord, isSecretValue } from './secret-values.ts'
import type { Found } from './stage.ts'

/** A word with a blank behind it. */
type Word = { start: number; end: number; floor: number }

export function wordBeforeValue(text: string, word: Word): Found | undefined {
	const begin = afterBlanks(text, word.end)
	if (begin === undefined) return undefined
	if (text.charCodeAt(word.start) === 45) return afterFlag(text, word, begin)
	switch (text.slice(word.start, Math.min(word.end, word.start + 13)).toLowerCase()) {
		case 'bearer':
			return afterBearer(text, begin)
		case 'password':
		case 'passwd':
			return afterPassword(text, word, begin)
		case 'identified':
			return afterIdentified(text, begin)
		case 'requirepass':
			return masked(text, begin, 4)
		default:
			return undefined
	}
}

function afterFlag(text: string, { start, end, floor }: Word, begin: number): Found | undefined {
	if (end - start > 48) return undefined
	const flag = text.slice(start, end)
	if (!/^--?[A-Za-z][\w-]*$/.test(flag)) return undefined
	if (flag.length === 2) return afterShortFlag(text, { flag, start, floor, begin })
	const mysql = /^-p(?=.{4})/.test(flag) && !flag.startsWith('--') && takesPassword(text, start, floor)
	if (mysql) return { start: start + 2, end, mask: 'secret' }
	const name = nameOf(flag)
	if (name === undefined || !flag.startsWith('--')) return undefined
	const value = valueAt(text, begin)
	if (value === undefined || value.text.startsWith('-')) return undefined
	const isCommon = value.quote === '' && /^[a-z]+[.,:;]?$/.test(value.text)
	if (isCommon && (isOrdinaryWord(value.text) || value.text.length < 8 || !isPasswordName(name)))
		return undefined
	return isSecretValue(name, value.text, value.quote === '' ? ' ' : value.quote)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

/** `curl -u user:password`, `sshpass -p password`, `docker login -p password`. */
function afterShortFlag(
	text: string,
	{ flag, start, floor, begin }: { flag: string; start: number; floor: number; begin: number },
): Found | undefined {
	const value = valueAt(text, begin)
	if (value === undefined || !isFilledIn(value.text)) return undefined
	if (flag === '-p' && takesPassword(text, start, floor) && value.text.length >= 4)
		return /^[\d:./-]+$/.test(value.text) ? undefined : { start: value.start, end: value.end, mask: 'secret' }
	if (flag !== '-u' || !/\b(?:curl|http|wget|xh)\b[^\n|;]*$/.test(lineBefore(text, start, floor)))
		return undefined
	const colon = value.text.indexOf(':')
	const password = value.text.slice(colon + 1)
	if (colon < 0 || password.length < 3 || !isFilledIn(password)) return undefined
	return { start: value.start + colon + 1, end: value.end, mask: 'secret' }
}

function takesPassword(text: string, start: number, floor: number): boolean {
	return /\b(?:mysql\w*|mariadb\w*|sshpass|docker login|podman login|helm registry login|az login|mongo(?:sh|dump|restore)?)\b[^\n|;]*$/.test(
		lineBefore(text, start, floor),
	)
}

function lineBefore(text: string, start: number, floor: number): string {
	return text.slice(Math.max(floor, start - 300), start)
}

function afterBearer(text: string, begin: number): Found | undefined {
	BEARER.lastIndex = begin
	const found = BEARER.exec(text)
	if (!found || !/\d/.test(found[0]) || !isFilledIn(found[0])) return undefined
	return { start: begin, end: BEARER.lastIndex, mask: 'authorization' }
}

const BEARER = /[\w.~+/-]{16,4096}={0,2}/y

/** `machine h login u password p` of a .netrc, and `WITH PASSWORD 'p'` of SQL. */
function afterPassword(text: string, { start, floor }: Word, begin: number): Found | undefined {
	const quote = text[begin]
	const before = text.slice(Math.max(floor, start - 300), start)
	if (quote === "'") {
		if (!/\b(?:user|role|login|with|alter|create|encrypted|set)\b[^\n;]*$/i.test(before)) return undefined
		return masked(text, begin, 1)
	}
	if (!/\b(?:login|machine|default|account)\s+\S+\s+$/.test(before)) return undefined
	return masked(text, begin, 3)
}

function afterIdentified(text: string, begin: number): Found | undefined {
	BY.lastIndex = begin
	return BY.test(text) ? masked(text, BY.lastIndex, 1) : undefined
}

const BY = /(?:with [\w'"`]{1,40} )?by (?:password )?(?=['"])/iy

function masked(text: string, begin: number, least: number): Found | undefined {
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
