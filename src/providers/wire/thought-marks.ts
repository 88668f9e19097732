// The marks between which models write their thoughts, and where in a text they count. Pure.

import { isMeant } from './calls/prose.ts'

export type ThoughtMark = { opening: string; closing: string }

const THOUGHT_MARKS: readonly ThoughtMark[] = [
	// DeepSeek, Qwen, GLM, MiniMax, Kimi and most others.
	{ opening: '<think>', closing: '</think>' },
	{ opening: '<thinking>', closing: '</thinking>' },
	{ opening: '<thought>', closing: '</thought>' },
	// Magistral, Seed, Command and the first Kimi with eyes.
	{ opening: '[THINK]', closing: '[/THINK]' },
	{ opening: '<seed:think>', closing: '</seed:think>' },
	{ opening: '<|START_THINKING|>', closing: '<|END_THINKING|>' },
	{ opening: '◁think▷', closing: '◁/think▷' },
]

/** @returns the mark that the text begins with, or `begun` while it may still become one */
export function openingOf(text: string): ThoughtMark | 'begun' | undefined {
	const mark = THOUGHT_MARKS.find(({ opening }) => text.startsWith(opening))
	return mark ?? (THOUGHT_MARKS.some(({ opening }) => opening.startsWith(text)) ? 'begun' : undefined)
}

/**
 * @param before - the character in front of the text; a mark between quotation marks is one that the thought is about
 * @returns where the mark stands that closes it
 */
export function closingIn(text: string, { closing }: ThoughtMark, before: string): number | undefined {
	for (let at = text.indexOf(closing); at >= 0; at = text.indexOf(closing, at + 1))
		if (!QUOTES.has(at === 0 ? before : text.charAt(at - 1))) return at
	return undefined
}

const QUOTES: ReadonlySet<string> = new Set(['`', '"', "'", '“', '‘', '«'])

/** How much of the text's end may be the beginning of a closing mark. */
export function begunClosing(text: string, { closing }: ThoughtMark): number {
	let length = Math.min(text.length, closing.length - 1)
	while (length > 0 && !text.endsWith(closing.slice(0, length))) length--
	return length
}

/** Sees whether an answer was a thought up to here: some servers put the opening mark into the prompt and only send the closing one. */
export class StrippedOpening {
	private text = ''
	/** From where on a closing mark has not been sought. */
	private from = 0

	/** @returns the mark that now turns out to be missing in front; `over` when none will */
	push(delta: string, isWhole = false): ThoughtMark | 'over' | undefined {
		const { text, from } = this
		this.text = text + delta
		// Most of an answer cannot end a mark.
		if (!isWhole && from === 0 && !MARK_END.test(delta)) return undefined
		const start = from === 0 ? Math.max(0, text.length - LONGEST_CLOSING) : from
		const [mark, at] = this.firstClosing(start)
		if (!mark) return undefined
		const behind = this.text.charAt(at + mark.closing.length)
		const isAfterBlank = /[ \t]/.test(this.text.charAt(at - 1))
		// In the middle of a line, only what follows tells whether the answer is about the mark.
		if (isAfterBlank && behind === '' && !isWhole) {
			this.from = at
			return undefined
		}
		const isMentioned =
			(isAfterBlank && behind !== '' && behind !== '\n') ||
			QUOTES.has(this.text.charAt(at - 1)) ||
			this.text.includes(mark.opening) ||
			!isMeant(this.text, at)
		return isMentioned ? 'over' : mark
	}

	/** All that has been pushed. */
	get all(): string {
		return this.text
	}

	private firstClosing(start: number): readonly [mark: ThoughtMark | undefined, at: number] {
		for (const mark of THOUGHT_MARKS) {
			const at = this.text.indexOf(mark.closing, start)
			if (at >= 0) return [mark, at]
		}
		return [undefined, -1]
	}
}

const MARK_END = /[>\]▷]/
const LONGEST_CLOSING = Math.max(...THOUGHT_MARKS.map(({ closing }) => closing.length))
