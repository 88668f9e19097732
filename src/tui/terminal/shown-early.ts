// Text that stands on the terminal before Ink's frame has it: where, and what takes it away again when no frame comes
// that does.

import type { FramePosition } from './frame/frame-position.ts'

export class ShownEarly {
	readonly #send: (sequence: string) => void
	readonly #isHeldBack: () => boolean
	readonly #patienceMs: number
	#place: FramePosition | undefined
	#timer: NodeJS.Timeout | undefined

	/**
	 * @param isHeldBack - the frame waits for the link to the terminal
	 * @param patienceMs - longer than a frame takes, on a busy machine as well
	 */
	constructor(send: (sequence: string) => void, isHeldBack: () => boolean, patienceMs = 100) {
		this.#send = send
		this.#isHeldBack = isHeldBack
		this.#patienceMs = patienceMs
	}

	/**
	 * Writes it into the empty cell the cursor stands on, and leaves the cursor there, where Ink looks for it.
	 * @param text - one character, one cell wide
	 */
	show(text: string, frame: FramePosition): void {
		if (this.#place) return
		this.#place = frame
		this.#send(text + toColumn(frame.column))
		this.#wait(frame)
	}

	#wait({ column }: FramePosition): void {
		this.#timer = setTimeout(() => {
			if (this.#isHeldBack() && this.#place) return this.#wait(this.#place)
			this.#place = undefined
			this.#send(` ${toColumn(column)}`)
		}, this.#patienceMs)
	}

	/** Ink has drawn: with the cursor elsewhere it has drawn what was shown. */
	drawn(frame: FramePosition): void {
		if (!this.#place || (frame.column === this.#place.column && frame.bottom > 0 && frame.isCursorShown))
			return
		clearTimeout(this.#timer)
		this.#place = undefined
	}
}

function toColumn(column: number): string {
	return `\x1b[${column + 1}G`
}
