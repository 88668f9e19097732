// What the window is to show, and what of it the terminal has been sent. What is sent next is decided when it may be: the
// row that is typed in first, then what the link has room for. On a slow one a screen goes out in pieces between which a
// key gets through, and what has changed again meanwhile is never sent.

import { rowUpdate } from '../frame/cell-update.ts'
import { placed } from '../frame/firm-columns.ts'
import { moved } from './row-move.ts'

export class WindowFrame {
	#columns = 0
	/** As the terminal has them: '' is blank. */
	#shown: readonly string[] = []
	/** As they are to be; undefined until something has been drawn. */
	#wanted: readonly string[] | undefined
	#cursor: Cursor | undefined
	/** The terminal's own; undefined: it is hidden. */
	#shownCursor: Cursor | undefined

	/** The window is empty, and its cursor hidden. */
	erased(screen: { columns: number; rows: number }): void {
		this.#columns = screen.columns
		this.#shown = Array.from({ length: screen.rows }, () => '')
		this.#shownCursor = undefined
	}

	/** Nothing is to be shown until something else is drawn. */
	forget(): void {
		this.#wanted = undefined
		this.#cursor = undefined
	}

	/**
	 * Something that Ink writes, which has forgotten what it has drawn: a frame is a whole one.
	 * @returns false for what changes a frame that it takes to be there
	 */
	take(written: string): boolean {
		const suffix = SHOWN_CURSOR.exec(written)
		const text = written.slice(0, suffix?.index).replace(BEFORE_FRAME, '')
		if (MOVEMENT.test(text)) return false
		const rows = text === '' ? this.#wanted : this.#fitting(text.split('\n'))
		if (!rows) return true
		if (text !== '') this.#wanted = rows
		const [, up = '0', column = '1'] = suffix ?? []
		const bottom = text === '' ? this.#bottom : Math.min(text.split('\n').length, rows.length) - 1
		this.#bottom = bottom
		this.#cursor = suffix ? { row: Math.max(0, bottom - Number(up)), column: Number(column) - 1 } : undefined
		return true
	}

	/** The row that Ink's cursor is left in below a frame. */
	#bottom = 0

	/** Of one that is higher than the window, the end. */
	#fitting(rows: readonly string[]): readonly string[] {
		const height = this.#shown.length
		const last = rows.slice(-height)
		return [...last, ...Array.from({ length: height - last.length }, () => '')]
	}

	/** Ink has shown the cursor, or hidden it, for another program. */
	cursorIs(isShown: boolean): void {
		this.#shownCursor = isShown ? { row: -1, column: -1 } : undefined
	}

	/** All of it has been sent. */
	get isWhole(): boolean {
		const wanted = this.#wanted
		return !wanted || (this.#shown.every((row, index) => row === wanted[index]) && this.#isCursorRight)
	}

	/** What shows a key: the row that is typed in, and the cursor in it. */
	typed(): string {
		const cursor = this.#cursor
		if (!cursor) return ''
		const row = this.#update(cursor.row)
		return row === '' && this.#isCursorRight ? '' : row + this.#toCursor()
	}

	/** @param room - bytes that may be on their way; one row goes out in any case */
	piece(room: number): string {
		if (this.isWhole) return ''
		const row = this.#cursor === undefined ? '' : this.#update(this.#cursor.row)
		const others = this.#others(room - row.length)
		if (others === '') return row + this.#toCursor()
		const hidden = this.#shownCursor ? HIDE_CURSOR : ''
		this.#shownCursor = undefined
		return `${BEGIN_UPDATE}${hidden}${row}${others}${this.#toCursor()}${END_UPDATE}`
	}

	#others(room: number): string {
		const wanted = this.#wanted ?? []
		const changed = this.#shown.filter((before, index) => before !== wanted[index]).length
		const move = changed < FEWEST_MOVED ? undefined : moved(this.#shown, wanted)
		if (move) this.#shown = move.rows
		let written = move?.written ?? ''
		for (const index of this.#order()) {
			const update = this.#update(index)
			written += update
			if (update !== '' && Buffer.byteLength(written) >= room) break
		}
		return written
	}

	/** From where one looks: below the cursor, and then up. */
	#order(): readonly number[] {
		const all = this.#shown.map((_, index) => index)
		const from = this.#cursor?.row ?? 0
		return [...all.slice(from), ...all.slice(0, from).reverse()]
	}

	/** @returns what makes a row as it is to be, which it is from now on */
	#update(index: number): string {
		const [before = '', after = ''] = [this.#shown[index], this.#wanted?.[index]]
		if (before === after) return ''
		this.#shown = this.#shown.with(index, after)
		const there = `\x1b[${index + 1}H`
		const whole = `${there}${before === '' ? '' : '\x1b[K'}${placed(after, 0)}`
		const cells = rowUpdate(before, after, this.#columns)
		if (cells === undefined) return whole
		const changed = cells.replace(/^\x1b\[(\d+)G/, (_, column) => `\x1b[${index + 1};${column}H`)
		return changed.length < whole.length ? changed : whole
	}

	get #isCursorRight(): boolean {
		const [shown, wanted] = [this.#shownCursor, this.#cursor]
		return shown?.row === wanted?.row && shown?.column === wanted?.column
	}

	#toCursor(): string {
		const wasShown = this.#shownCursor !== undefined
		this.#shownCursor = this.#cursor
		if (!this.#cursor) return wasShown ? HIDE_CURSOR : ''
		const { row, column } = this.#cursor
		return `\x1b[${row + 1};${column + 1}H${wasShown ? '' : SHOW_CURSOR}`
	}
}

/** Moving a row changes at least its own place and the one it comes to. */
const FEWEST_MOVED = 2

type Cursor = { row: number; column: number }

/** How Ink ends a write that leaves the cursor where a person types. */
const SHOWN_CURSOR = /(?:\x1b\[(\d+)A)?\x1b\[(\d+)G\x1b\[\?25h$/
/** Where it takes the window to be full of what it has drawn before, it goes to its beginning and erases it. */
const BEFORE_FRAME = /^(?:\x1b\[\?25l|\x1b\[(?:1;1)?H|\x1b\[0?J)+/
const MOVEMENT = /\x1b\[\d*(?:;\d*)?[A-HJK]/

const BEGIN_UPDATE = '\x1b[?2026h'
const END_UPDATE = '\x1b[?2026l'
const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
