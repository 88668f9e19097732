// Ink's frame on the main screen: where it is, what is written so that finished rows get above it, and what has become of
// it in a window of another size.

import { pictureHeight } from '../pictures/picture-row.ts'
import { ERASE_IN_TWO, erasedFrom, HIDE_CURSOR } from './frame/erasing.ts'
import { firmColumns, NO_WRAP, WRAP } from './frame/firm-columns.ts'
import { type FramePosition, NO_FRAME, positionAfter } from './frame/frame-position.ts'
import { insertion } from './frame/insertion.ts'
import { type CutRows, InsertedRows } from './inserted-rows.ts'
import type { Places } from './place-question.ts'
import type { Reflow } from './reflow.ts'
import {
	insertionFrom,
	laidIn,
	placeIn,
	rowsAboveLeft,
	rowsAbovePlace,
	savedPlace,
	toPlace,
} from './reflowed-frame.ts'
import { RowsAboveFrame } from './rows-above.ts'
import type { LaidRows, ScreenSize } from './rows-after.ts'
import type { WindowResize } from './window-resize.ts'

export type MainFrameDeps = {
	screen(): ScreenSize
	/** What the terminal does to rows that have become too long, as far as that is known by now. */
	reflow(): Reflow
	resize(): Pick<WindowResize, 'sizes' | 'isSizeTold' | 'isGoingOn'>
	/** Something is open: where the frame is taller for it, rows above are covered, and back when it has gone. */
	covers(): boolean
	/** Told where the frame is whenever that changes. */
	onMoved(frame: FramePosition): void
}

/** Rows that are put above the frame, and what is written for them. */
export type Insertion = { text: string; rows: readonly string[] }

export const NO_INSERTION: Insertion = { text: '', rows: [] }

/** It writes nothing itself: what is to be written is what its functions return. */
export class MainFrame {
	readonly #deps: MainFrameDeps
	readonly #above: RowsAboveFrame
	#position: FramePosition = NO_FRAME
	/** What is there instead of the frame, and for how many columns: it met a narrower window than we knew of. */
	#left: { laid: LaidRows; columns: number } | undefined
	/** It has been taken away, and the cursor is where it will be drawn again. */
	#isDue = false
	/** The terminal has cut rows, and nobody knows which. */
	#isCut = false
	/** Rows of which the terminal has not said yet what size they met. */
	readonly #met = new InsertedRows()

	constructor(deps: MainFrameDeps) {
		this.#deps = deps
		this.#above = new RowsAboveFrame(deps.screen)
	}

	get position(): FramePosition {
		return this.#position
	}

	/** The rows above it. Only what has no effect on the frame may be done to them directly. */
	get above(): Pick<RowsAboveFrame, 'add' | 'mark' | 'waiting'> {
		return this.#above
	}

	/** Rows of the screen above it, which is at the bottom if nothing else is known. */
	get rowsAbove(): number {
		return this.#above.above(this.#position)
	}

	get isCut(): boolean {
		return this.#isCut
	}

	/** Where the terminal cuts rows, those above the frame have to be looked for also where it is not drawn again yet. */
	get hasPlace(): boolean {
		return this.#position.bottom > 0 || (this.#isDue && this.#deps.reflow() === 'none')
	}

	/** @param text - one whole write of Ink's */
	drawn(text: string, inserted: Insertion): string {
		const before = this.#position
		const after = positionAfter(before, text)
		const covers = this.#deps.covers()
		const covering = covers ? this.#above.cover(before, after) : ''
		this.#moveTo(after)
		this.#above.drawn(after)
		const firm = firmColumns(text, before.column)
		// Where it is narrower than we know, it cuts the frame now, which is where it was then.
		const drawn = this.#deps.reflow() === 'none' ? `${NO_WRAP}${firm}${WRAP}` : firm
		const written = inserted.text + covering + drawn + this.#uncovered() + this.#saved()
		if (!covers) this.#above.release(after)
		return this.#asking({ rows: inserted.rows, before, written })
	}

	/**
	 * Rows that wait are put above it. What is returned is written before anything else.
	 * @param given - bytes that may be on their way; undefined: all of them go out, also those that are covered
	 * @param next - what is written behind
	 */
	insertion(given: number | undefined, next: 'frame' | 'nothing'): Insertion {
		const frame = this.#position
		if (given === undefined) this.#above.release(frame)
		const room = given ?? Number.POSITIVE_INFINITY
		const rows = this.#above.take(room, frame)
		if (rows.length === 0) return NO_INSERTION
		if (frame.bottom === 0) return { text: rows.map(row => `${row}\r\n`).join(''), rows }
		return {
			text: insertionFrom({ rows, frame, screen: this.#deps.screen(), next }, this.#deps.reflow()),
			rows,
		}
	}

	/** Of rows that are put above it while it stays as it is. */
	around({ text, rows }: Insertion): string {
		return this.#asking({ rows, before: this.#position, written: text + this.#saved() })
	}

	/** @returns what erases it */
	takeAway(): string {
		const erased = this.erased
		this.#moveTo(NO_FRAME)
		return erased
	}

	/** What erases it, from where the cursor is. */
	get erased(): string {
		const { row, bottom } = this.#position
		return bottom > 0 ? erasedFrom(row) : ''
	}

	/** The screen is erased, and begins with the last of these rows. */
	repainted(rows: readonly string[], limit: number): string {
		this.#moveTo(NO_FRAME)
		return `${ERASE_IN_TWO}${this.#above.fill(rows, limit)}`
	}

	/** Another program writes to the screen. */
	forget(): void {
		this.#above.forget()
		this.#above.isNowhere()
	}

	/**
	 * The window has rested. The frame is taken away before Ink draws it for the new size: where it begins is known only
	 * here. What stands above it is the terminal's own and stays as it is.
	 * @param isShown - false: another screen is, or another program's
	 * @returns undefined where there is nothing to take away
	 */
	rested(places: Places | undefined, isShown: boolean): string | undefined {
		const cut = this.#met.known()
		if (cut) this.#leave(cut)
		const frame = this.#position
		const reflow = this.#deps.reflow()
		const { hasPlace } = this
		const { sizes } = this.#deps.resize()
		const above = this.#above.whenDrawn(sizes[0], frame)
		this.#above.isNowhere()
		this.#isCut = reflow === 'none' && !places && hasPlace
		if (this.#isCut) this.#above.forget()
		else if (reflow !== 'none') this.#above.resized()
		if (!hasPlace || !isShown) return undefined
		const columns = sizes.map(size => size.columns)
		const rowsAbove = this.#left
			? rowsAboveLeft(this.#left.laid, { columns: columnsFrom(this.#left.columns, columns), places })
			: rowsAbovePlace(frame, { reflow, sizes, places, above })
		this.#moveTo(NO_FRAME)
		if (places) this.#above.isAt(places.cursor - 1 - rowsAbove)
		const uncut = reflow === 'none' && places ? this.#above.uncut(columns) : ''
		this.#isDue = true
		return `${HIDE_CURSOR}${toPlace(reflow, places)}${erasedFrom(rowsAbove)}${uncut}`
	}

	/**
	 * What the terminal says; what is not an answer to this is no matter.
	 * @returns what is written because rows were cut, and nothing more before it is known what the others have met
	 */
	takeReply(reply: string): string | undefined {
		const wasCut = this.#met.isCut
		const cut = this.#met.takeReply(reply)
		const room = this.#met.takeRoom()
		if (room !== undefined && !this.#deps.resize().isGoingOn) this.#above.hasRoom(room)
		if (cut) return this.#takenBack(cut)
		return !wasCut && this.#met.isCut ? '' : undefined
	}

	/** The terminal is about to say whether rows were cut. */
	get awaitsRows(): boolean {
		return this.#met.isOpen
	}

	/** @returns the question what size the terminal has; undefined where it is not known to answer */
	askingSize(told: (said: ScreenSize | undefined) => void): string | undefined {
		return this.#deps.resize().isSizeTold ? this.#met.askingSize(told) : undefined
	}

	/** Asks the terminal nothing more, and resolves when it has nothing more to answer. */
	stopAsking(): Promise<void> {
		return this.#met.stop()
	}

	resumeAsking(): void {
		this.#met.resume()
	}

	/** The frame goes, and what was cut with it; both are written again when the size is known. */
	#takenBack(cut: CutRows): string {
		this.#leave(cut)
		// In the middle of a drag this might meet the next size, at which these rows are more or fewer: where the terminal
		// tells where the cursor is, they go when it rests.
		if (this.#deps.reflow() === 'moves-cursor') return ''
		this.#moveTo(NO_FRAME)
		return `${HIDE_CURSOR}${erasedFrom(cut.laid.row)}`
	}

	#leave({ laid, columns, rows }: CutRows): void {
		this.#above.putBack(rows)
		this.#left = { laid, columns }
	}

	#uncovered(): string {
		const rows = this.#above.uncover(this.#position)
		if (rows.length === 0) return ''
		return insertion({ rows, frame: this.#position, screen: this.#deps.screen(), next: 'nothing' })
	}

	/** @returns what is written, with the question what size it has met where that may cut rows above the frame */
	#asking({
		rows,
		before,
		written,
	}: {
		rows: readonly string[]
		before: FramePosition
		written: string
	}): string {
		const below = this.#position.bottom - this.#position.row
		const reflow = this.#deps.reflow()
		const isKnown = before.bottom > 0 && reflow !== 'none' && this.#deps.resize().isSizeTold
		if (rows.length === 0 || !isKnown || rows.some(row => pictureHeight(row) > 0)) {
			this.#met.also(written, below)
			return written
		}
		const screen = this.#deps.screen()
		const laid = (narrower: number) => laidIn(before, { reflow, columns: [screen.columns, narrower] })
		const lot = { rows, screen, laid, row: placeIn(before, reflow).row, below, written }
		return this.#met.asking(lot, reflow === 'moves-cursor')
	}

	#saved(): string {
		return savedPlace(this.#position, this.#deps.reflow())
	}

	#moveTo(frame: FramePosition): void {
		this.#left = undefined
		this.#isDue = false
		if (frame.bottom === 0) this.#met.forget()
		this.#position = frame
		this.#deps.onMoved(frame)
	}
}

/** @returns those since the terminal had so many columns, whether the system has told of them or not */
function columnsFrom(columns: number, [, ...sizes]: readonly number[]): readonly number[] {
	const index = sizes.indexOf(columns)
	return index < 0 ? [columns, ...sizes] : sizes.slice(index)
}
