// The lines of a source file with nothing but its code: comments and the insides of strings are blanked out, and each
// line knows how many brackets are open before it.

import type { Language } from './languages.ts'
import { literalEnd } from './literals.ts'

export type CodeLine = {
	/** Without comments and the insides of strings; columns are kept. */
	code: string
	/** It begins inside of a string or a comment. */
	isInside: boolean
	/** Open brackets before its first character. */
	depth: number
}

export function readCode(lines: readonly string[], language: Language): readonly CodeLine[] {
	const code = [...blanked(lines.join('\n'), language)].join('')
	let depth = 0
	return code.split('\n').map((line): CodeLine => {
		const before = depth
		depth += balanceOf(line, language)
		return { code: line.replace(INSIDE, ''), isInside: line.startsWith(INSIDE), depth: before }
	})
}

export function balanceOf(line: string, { brackets: [open, close] = ['([{', ')]}'] }: Language): number {
	let balance = 0
	for (const letter of line)
		if (open.includes(letter)) balance++
		else if (close.includes(letter)) balance--
	return balance
}

/** At the beginning of a line that begins inside of something that is no code. */
const INSIDE = '\u0000'

function* blanked(text: string, language: Language): Generator<string> {
	const { lineComments, blockComments = [], literals, between } = language
	let codeUntil = between ? 0 : text.length
	for (let i = 0; i < text.length; ) {
		if (between && i >= codeUntil) {
			between[0].lastIndex = i
			const open = between[0].exec(text)
			const from = open ? open.index + open[0].length : text.length
			yield blank(text.slice(i, from))
			i = from
			const close = text.indexOf(between[1], from)
			codeUntil = close === -1 ? text.length : close
			continue
		}
		const comment = lineComments.find(mark => text.startsWith(mark, i))
		const isShebang = i === 0 && text.startsWith('#!')
		const literal = literalEnd(text, i, literals)
		const block = blockComments.find(([open]) => text.startsWith(open, i))
		if (block) {
			const close = text.indexOf(block[1], i + block[0].length)
			const end = close === -1 ? text.length : close + block[1].length
			yield blank(text.slice(i, end))
			i = end
		} else if (literal !== undefined) {
			// The quotes stay, so that there is something where a value is.
			yield text[i] === '#' ? ' ' : '"'
			yield blank(text.slice(i + 1, literal))
			i = literal
		} else if (comment !== undefined || isShebang) {
			const close = text.indexOf('\n', i)
			const end = close === -1 ? text.length : close
			yield blank(text.slice(i, end))
			i = end
		} else {
			yield text[i]!
			i++
		}
	}
}

function blank(text: string): string {
	return text.replaceAll(/[^\n]/g, ' ').replaceAll('\n', `\n${INSIDE}`)
}

const TAB = 8

export function indentOf(line: string): number {
	let columns = 0
	for (const letter of line) {
		if (letter === ' ') columns++
		else if (letter === '\t') columns += TAB - (columns % TAB)
		else break
	}
	return columns
}
