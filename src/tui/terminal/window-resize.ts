// The time in which a window changes its size. What is written while it is dragged meets a terminal of another size than it
// was made for, so nothing is until it rests for a moment.

import { PlaceQuestion, type Places } from './place-question.ts'
import type { Reflow } from './reflow.ts'
import { SAVE_PLACE } from './reflowed-frame.ts'

export type ResizeDeps = {
	/** How long a window has another size before that is drawn: longer than between two sizes of one that is dragged. */
	restMs: number
	reflow(): Reflow
	columns(): number
	send(sequence: string): void
	/** The terminal is about to say whether rows that were put above the frame were cut. */
	awaitsRows(): boolean
	/** There is no frame to look for. */
	isFrameless(): boolean
	/** The window rests, for good. */
	onRest(places: Places | undefined): void
}

export class WindowResize {
	readonly #deps: ResizeDeps
	readonly #places = new PlaceQuestion()
	#sizes: readonly number[] = []
	#narrowest = Number.POSITIVE_INFINITY
	#isGoingOn = false
	#isUnconfirmed = false
	#isSizeTold = true
	/** Answers are late, and waited for once more. */
	#isLastWait = false
	#timer: NodeJS.Timeout | undefined

	constructor(deps: ResizeDeps) {
		this.#deps = deps
	}

	/** Nothing is to be written. */
	get isGoingOn(): boolean {
		return this.#isGoingOn
	}

	/** The system says what the terminal does: of one that does not, nothing is to be believed about its size. */
	get isSizeTold(): boolean {
		return this.#isSizeTold
	}

	/** In columns, since the frame was drawn. */
	get sizes(): readonly number[] {
		return this.#sizes
	}

	/** In columns, of the sizes before it rested last. */
	get narrowest(): number {
		return this.#narrowest
	}

	/** The frame is drawn for the size there is. */
	drawn(): void {
		this.#sizes = [this.#deps.columns()]
	}

	/** The system has another size. */
	changed(): void {
		this.#isGoingOn = true
		this.#isUnconfirmed = false
		this.#sizes = [...this.#sizes, this.#deps.columns()]
		this.#places.stop()
		this.#restAgain()
	}

	/** The terminal has said another size than the system has so far. */
	saidByTerminal(): void {
		this.#isUnconfirmed = !this.#isGoingOn
		this.#isGoingOn = true
		this.#places.stop()
		this.#restAgain()
	}

	takeReply(reply: string): void {
		this.#places.takeReply(reply)
	}

	/** It rests, or is not waited for any more. */
	end(places?: Places): void {
		clearTimeout(this.#timer)
		this.#places.stop()
		this.#isGoingOn = false
		if (this.#isUnconfirmed) this.#isSizeTold = false
		this.#isUnconfirmed = false
		this.#narrowest = Math.min(this.#deps.columns(), ...this.#sizes)
		this.#deps.onRest(places)
	}

	#restAgain(): void {
		clearTimeout(this.#timer)
		this.#timer = setTimeout(() => this.#rest(), this.#deps.restMs)
	}

	#rest(): void {
		const { awaitsRows, isFrameless, send } = this.#deps
		if (awaitsRows() && !this.#isLastWait) {
			this.#isLastWait = true
			return this.#restAgain()
		}
		this.#isLastWait = false
		const reflow = this.#deps.reflow()
		if (isFrameless() || !asksForPlace(reflow)) return this.end()
		// Where nothing was saved with the frame, the cursor would not stay where it is.
		const ask = (sequence: string) => send(reflow === 'none' ? SAVE_PLACE + sequence : sequence)
		this.#places.ask(ask, places => this.end(places))
	}
}

/** Where the frame is can only be known from the terminal. */
function asksForPlace(reflow: Reflow): boolean {
	return reflow === 'moves-cursor' || reflow === 'none'
}
