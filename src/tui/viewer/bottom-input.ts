// What is asked in the bottom rows of the viewer: a line to be typed, or one of several things.

import { joinedHints, keyHint, keysHint } from '../input/key-names.ts'
import type { Bindings, KeyPress } from '../input/key-press.ts'
import { actionOf } from '../input/keymap.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { previousStop, withoutLastWord } from '../text/graphemes.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { Theme } from '../text/theme.ts'

/** `sign`: what stands before the line, such as `/`. */
export type AskedLine = { kind: 'line'; sign: string; accept(text: string): void }

export type BottomChoice = { label: string; choose(): void }
export type AskedChoice = { kind: 'choice'; title: string; choices: readonly BottomChoice[] }

export class BottomInput {
	readonly #asked: AskedLine | AskedChoice
	#text = ''
	#cursor = 0
	#first = 0

	constructor(asked: AskedLine | AskedChoice) {
		this.#asked = asked
	}

	/** What stands in the row at the bottom. */
	line(bindings: Bindings): string {
		if (this.#asked.kind === 'line') return `${this.#asked.sign}${this.#text}▏`
		const { title, choices } = this.#asked
		const moves = keysHint(bindings, 'picker', ['previous', 'next'], { joint: '', words: '' })
		const chooses = keyHint(bindings, 'picker', 'choose', '').trimEnd()
		const answers = [`1–${Math.min(9, choices.length)},`, moves, chooses].filter(part => part !== '')
		return joinedHints([title, answers.join(' '), keyHint(bindings, 'picker', 'close', '').trimEnd()])
	}

	/** What stands above it. Digits are for those that are seen. */
	rows(columns: number, theme: Theme): readonly string[] {
		if (this.#asked.kind === 'line') return []
		return this.#asked.choices.slice(this.#first, this.#first + MOST_SEEN).map(({ label }, index) => {
			const isCurrent = this.#first + index === this.#cursor
			const text = cutToWidth(`${isCurrent ? '›' : ' '} ${index + 1}  ${sanitizeLine(label)}`, columns)
			return theme.paint(text, isCurrent ? { tone: 'accent', bold: true } : {})
		})
	}

	/** What stands above it to be chosen. */
	get choices(): readonly string[] {
		if (this.#asked.kind === 'line') return []
		return this.#asked.choices.slice(this.#first, this.#first + MOST_SEEN).map(({ label }) => label)
	}

	/** @param row - of those that are seen */
	mark(row: number): void {
		if (this.#asked.kind === 'choice') this.#to(this.#first + row, this.#asked.choices.length)
	}

	/** @param row - of those that are seen */
	choose(row: number): void {
		if (this.#asked.kind === 'choice') this.#asked.choices[this.#first + row]?.choose()
	}

	/** @returns whether that was all: it is answered, or given up */
	press(press: KeyPress): boolean {
		return this.#asked.kind === 'line' ? this.#type(this.#asked, press) : this.#pick(this.#asked, press)
	}

	#type({ accept }: AskedLine, press: KeyPress): boolean {
		if (press.kind !== 'key') {
			this.#text += press.text.replaceAll(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
			return false
		}
		switch (actionOf('viewer-search', press)) {
			case 'accept':
				accept(this.#text)
				return true
			case 'close':
				return true
			case 'delete-left':
				if (this.#text === '') return true
				this.#text = this.#text.slice(0, previousStop(this.#text, this.#text.length))
				return false
			case 'delete-word':
				this.#text = withoutLastWord(this.#text)
				return false
			case 'delete-all':
				this.#text = ''
				return false
			case undefined:
				return false
		}
	}

	#pick({ choices }: AskedChoice, press: KeyPress): boolean {
		const digit = press.kind === 'text' && /^[1-9]$/.test(press.text) ? Number(press.text) : undefined
		if (digit !== undefined) {
			const chosen = digit <= MOST_SEEN ? choices[this.#first + digit - 1] : undefined
			chosen?.choose()
			return chosen !== undefined
		}
		switch (actionOf('picker', press)) {
			case 'choose':
				choices[this.#cursor]?.choose()
				return true
			case 'close':
				return true
			case 'previous':
				this.#to(this.#cursor - 1, choices.length)
				return false
			case 'next':
				this.#to(this.#cursor + 1, choices.length)
				return false
			case 'page-up':
			case 'first':
				this.#to(0, choices.length)
				return false
			case 'page-down':
			case 'last':
				this.#to(choices.length - 1, choices.length)
				return false
			default:
				return false
		}
	}

	#to(index: number, count: number): void {
		this.#cursor = Math.min(count - 1, Math.max(0, index))
		this.#first = Math.min(this.#cursor, Math.max(this.#first, this.#cursor - MOST_SEEN + 1))
	}
}

/** A digit each, and room for what is asked about at the smallest of windows. */
const MOST_SEEN = 9
