// The window taken as a whole for a while. Whatever ends the program, the main screen is there again before it says why.

import { AlternateScreen, modesIn, type ScreenModes } from './alternate-screen.ts'
import { HIDE_CURSOR } from './frame/erasing.ts'

export type TakenWindowDeps = {
	/** What else the terminal is told while the whole window is taken. */
	modes: ScreenModes | undefined
	send(sequence: string): void
	/** What waits for the main screen goes out while that is shown. */
	flush(): void
	/** The frame of the screen that is left is none any more. @returns what erases it */
	takeFrame(): string
}

export class TakenWindow {
	readonly #deps: TakenWindowDeps
	readonly #alternate: AlternateScreen
	#isWanted = false
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

	/** Ink writes this. @returns all that may reach the terminal of it when the program is about to print why it ends */
	written(text: string): string | undefined {
		this.#alternate.written(text)
		return this.#isCrashing ? modesIn(text) : undefined
	}

	show(): void {
		if (this.isShown) return
		this.#deps.flush()
		const erased = this.#deps.takeFrame()
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
