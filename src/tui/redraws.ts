// Drawing what Ink thinks is there already: the frame alone, or with it as much of the transcript as the window has room for.

import type { ScreenStore } from './screen/screen-store.ts'
import { heightOf } from './terminal/frame/insertion.ts'
import type { TerminalOutput } from './terminal/terminal-output.ts'

export class Redraws {
	readonly #output: TerminalOutput
	readonly #store: Pick<ScreenStore, 'redrawn'>
	readonly #ink: { clear(): void; rerender(): void }
	#count = 0

	/** @param ink - `clear` takes the frame away, `rerender` draws it from the same state */
	constructor(
		output: TerminalOutput,
		store: Pick<ScreenStore, 'redrawn'>,
		ink: { clear(): void; rerender(): void },
	) {
		this.#output = output
		this.#store = store
		this.#ink = ink
	}

	/** Of what was drawn again. A frame with another number is another frame. */
	get count(): number {
		return this.#count
	}

	/** All of it, because somebody wants it, or nobody knows what the terminal has made of it. */
	all(): void {
		const output = this.#output
		if (output.isWindowTaken) {
			output.repaint([], 0)
			return this.frame()
		}
		const rows = this.#store.redrawn(output.rows)
		// Early in a session the screen still shows what was there before it. That is not ours to erase.
		const height = rows.reduce((sum, row) => sum + heightOf(row, output.columns), 0)
		const { rowsAboveFrame } = output
		this.#ink.clear()
		if (height >= output.rows) output.repaint(rows, rowsAboveFrame)
		this.#again()
	}

	/** The frame, which is no longer there. */
	frame(): void {
		this.forget()
		this.#again()
	}

	/** The frame is no longer there, and what is next is another. */
	forget(): void {
		this.#output.discard(() => this.#ink.clear())
	}

	#again(): void {
		this.#count++
		this.#ink.rerender()
	}
}

/**
 * Where nobody knows what the terminal has made of the rows, the screen has to be drawn again.
 * @returns ends it
 */
export function onNarrowed(output: TerminalOutput, redraw: () => void): () => void {
	let columns = output.columns
	let narrowest = columns
	let timer: NodeJS.Timeout | undefined
	const onResize = () => {
		clearTimeout(timer)
		narrowest = Math.min(narrowest, output.narrowest)
		timer = setTimeout(() => {
			// The next size is about to be told, and what it cuts is drawn again then.
			if (!output.hasRested()) return
			const isCut = narrowest < columns
			columns = output.columns
			narrowest = columns
			if (isCut) redraw()
		}, RESIZE_QUIET_MS)
	}
	output.on('resize', onResize)
	return () => {
		clearTimeout(timer)
		output.off('resize', onResize)
	}
}

const RESIZE_QUIET_MS = 120
