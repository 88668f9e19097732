// Asks the terminal where its cursor is, and where the place is that was saved with the frame.

/** Rows of the screen, from 1. */
export type Places = { cursor: number; saved: number }

export class PlaceQuestion {
	#told: number[] = []
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
		send(`${ASK_PLACE}${RESTORE_PLACE}${ASK_PLACE}`)
	}

	takeReply(reply: string): void {
		const row = PLACE.exec(reply)?.[1]
		if (row === undefined || !this.#settle) return
		this.#told.push(Number(row))
		const [cursor, saved] = this.#told
		if (cursor !== undefined && saved !== undefined) this.#end({ cursor, saved })
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

/** DECXCPR: unlike the answer to CPR, this one's is not like any key. */
const ASK_PLACE = '\x1b[?6n'
const PLACE = /^\x1b\[\?(\d+);\d+(?:;\d+)?R$/
const RESTORE_PLACE = '\x1b8'
const PATIENCE_MS = 300
