// The time in which a window changes its size. What is written while it is dragged meets a terminal of another size than it
// was made for, so nothing is until it rests for a moment.

import { PlaceQuestion, type Places } from './place-question.ts'
import type { Reflow } from './reflow.ts'
import { SAVE_PLACE } from './reflowed-frame.ts'
import type { ScreenSize } from './rows-after.ts'

export type ResizeDeps = {
	/** How long a window has another size before that is drawn: longer than between two sizes of one that is dragged. */
	restMs: number
	reflow(): Reflow
	columns(): number
	rows(): number
	/** Asks the system for the size; where it is another one, `changed` is called before this returns. */
	refresh(): void
	send(sequence: string): void
	/** The terminal is about to say whether rows that were put above the frame were cut. */
	awaitsRows(): boolean
	/**
	 * Asks the terminal for its size, which is told unless something else is asked meanwhile.
	 * @returns false where it is not known to answer
	 */
	askSize(told: (screen: ScreenSize | undefined) => void): boolean
	/** There is no frame to look for. */
	isFrameless(): boolean
	/** The window rests, for good. */
	onRest(places: Places | undefined): void
}

export class WindowResize {
	readonly #deps: ResizeDeps
	readonly #places = new PlaceQuestion()
	#sizes: readonly ScreenSize[] = []
	#narrowest = Number.POSITIVE_INFINITY
	#isGoingOn = false
	#isUnconfirmed = false
	#isSizeTold = true
	/** Answers are late, and waited for once more. */
	#isLastWait = false
	#timer: NodeJS.Timeout | undefined
	/** The longest time between two sizes of this drag: on a busy machine they come late. */
	#gapMs = 0
	#changedAtMs = 0
	#changes = 0
	/** Answers on another screen than the system tells of. */
	#disagreed = 0

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

	/** Since the frame was drawn. */
	get sizes(): readonly ScreenSize[] {
		return this.#sizes
	}

	/** In columns, of the sizes before it rested last. */
	get narrowest(): number {
		return this.#narrowest
	}

	/** The frame is drawn for the size there is. */
	drawn(): void {
		this.#sizes = [this.#size]
	}

	/** The system has another size. */
	changed(): void {
		const nowMs = performance.now()
		this.#gapMs = this.#isGoingOn ? Math.max(this.#gapMs, nowMs - this.#changedAtMs) : 0
		this.#changedAtMs = nowMs
		this.#changes++
		this.#disagreed = 0
		this.#isGoingOn = true
		this.#isUnconfirmed = false
		this.#sizes = [...this.#sizes, this.#size]
		this.#places.stop()
		this.#restAgain()
	}

	/** The terminal has said another size than the system has so far. */
	saidByTerminal(): void {
		if (!this.#isGoingOn) {
			this.#isUnconfirmed = true
			this.#changedAtMs = performance.now()
		}
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
		this.#gapMs = 0
		this.#narrowest = Math.min(this.#deps.columns(), ...this.#sizes.map(({ columns }) => columns))
		this.#deps.onRest(places)
	}

	get #size(): ScreenSize {
		return { columns: this.#deps.columns(), rows: this.#deps.rows() }
	}

	#restAgain(): void {
		clearTimeout(this.#timer)
		const ms = Math.min(MOST_REST_MS, GAPS_TO_REST * this.#gapMs)
		this.#timer = setTimeout(() => this.#rest(), Math.max(this.#deps.restMs, ms))
	}

	#rest(): void {
		const { awaitsRows, isFrameless, send } = this.#deps
		if (awaitsRows() && !this.#isLastWait) {
			this.#isLastWait = true
			return this.#restAgain()
		}
		this.#isLastWait = false
		const reflow = this.#deps.reflow()
		if (isFrameless()) return this.end()
		if (!asksForPlace(reflow)) return this.#askSize()
		// Where nothing was saved with the frame, the cursor would not stay where it is.
		const ask = (sequence: string) => send(reflow === 'none' ? SAVE_PLACE + sequence : sequence)
		this.#places.ask(ask, places => this.#told(places?.screen, places))
	}

	/** What the frame has become is known from the size, if that is the one that the terminal has. */
	#askSize(): void {
		const changes = this.#changes
		const isAsked = this.#deps.askSize(screen => {
			if (!this.#isGoingOn || this.#changes !== changes) return
			clearTimeout(this.#timer)
			this.#told(screen)
		})
		if (!isAsked) return this.end()
		this.#timer = setTimeout(() => this.end(), PATIENCE_MS)
	}

	#told(screen: ScreenSize | undefined, places?: Places): void {
		const changes = this.#changes
		this.#deps.refresh()
		// It goes on, and so does the rest.
		if (this.#changes !== changes) return
		const { columns, rows } = this.#deps
		const agrees = !screen || (screen.columns === columns() && screen.rows === rows())
		// The terminal has another size already, of which the system is about to tell.
		if (!agrees && this.#disagreed++ < MOST_DISAGREED) return this.#restAgain()
		this.#disagreed = 0
		this.end(places)
	}
}

const GAPS_TO_REST = 3
const MOST_REST_MS = 600
const MOST_DISAGREED = 3
const PATIENCE_MS = 300

/** Where the frame is can only be known from the terminal. */
function asksForPlace(reflow: Reflow): boolean {
	return reflow === 'moves-cursor' || reflow === 'none'
}
