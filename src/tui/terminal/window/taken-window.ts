// The window taken as a whole for a while. Whatever ends the program, the main screen is there again before it says why.

import { HIDE_CURSOR } from '../frame/erasing.ts'
import type { LinkPace } from '../link/link-pace.ts'
import { AlternateScreen, ERASE, modesIn, type ScreenModes } from './alternate-screen.ts'
import { WindowFrame } from './window-frame.ts'

export type TakenWindowDeps = {
	/** What else the terminal is told while the whole window is taken. */
	modes: ScreenModes | undefined
	screen(): { columns: number; rows: number }
	/** Left out, everything is sent at once. */
	pace: Pick<LinkPace, 'isOpen' | 'room'> | undefined
	send(sequence: string): void
	/** What waits for the main screen goes out while that is shown. */
	flush(): void
	/** The frame of the screen that is left is none any more. @returns what erases it */
	takeFrame(): string
	/** Ink has drawn what cannot be shown: it is to forget its frame and to draw it again. */
	onFrameLost(): void
}

export class TakenWindow {
	readonly #deps: TakenWindowDeps
	readonly #alternate: AlternateScreen
	readonly #frame = new WindowFrame()
	#isWanted = false
	/** Ink has been told to draw its frame again. */
	#isFrameLost = false
	#isCrashing = false
	/** Before the error is printed, which is to be seen on the main screen. */
	readonly #crashed = () => {
		this.#isCrashing = true
		this.showMain()
	}

	constructor(deps: TakenWindowDeps) {
		this.#deps = deps
		this.#alternate = new AlternateScreen(deps.modes)
	}

	/** The alternate screen is wanted, also while another program has the terminal. */
	get isWanted(): boolean {
		return this.#isWanted
	}

	get isShown(): boolean {
		return this.#alternate.isShown
	}

	/** @param isFree - false: another program has the terminal, and it is shown when that has gone */
	take(isFree: boolean): void {
		this.#isWanted = true
		if (isFree) this.show()
	}

	giveBack(): void {
		this.#isWanted = false
		if (!this.isShown) return
		this.showMain()
		// Ink takes it for hidden when it has forgotten the frame.
		this.#deps.send(HIDE_CURSOR)
	}

	/** For good: what is written from now on is for the main screen. */
	end(): void {
		this.#isWanted = false
		this.showMain()
	}

	/** The modes are others than before. */
	setModes(): void {
		if (this.isShown) this.#deps.send(this.#alternate.setModes())
	}

	/**
	 * Ink writes this.
	 * @returns whether it was for the window, or was the last that was written: there is nothing to be done with it
	 */
	written(text: string): boolean {
		this.#alternate.written(text)
		if (this.#isCrashing) this.#deps.send(modesIn(text))
		else if (this.isShown) this.#take(text)
		return this.#isCrashing || this.isShown
	}

	#take(text: string): void {
		if (MODES.test(text) && !PLACED_CURSOR.test(text)) {
			const cursor = CURSOR.exec(text)?.[1]
			if (cursor) this.#frame.cursorIs(cursor === 'h')
			return this.#deps.send(text.replaceAll(MOVEMENTS, ''))
		}
		const isTaken = this.#frame.take(text)
		if (!isTaken && !this.#isFrameLost) this.#deps.onFrameLost()
		this.#isFrameLost = !isTaken
	}

	/** What Ink has written is a frame: all of it goes out, or what there is room for, and in any case what has been typed. */
	drawn(): void {
		const { pace, send } = this.#deps
		if (!pace || pace.isOpen) this.sendMore()
		else if (pace.room > 0) send(this.#frame.typed())
	}

	/** What has not been sent yet, or as much of it as there is room for. */
	sendMore(): void {
		this.#deps.send(this.#frame.piece(this.#deps.pace?.room ?? Number.POSITIVE_INFINITY))
	}

	/** All that has been drawn has been sent. */
	get isWhole(): boolean {
		return !this.isShown || this.#frame.isWhole
	}

	/** It is as empty as at the beginning, and Ink draws it again. */
	erase(): void {
		this.#frame.erased(this.#deps.screen())
		this.#frame.forget()
		this.#deps.send(HIDE_CURSOR + ERASE)
	}

	show(): void {
		if (this.isShown) return
		this.#deps.flush()
		const erased = this.#deps.takeFrame()
		this.#frame.erased(this.#deps.screen())
		this.#frame.forget()
		this.#deps.send(`${HIDE_CURSOR}${erased}${this.#alternate.enter()}`)
		process.on('uncaughtExceptionMonitor', this.#crashed)
		process.on('exit', this.#crashed)
	}

	showMain(): void {
		if (!this.isShown) return
		process.off('uncaughtExceptionMonitor', this.#crashed)
		process.off('exit', this.#crashed)
		this.#deps.takeFrame()
		this.#deps.send(this.#alternate.leave())
		this.#deps.flush()
	}
}

/** Nothing but what is neither printed nor paints: how Ink sets modes, and how it takes a frame back. */
const MODES = /^(?:\x1b\[[?<>=]?[\d;]*(?!m)[A-Za-z])+$/
/** The cursor of the frame, which stays as it is. */
const PLACED_CURSOR = /^(?:\x1b\[\?25l)?(?:\x1b\[\d+A)?\x1b\[\d+G\x1b\[\?25h$/
const CURSOR = /\x1b\[\?25([hl])/
const MOVEMENTS = /\x1b\[\d*(?:;\d*)?[A-HJK]/g
