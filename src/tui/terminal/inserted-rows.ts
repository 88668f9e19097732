// What has become of rows that were put above the frame: a window that has become narrower cuts them before the program
// hears of it, and puts them elsewhere, as the frame has been broken in two. So the terminal is asked for its size behind
// them. Those that met a narrower one are taken back with the frame, from which on it is known what stands where.

import { heightOf } from './frame/insertion.ts'
import { type LaidRows, rowsAfter, type ScreenSize } from './rows-after.ts'
import { brokenAnew } from './xtermjs-reflow.ts'

/** Rows that were written, and what else was until the terminal says which size they met. */
type Lot = {
	rows: readonly string[]
	screen: ScreenSize
	/** What was there from the frame's first row on, and in which of them the write began, in a terminal of so many columns. */
	laid(columns: number): LaidRows
	/** Of the cursor, counted from the frame's first row as it was before, and from its last as it is. */
	row: number
	below: number
	written: string
	/** Of the screen, from 1, where the write began; left out where that is not asked. */
	startRow?: number
	/** What the terminal has said. */
	met?: ScreenSize
	/** Where others have met another size, it is known what has become of it. */
	isFollowed?: boolean
}

/** `laid`: what there is now from where the frame began. `rows`: to be written again. `columns`: those it met. */
export type CutRows = { laid: LaidRows; columns: number; rows: readonly string[] }

export class InsertedRows {
	#lots: Lot[] = []
	/** Answers to come that nobody waits for any more. */
	#passedOver = 0
	#hasAnswered = false
	#asked = 0
	/** In what order the terminal says its rows and columns: tmux before 3.4 has columns first. Known from an answer that agrees. */
	#order: 'usual' | 'columns-first' | undefined
	#isStopped = false
	/** Of the screen, from the frame's first to the last, when the rows that were answered last had been put above it. */
	#room: number | undefined
	/** Who has asked for the size alone. */
	#told: ((said: ScreenSize | undefined) => void) | undefined
	#waiting: (() => void)[] = []

	/**
	 * @param asksPlace - where it begins cannot be told from what was written; how it is broken anew is known
	 * @returns what is written, with the questions
	 */
	asking(lot: Lot, asksPlace: boolean): string {
		if (this.#isStopped) return lot.written
		// It is none that answers this.
		if (!this.#hasAnswered && this.#asked >= MOST_UNANSWERED) return lot.written
		this.#asked++
		this.#passOver()
		this.#lots.push({ ...lot, isFollowed: asksPlace })
		return `${asksPlace ? ASK_PLACE : ''}${lot.written}${ASK_SIZE}`
	}

	/**
	 * Asks for the size alone, where the terminal is known to say it and to have answered all else. Asking anything again
	 * ends the question.
	 * @returns what is written for it
	 */
	askingSize(told: (said: ScreenSize | undefined) => void): string | undefined {
		if (this.#isStopped || this.#order === undefined || this.#lots.length > 0) return undefined
		this.#passOver()
		this.#told = told
		return ASK_SIZE
	}

	/** What has been written behind rows of which it is not known yet what they met. */
	also(written: string, below: number): void {
		const last = this.#lots.at(-1)
		if (last) Object.assign(last, { written: last.written + written, below })
	}

	/** Whether an answer is to come that may say that rows were cut. */
	get isOpen(): boolean {
		return this.#hasAnswered && this.#lots.length > 0
	}

	/** Rows were cut, and others have been written behind them of which the terminal has said nothing yet. */
	get isCut(): boolean {
		return this.#lots[0]?.met !== undefined
	}

	/** @returns what is known by now of rows that were cut: of the others, that they have met what was said last */
	known(): CutRows | undefined {
		if (!this.isCut) return undefined
		const lots = this.#lots
		this.#passedOver += lots.filter(({ met }) => !met).length
		this.#lots = []
		return cutRows(lots)
	}

	/** What the terminal says; what is not an answer to this is no matter. */
	takeReply(reply: string): CutRows | undefined {
		const place = PLACE.exec(reply)?.[1]
		const unplaced = this.#lots.find(({ startRow }) => startRow === undefined)
		if (place !== undefined && unplaced) unplaced.startRow = Number(place)
		const [, first, second] = SIZE.exec(reply) ?? []
		if (first === undefined || second === undefined) return undefined
		this.#hasAnswered = true
		const cut = this.#answered([Number(first), Number(second)])
		if (!this.#isToCome) for (const settle of this.#waiting.splice(0)) settle()
		return cut
	}

	/**
	 * How many rows the screen has from the frame's first to its last, if that has just been learnt: no fewer, if the frame has
	 * become taller meanwhile.
	 */
	takeRoom(): number | undefined {
		const room = this.#room
		this.#room = undefined
		return room
	}

	/** The frame they stood above is gone, or something else is shown. */
	forget(): void {
		this.#passedOver += this.#lots.length
		this.#lots = []
	}

	/** Asks no more, and resolves when there is no answer to come any more: whoever has the terminal next would get it. */
	async stop(): Promise<void> {
		this.#isStopped = true
		if (!this.#isToCome) return
		await new Promise<void>(resolve => {
			const timer = setTimeout(resolve, PATIENCE_MS)
			this.#waiting.push(() => {
				clearTimeout(timer)
				resolve()
			})
		})
	}

	/** Goes on after `stop`; what has not been answered by now never will be. */
	resume(): void {
		this.#isStopped = false
		this.#lots = []
		this.#told = undefined
		this.#passedOver = 0
	}

	get #isToCome(): boolean {
		return this.#told !== undefined || this.#lots.length + this.#passedOver > 0
	}

	/** Nobody waits for the answer about the size alone any more. */
	#passOver(): void {
		if (!this.#told) return
		this.#told = undefined
		this.#passedOver++
	}

	#answered(said: readonly [number, number]): CutRows | undefined {
		if (this.#passedOver > 0) {
			this.#passedOver--
			return undefined
		}
		const lot = this.#lots.find(({ met }) => !met)
		if (!lot) {
			const told = this.#told
			this.#told = undefined
			told?.(this.#inOrder(said))
			return undefined
		}
		const size = this.#sizeOf(said, lot.screen)
		if (!this.isCut && (!size || size.columns >= lot.screen.columns)) {
			this.#lots.shift()
			this.#room = size?.rows === lot.screen.rows && this.#lots.length === 0 ? roomAfter(lot) : undefined
			return undefined
		}
		lot.met = size ?? lot.screen
		return !lot.isFollowed || this.#lots.every(({ met }) => met) ? this.known() : undefined
	}

	/** @returns undefined while it is not known which is which */
	#sizeOf([first, second]: readonly [number, number], { rows, columns }: ScreenSize): ScreenSize | undefined {
		if (first === rows && second === columns && rows !== columns) this.#order = 'usual'
		if (first === columns && second === rows && rows !== columns) this.#order = 'columns-first'
		return this.#inOrder([first, second])
	}

	#inOrder([first, second]: readonly [number, number]): ScreenSize | undefined {
		if (this.#order === undefined) return undefined
		return this.#order === 'usual' ? { rows: first, columns: second } : { rows: second, columns: first }
	}
}

function roomAfter({ screen, startRow, row, rows }: Lot): number | undefined {
	if (startRow === undefined) return undefined
	const height = rows.reduce((sum, each) => sum + heightOf(each, screen.columns), 0)
	return screen.rows - (startRow - 1 - row) - height
}

/** @param lots - the first has met a narrower window, the others that one or another */
function cutRows([first, ...others]: readonly Lot[]): CutRows | undefined {
	if (!first?.met) return undefined
	let screen = first.met
	let laid = first.laid(screen.columns)
	let placed: readonly { row: string; place: number; columns: number }[] = []
	for (const { met = screen, startRow, written, rows, row: below, screen: known } of [first, ...others]) {
		if (met.columns !== screen.columns) {
			const before = laid
			laid = brokenAnew(before, { columns: [screen.columns, met.columns], isFull: false })
			const place = placeAfter(before, laid)
			placed = placed.map(each => ({ ...each, place: place(each.place) }))
		}
		screen = met
		const { columns } = screen
		let next = laid.row - below
		for (const row of rows) {
			placed = [...placed, { row, place: next, columns }]
			next += heightOf(row, known.columns) > 1 ? heightOf(row, columns) : 1
		}
		const last = startRow === undefined ? {} : { last: laid.row + screen.rows - startRow }
		laid = rowsAfter(laid, written, { columns, ...last })
	}
	// What has left the screen cannot be taken back; what was cut there is written whole once more.
	const below = (others.at(-1) ?? first).below
	const out = Math.max(0, laid.row + below + 1 - screen.rows)
	const again = placed.filter(({ row, place, columns }) => place >= out || heightOf(row, columns) > 1)
	return { laid, columns: screen.columns, rows: again.map(({ row }) => row) }
}

/** @returns where the line begins that a row was of before the others were broken anew */
function placeAfter(before: LaidRows, after: LaidRows): (place: number) => number {
	const starts = after.rows.flatMap(({ isContinued }, index) => (isContinued ? [] : [index]))
	return place => {
		const line = before.rows.slice(0, place + 1).filter(({ isContinued }) => !isContinued).length - 1
		return starts[line] ?? place
	}
}

const ASK_SIZE = '\x1b[18t'
/** DECXCPR, as in `place-question.ts`. */
const ASK_PLACE = '\x1b[?6n'
const PLACE = /^\x1b\[\??(\d+);\d+(?:;\d+)?R$/
const SIZE = /^\x1b\[8;(\d+);(\d+)t$/
const MOST_UNANSWERED = 3
const PATIENCE_MS = 100
