// Private keys between `-----BEGIN …` and `-----END …`, also in JSON, in a diff, with line numbers, and cut off. The
// line that begins one is a secret only when key material follows it.

import { maskText, type Stage } from './secrets/stage.ts'

export function createPrivateKeys(): Stage {
	let text = ''

	function settle(isEnd: boolean): string {
		let clean = ''
		let out = 0
		let from = 0
		for (;;) {
			const begin = nextBegin(text, from)
			if (begin < 0) {
				const sure = isEnd ? text.length : Math.max(out, openEnd(text))
				return keep(clean + text.slice(out, sure), sure)
			}
			const end = endOfKey(text, begin, isEnd)
			if (end === undefined) return keep(clean + text.slice(out, begin), begin)
			if (end > begin) {
				clean += text.slice(out, begin) + maskText('private-key')
				out = end
			}
			from = Math.max(end, begin + BEGIN.length)
		}
	}

	function keep(clean: string, from: number): string {
		text = text.slice(from)
		return clean
	}

	return {
		push(piece) {
			text += piece
			return settle(false)
		},
		end: () => settle(true),
	}
}

/** Plain text does not, and need not be looked at. */
export function mayHoldKey(text: string): boolean {
	return nextBegin(text, 0) >= 0
}

const BEGIN = '-----BEGIN '
const HEADER =
	/^-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN [\w -]{4,40}[kK]ey(?: V\d)?)-----/
const HEADER_LIMIT = 80
/** More than the largest keys take; also what is held back at most. */
const KEY_LIMIT = 65_536

/** Looked for by its rarest letter, which takes a tenth of the time that it takes by its dashes. */
function nextBegin(text: string, from: number): number {
	let word = from + DASHES - 1
	do {
		word = text.indexOf(WORD, word + 1)
	} while (word >= 0 && !text.startsWith(BEGIN, word - DASHES))
	return word < 0 ? -1 : word - DASHES
}

const WORD = 'BEGIN '
const DASHES = 5

/** Where the text ends as `BEGIN` begins. */
function openEnd(text: string): number {
	for (let length = Math.min(BEGIN.length - 1, text.length); length > 0; length--)
		if (text.endsWith(BEGIN.slice(0, length))) return text.length - length
	return text.length
}

/** @returns `begin` when no key follows, undefined when more of the text has to come first */
function endOfKey(text: string, begin: number, isEnd: boolean): number | undefined {
	const header = HEADER.exec(text.slice(begin, begin + HEADER_LIMIT))
	if (!header) return !isEnd && text.length - begin < HEADER_LIMIT ? undefined : begin
	let hasMaterial = false
	let end = begin
	let at = begin + header[0].length
	while (at < begin + KEY_LIMIT) {
		const line = lineAt(text, at)
		if (!line.isWhole && !isEnd) return undefined
		const { closing, before } = closingOf(line.text)
		const { kind, length } = judge(before)
		if (kind === 'material') hasMaterial = true
		if (closing !== undefined && kind !== 'other') return hasMaterial ? line.start + closing : begin
		if (kind === 'other' || (kind === 'short' && !hasMaterial) || (kind === 'header' && hasMaterial)) break
		if (kind === 'material' || kind === 'short') end = line.start + length
		if (
			line.next === at ||
			(kind === 'material' && length < line.text.trimEnd().length && !TRAILING.test(before.slice(length)))
		)
			break
		at = line.next
	}
	return hasMaterial ? end : begin
}

type KeyLine = { text: string; start: number; next: number; isWhole: boolean }

/** Ends with a line break, or with one that is written out as in JSON. */
function lineAt(text: string, at: number): KeyLine {
	const seen = text.slice(at, at + LINE_LIMIT)
	const found = LINE_BREAK.exec(seen)
	const isWhole = found !== null || seen.length === LINE_LIMIT
	const line = found ? seen.slice(0, found.index) : seen
	return { text: line, start: at, next: at + line.length + (found?.[0].length ?? 0), isWhole }
}

const LINE_LIMIT = 1_000
const LINE_BREAK = /\r?\n|(?:\\+r)?\\+n(?![a-z]{3})|\r(?=.)/

function closingOf(line: string): { closing: number | undefined; before: string } {
	const found = CLOSING.exec(line)
	return found
		? { closing: found.index + found[0].length, before: line.slice(0, found.index) }
		: { closing: undefined, before: line }
}

const CLOSING = /-----END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN [\w -]{4,40}[kK]ey(?: V\d)?)-----/

/** What a line of a key is, and up to where. Signs of a diff, numbers of lines and quotes of code may surround it. */
function judge(line: string): { kind: 'blank' | 'header' | 'material' | 'short' | 'other'; length: number } {
	const lead = LEAD.exec(line)?.[0].length ?? 0
	const body = line.slice(lead)
	if (TRAILING.test(body)) return { kind: 'blank', length: 0 }
	const material = MATERIAL.exec(body)?.[0].trimEnd() ?? ''
	if (material.length >= 16) return { kind: 'material', length: lead + material.length }
	if (
		material.length >= 2 &&
		/[0-9+/=]|[a-z][A-Z]/.test(material) &&
		TRAILING.test(body.slice(material.length))
	)
		return { kind: 'short', length: lead + material.length }
	return { kind: /^[A-Z][A-Za-z-]{2,20}: ?\S/.test(body) ? 'header' : 'other', length: 0 }
}

const LEAD = /^[\s"'`>|#*,+(-]*(?:\d{1,6}(?:[:|→\t-]|[ \t]{1,4}(?=[A-Za-z]))[ \t]*[+|-]?[ \t]*)?["'`]?/
/** More than one piece on a line only where blanks stand for the line breaks; prose has shorter words. */
const MATERIAL = /^(?:[A-Za-z0-9+/]{16,}={0,2}[ \t]+)*=?[A-Za-z0-9+/]{2,}={0,2}/
const TRAILING = /^[\s"'`,;+)\\.]*$/
