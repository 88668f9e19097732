// The way to the terminal, and the only one: in its colours and its glyphs, at the pace of the link, until it is gone.

import { asAscii } from '../text/ascii-glyphs.ts'
import type { LinkPace } from './link/link-pace.ts'
import type { ScreenSize } from './rows-after.ts'
import { withoutColour } from './without-colour.ts'

/** `process.stdout` of a terminal, as far as it is used. */
export type Terminal = NodeJS.WritableStream & {
	readonly columns: number
	readonly rows: number
	/** Node's own, undocumented: asks for the size, which may have changed before its signal is here, and says so. */
	_refreshSize?(): void
}

export type WireOptions = {
	/** False: no colour gets through, not Ink's either. */
	hasColour: boolean
	/** True: our own glyphs are written in ASCII. Left out, as they are. */
	isAscii?(): boolean
	/** Left out, everything is written at once. */
	pace?: LinkPace
	/** The terminal is gone: closed, or the other end of a connection. Called once. */
	onLost(): void
}

export class TerminalWire {
	readonly #terminal: Terminal
	readonly #options: WireOptions
	readonly #onResize: () => void
	#isGone = false

	/** @param onResize - called from within `refresh`, too */
	constructor(terminal: Terminal, options: WireOptions, onResize: () => void) {
		this.#terminal = terminal
		this.#options = options
		this.#onResize = onResize
		terminal.on('resize', onResize)
		terminal.on('error', () => this.#lose())
	}

	get size(): ScreenSize {
		return { columns: this.#terminal.columns || 80, rows: this.#terminal.rows || 24 }
	}

	/** Nothing reaches it any more. */
	get isGone(): boolean {
		return this.#isGone
	}

	/** Asks the system for the size. */
	refresh(): void {
		this.#terminal._refreshSize?.()
	}

	send(text: string): void {
		if (this.#isGone || text === '') return
		const { hasColour, isAscii, pace } = this.#options
		const coloured = hasColour ? text : withoutColour(text)
		const written = isAscii?.() ? asAscii(coloured) : coloured
		if (!pace) return void this.#terminal.write(written)
		const beforeMs = performance.now()
		this.#terminal.write(pace.sending(written))
		pace.stood(performance.now() - beforeMs)
	}

	/** A terminal that is gone goes on failing while the program ends; nobody is left to be told. */
	letGo(): void {
		this.#terminal.off('resize', this.#onResize)
		this.#isGone = true
	}

	#lose(): void {
		if (this.#isGone) return
		this.#isGone = true
		this.#options.pace?.end()
		this.#options.onLost()
	}
}
