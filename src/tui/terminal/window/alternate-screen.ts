// The alternate screen: the window as a whole, beside the main screen and its scrollback, which come back as they were.

/** What else the terminal is told for the alternate screen, such as that the mouse is to be reported. */
export type ScreenModes = { on(): string; off: string }

/**
 * Which of the two screens is shown, and the sequences that change it. The main screen's cursor is kept and comes back
 * where it was. Each screen has a stack of its own for the keyboard's mode (kitty's protocol), so that what Ink asked
 * for on one is asked for on the other.
 */
export class AlternateScreen {
	readonly #modes: ScreenModes
	#hasModes = false
	#isShown = false
	/** What Ink wants of the keyboard: its sequence, or undefined when it has taken that back. */
	#wanted: string | undefined
	/** What the main screen has been told. */
	#onMain: string | undefined
	#onAlternate: string | undefined

	constructor(modes: ScreenModes = { on: () => '', off: '' }) {
		this.#modes = modes
	}

	get isShown(): boolean {
		return this.#isShown
	}

	/** Ink has written this, on the screen that is shown. */
	written(text: string): void {
		for (const [sequence, pushed] of text.matchAll(KEYBOARD)) {
			this.#wanted = pushed === '>' ? sequence : undefined
			if (this.#isShown) this.#onAlternate = this.#wanted
			else this.#onMain = this.#wanted
		}
	}

	/** Long rows are cut at the edge instead of broken: nothing may push the last row off. */
	enter(): string {
		if (this.#isShown) return ''
		this.#isShown = true
		this.#onAlternate = this.#wanted
		return `\x1b[?1049h${NO_WRAP}${ERASE}${this.#wanted ?? ''}${this.setModes()}`
	}

	/** For modes that are to be others than before. */
	setModes(): string {
		const off = this.#modesOff()
		const on = this.#modes.on()
		this.#hasModes = on !== ''
		return off + on
	}

	#modesOff(): string {
		return this.#hasModes ? this.#modes.off : ''
	}

	leave(): string {
		if (!this.#isShown) return ''
		this.#isShown = false
		const modes = this.#modesOff()
		this.#hasModes = false
		const keyboard = this.#onAlternate === undefined ? '' : POP_KEYBOARD
		const onMain = this.#onMain
		this.#onMain = this.#wanted
		// Empty: where the window has grown, tmux would keep rows of it in the scrollback.
		return `${modes}${keyboard}${ERASE}${WRAP}\x1b[?1049l${onMain === this.#wanted ? '' : (this.#wanted ?? POP_KEYBOARD)}`
	}
}

/** Of a write that is to reach a terminal which shows no frame any more: modes, and nothing that is drawn. */
export function modesIn(text: string): string {
	return (text.match(MODES) ?? []).join('')
}

/** Of the whole screen, from its top. */
export const ERASE = '\x1b[H\x1b[J'

const MODES = /\x1b\[\?(?!2026)\d+[hl]|\x1b\[(?:>\d+|<\d*)u/g
const KEYBOARD = /\x1b\[(?:(>)\d+|<\d*)u/g
const POP_KEYBOARD = '\x1b[<u'
const NO_WRAP = '\x1b[?7l'
const WRAP = '\x1b[?7h'
