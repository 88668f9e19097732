// The finished rows above the frame: those that stand there, those that wait, and how much of the screen is the frame's.

import { upBy } from './frame/erasing.ts'
import type { FramePosition } from './frame/frame-position.ts'
import { lastWithin, writable } from './frame/insertion.ts'
import { ShownRows } from './frame/shown-rows.ts'
import type { ScreenSize } from './rows-after.ts'
import { WaitingRows } from './waiting-rows.ts'
import type { AboveFrame } from './xtermjs-place.ts'

export class RowsAboveFrame {
	readonly #screen: () => ScreenSize
	readonly #shown = new ShownRows()
	readonly #waiting = new WaitingRows()
	/** Rows of the screen from the frame's first to the last, at the least. */
	#room = 0
	/** Rows written since nothing is known of where the frame is: it is at the bottom when they fill the screen. */
	#filled = 0
	/** Of the frame, while nothing is open in it. */
	#bottom = 0

	constructor(screen: () => ScreenSize) {
		this.#screen = screen
	}

	/** Of those that wait and are to be seen. */
	get waiting(): number {
		return this.#waiting.count
	}

	add(rows: readonly string[]): void {
		this.#waiting.add(rows)
	}

	/** @returns whether a row waits for it to be put behind */
	mark(sequence: string): boolean {
		return this.#waiting.mark(sequence)
	}

	/** Rows of the screen above the frame, which is at the bottom if nothing else is known. */
	above({ bottom }: FramePosition): number {
		return Math.max(1, this.#screen().rows - Math.max(this.#room, bottom + 1))
	}

	/** The frame has been drawn there. */
	drawn({ bottom }: FramePosition): void {
		if (this.#bottom === 0) this.#bottom = bottom
		this.#room = Math.max(this.#room, bottom + 1)
	}

	/**
	 * Those that wait are put above the frame. Where something is open over the last rows it is over the new last ones
	 * then, and they are all there when it has gone: otherwise the frame would be left high.
	 * @param room - bytes that may be on their way
	 */
	take(room: number, frame: FramePosition): readonly string[] {
		const { columns, rows: screenRows } = this.#screen()
		const covered = frame.bottom > 0 ? Math.max(0, frame.bottom - this.#bottom) : 0
		const free = screenRows - this.#filled - frame.bottom - 1
		const rows = this.#waiting.take(room, { free, covered, columns })
		if (rows.length > 0) this.#put(rows, frame)
		return rows
	}

	/** They were cut, and are written again. What stands above is not known any more. */
	putBack(rows: readonly string[]): void {
		this.#waiting.release()
		this.#shown.forget()
		this.#waiting.putBack(rows)
	}

	/** Takes rows above the frame off the screen where it would be scrolled to make room for a taller one. */
	cover(before: FramePosition, after: FramePosition): string {
		if (before.bottom === 0) return ''
		const { rows } = this.#screen()
		// There may be room below, and there is no more than this.
		const below = Math.max(0, rows - this.#filled - this.#room)
		const needed = after.bottom + 1 - this.#room - below
		if (needed <= 0) return ''
		const lot = this.#shown.atLeast(needed)
		if (!lot || this.#room + below + lot.height >= rows) return ''
		this.#shown.takeAway(lot.rows.length)
		this.#waiting.cover(lot.rows)
		this.#room += below + lot.height
		this.#filled -= lot.height
		return `${upBy(before.row + lot.height)}\r\x1b[${lot.height}M${before.row > 0 ? `\x1b[${before.row}B` : ''}`
	}

	/** @returns as many of those that were covered as there is room for again */
	uncover(frame: FramePosition): readonly string[] {
		if (frame.bottom === 0) return []
		const rows = this.#waiting.uncover(this.#room - frame.bottom - 1, this.#screen().columns)
		if (rows.length > 0) this.#put(rows, frame)
		return rows
	}

	/** Nothing is open any more, or it is no matter: what is left of those that were covered waits like others. */
	release(frame: FramePosition): void {
		this.#bottom = frame.bottom
		this.#waiting.release()
	}

	/**
	 * The screen is empty, and begins with these.
	 * @param limit - rows of it that they may take
	 * @returns what is written for the last of them, which are as many
	 */
	fill(rows: readonly string[], limit: number): string {
		const { columns } = this.#screen()
		const last = lastWithin(rows, { columns, limit })
		this.#shown.forget()
		this.#shown.add(last.rows, columns)
		this.isAt(last.height)
		return last.text
	}

	/**
	 * Rows on the screen are written again, from the first of which it is known what it was. What they were broken into or
	 * cut to they are no more, but for what has been scrolled out.
	 * @param first - columns that the window has had since the frame was drawn
	 */
	uncut([first, ...later]: readonly number[]): string {
		const { columns, rows: screenRows } = this.#screen()
		if (later.every(size => size === (first ?? columns))) return ''
		const above = screenRows - this.#room
		const { rows, height } = this.#shown.atMost(above)
		const start = above - height
		const heightNow = this.#shown.writtenAgain(rows.length, columns)
		const text = rows.map(row => `${writable(row, columns)}\r\n`).join('')
		this.isAt(Math.min(screenRows - 1, start + heightNow))
		return `\x1b[${start + 1}H\x1b[J${text}`
	}

	/** Nobody knows what stands there. */
	forget(): void {
		this.#shown.forget()
	}

	/**
	 * As they were when the frame was drawn.
	 * @param drawn - the window's size then
	 * @returns undefined where that is not known
	 */
	whenDrawn(drawn: ScreenSize | undefined, { bottom }: FramePosition): AboveFrame | undefined {
		if (!drawn || this.#filled + bottom < drawn.rows) return undefined
		return { height: drawn.rows - this.#room, lines: this.#shown.broken(2 * drawn.rows, drawn.columns) }
	}

	/** @param room - rows from the frame's first to the screen's last, at the least */
	hasRoom(room: number): void {
		this.#room = Math.max(this.#room, room)
		this.#filled = this.#screen().rows
	}

	/** The terminal has broken them anew. */
	resized(): void {
		this.#shown.resized(this.#screen().columns)
	}

	/** Nobody knows where the frame is. */
	isNowhere(): void {
		this.#waiting.release()
		this.#room = 0
		this.#filled = 0
	}

	/** @param above - rows of the screen above the frame, or above where it will be */
	isAt(above: number): void {
		this.#waiting.release()
		const { rows } = this.#screen()
		this.#room = rows - above
		this.#filled = rows
	}

	/** Rows that are put above the frame move it down, or scroll the screen. */
	#put(rows: readonly string[], { bottom }: FramePosition): void {
		const height = this.#shown.add(rows, this.#screen().columns)
		this.#room = Math.max(bottom + 1, this.#room - height)
		this.#filled += height
	}
}
