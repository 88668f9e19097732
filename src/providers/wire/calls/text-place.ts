// A place in a text that is still coming, and whether a call may begin there: on a line of its own or behind a sentence,
// and not in a code block. It sees each character once.

import { CALL_DIALECTS } from './dialects.ts'

export class TextPlace {
	/** Nothing but blanks, three at most, in this line so far. */
	isLineStart = true
	/** A code block has been passed. */
	hasCode = false
	private mayBegin = true
	/** Of an indented line, which is code, nothing is a call: not even what stands behind its own mark. */
	private isIndented = false
	private blanks = 0
	/** The code block that it is in. */
	private fence: { sign: number; length: number } | undefined
	/** The signs at the head of this line that may be a fence; `undefined` when it is none. */
	private head: { sign: number; length: number; isBare: boolean } | undefined = NO_SIGNS

	/** @returns where, from `from` on, a call may begin with what stands there; the length of the text when nowhere */
	nextOpening(text: string, from: number): number {
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at)
			if (this.mayBegin && this.fence === undefined && kindOf(code) & FIRST) return at
			this.step(code)
		}
		return text.length
	}

	pass(text: string, from: number, to: number): void {
		for (let at = from; at < to; at++) this.step(text.charCodeAt(at))
	}

	private step(code: number): void {
		const kind = kindOf(code)
		// Most of a text is this: a letter behind a letter.
		if (this.head === undefined && !this.isLineStart && !(kind & (BLANK | LINE_BREAK))) {
			this.mayBegin = !this.isIndented && (kind & SENTENCE_END) !== 0
			return
		}
		if (kind & LINE_BREAK) return this.endLine()
		const isBlank = (kind & BLANK) !== 0
		this.readHead(code, isBlank)
		if (isBlank) {
			if (!this.isLineStart) return
			this.blanks++
			if (this.blanks <= 3 && code === SPACE) return
			this.mayBegin = false
			this.isIndented = true
		} else this.mayBegin = !this.isIndented && (kind & SENTENCE_END) !== 0
		this.isLineStart = false
	}

	private readHead(code: number, isBlank: boolean): void {
		const { head } = this
		if (head === undefined || (head === NO_SIGNS && isBlank && this.isLineStart)) return
		const isSign = code === BACKTICK || code === WAVE
		if (isSign && (head === NO_SIGNS || (head.isBare && head.sign === code)))
			this.head = { sign: code, length: head.length + 1, isBare: true }
		else if (head.length < 3 || (code === BACKTICK && head.sign === BACKTICK)) this.head = undefined
		else if (!isBlank) this.head = { ...head, isBare: false }
	}

	private endLine(): void {
		const { head, fence } = this
		if (head && head.length >= 3) {
			this.hasCode = true
			if (!fence) this.fence = head
			else if (head.isBare && head.sign === fence.sign && head.length >= fence.length) this.fence = undefined
		}
		this.head = NO_SIGNS
		this.isLineStart = true
		this.mayBegin = true
		this.isIndented = false
		this.blanks = 0
	}
}

const NO_SIGNS = { sign: 0, length: 0, isBare: true }

const [SPACE, BACKTICK, WAVE] = [0x20, 0x60, 0x7e]

/** What a character is, as bits. */
const [LINE_BREAK, BLANK, SENTENCE_END, FIRST] = [1, 2, 4, 8]

const ELLIPSIS = 0x2026

function kindOf(code: number): number {
	if (code < KINDS.length) return KINDS[code]!
	return code === ELLIPSIS ? SENTENCE_END : 0
}

const KINDS = kinds([
	['\n', LINE_BREAK],
	[' \t', BLANK],
	['.:!?>)]', SENTENCE_END],
	// What marks, objects and code blocks begin with.
	[`{\`${CALL_DIALECTS.flatMap(({ marks }) => marks.map(mark => mark[0])).join('')}`, FIRST],
])

function kinds(rows: readonly (readonly [signs: string, kind: number])[]): Uint8Array {
	const all = new Uint8Array(128)
	for (const [signs, kind] of rows) for (const sign of signs) all[sign.charCodeAt(0)]! |= kind
	return all
}
