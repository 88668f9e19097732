// Asks the terminal where its cursor is, where the place is that was saved with the frame, and how large the screen is on
// which they are: of an answer that was given on another one than the program knows of nothing can be told.

/** Rows of the screen, from 1. */
export type Places = { cursor: number; saved: number; screen: { rows: number; columns: number } }

export class PlaceQuestion {
	#told: (readonly [number, number])[] = []
	#settle: ((places: Places | undefined) => void) | undefined
	#timer: NodeJS.Timeout | undefined

	/**
	 * The cursor is at the saved place afterwards. Asking again ends the question before.
	 * @param told - undefined where the terminal has not answered in time
	 */
	ask(send: (sequence: string) => void, told: (places: Places | undefined) => void): void {
		this.#end()
		this.#settle = told
		this.#timer = setTimeout(() => this.#end(), PATIENCE_MS)
		send(`${ASK_PLACE}${RESTORE_PLACE}${ASK_PLACE}${LAST_CELL}${ASK_PLACE}${RESTORE_PLACE}`)
	}

	takeReply(reply: string): void {
		const [, row, column] = PLACE.exec(reply) ?? []
		if (row === undefined || !this.#settle) return
		this.#told.push([Number(row), Number(column)])
		const [cursor, saved, last] = this.#told
		if (!cursor || !saved || !last) return
		this.#end({ cursor: cursor[0], saved: saved[0], screen: { rows: last[0], columns: last[1] } })
	}

	/** Nobody waits for the answer any more. */
	stop(): void {
		this.#settle = undefined
		this.#end()
	}

	#end(places?: Places): void {
		clearTimeout(this.#timer)
		const settle = this.#settle
		this.#settle = undefined
		this.#told = []
		settle?.(places)
	}
}

/** DECXCPR: unlike the answer to CPR, which st gives all the same, this one's is not like any key. */
const ASK_PLACE = '\x1b[?6n'
const PLACE = /^\x1b\[\??(\d+);(\d+)(?:;\d+)?R$/
/** Terminals keep the cursor on the screen, whatever they are told. */
const LAST_CELL = '\x1b[9999;9999H'
const RESTORE_PLACE = '\x1b8'
const PATIENCE_MS = 300
