// The terminal as Ink writes to it, and a second way in beside Ink's: finished text goes above the live frame by
// scrolling and inserting lines. Ink's own <Static> would erase and draw the whole frame for every finished line,
// at about a kilobyte each, and lay each text out again; here a line costs its own length and a few dozen bytes.

import { Writable } from 'node:stream'
import { pictureHeight } from '../pictures/picture-row.ts'
import { asAscii } from '../text/ascii-glyphs.ts'
import { AlternateScreen, ERASE, modesIn, type ScreenModes } from './alternate-screen.ts'
import { firmColumns, NO_WRAP, WRAP } from './frame/firm-columns.ts'
import { type FramePosition, NO_FRAME, positionAfter } from './frame/frame-position.ts'
import { insertion, lastWithin, writable } from './frame/insertion.ts'
import { ShownRows } from './frame/shown-rows.ts'
import { type CutRows, InsertedRows } from './inserted-rows.ts'
import type { LinkPace } from './link-pace.ts'
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
import type { LaidRows } from './rows-after.ts'
import { ShownEarly } from './shown-early.ts'
import { WaitingRows } from './waiting-rows.ts'
import { type ResizeDeps, WindowResize } from './window-resize.ts'
import { withoutColour } from './without-colour.ts'
import type { AboveFrame } from './xtermjs-place.ts'

/** `process.stdout` of a terminal, as far as it is used. */
export type Terminal = NodeJS.WritableStream & {
	readonly columns: number
	readonly rows: number
	/** Node's own, undocumented: asks for the size, which may have changed before its signal is here, and says so. */
	_refreshSize?(): void
}

export type TerminalOutputOptions = {
	/** False: no colour gets through, not Ink's either. */
	hasColour: boolean
	/** True: our own glyphs are written in ASCII. Left out, as they are. */
	isAscii?(): boolean
	/** What the terminal does to rows that have become too long, as far as that is known by now. */
	reflow(): Reflow
	/** Left out, everything is written at once. */
	pace?: LinkPace
	/** What else the terminal is told while the whole window is taken. */
	windowModes?: ScreenModes
	restMs: ResizeDeps['restMs']
	/** Something is open: where the frame is taller for it, rows above are covered, and back when it has gone. Left out, never. */
	covers?(): boolean
	/** Finished rows wait until what is open has gone: they would scroll away what has to be there again. Left out, never. */
	holds?(): boolean
	/** The size has changed and the frame is gone: Ink is to forget it and to draw it again. */
	onFrameLost(): void
	/** The terminal is gone: closed, or the other end of a connection. Called once. */
	onLost(): void
}

/** Give it to Ink as its stdout. Nothing else may write to the terminal while it is in use. */
export class TerminalOutput extends Writable {
	readonly isTTY = true
	readonly #terminal: Terminal
	readonly #options: TerminalOutputOptions
	#frame: FramePosition = NO_FRAME
	/** Rows of the screen from the frame's first to the last, at the least. */
	#room = 0
	/** What is there instead of the frame, and for how many columns: it met a narrower window than we knew of. */
	#left: { laid: LaidRows; columns: number } | undefined
	/** It has been taken away, and the cursor is where it will be drawn again. */
	#isFrameDue = false
	/** The terminal has cut rows, and nobody knows which. */
	#isCut = false
	/** Rows written since nothing is known of where the frame is: it is at the bottom when they fill the screen. */
	#filled = 0
	readonly #shown = new ShownRows()
	readonly #early = new ShownEarly(
		sequence => this.#send(sequence),
		() => this.#options.pace?.isOpen === false,
	)
	/** What Ink has written since it began a synchronized update. */
	#update: string[] | undefined
	readonly #waiting = new WaitingRows()
	/** The frame that is shown has something open in it for which finished rows wait. */
	#isHolding = false
	#timer: NodeJS.Timeout | undefined
	#isLost = false
	#isHeld = false
	#isDiscarding = false
	/** Rows of which the terminal has not said yet what size they met. */
	readonly #met = new InsertedRows()
	readonly #resize: WindowResize
	readonly #alternate: AlternateScreen
	/** The alternate screen is wanted, also while another program has the terminal. */
	#isWindowTaken = false
	#isCrashing = false
	/** Before the error is printed, which is to be seen on the main screen. */
	readonly #crashed = () => {
		this.#isCrashing = true
		this.#showMain()
	}
	readonly #resized = () => this.#resize.changed()
	readonly #lost = () => this.#lose()

	constructor(terminal: Terminal, options: TerminalOutputOptions) {
		super({ decodeStrings: false })
		this.#terminal = terminal
		this.#options = options
		this.#alternate = new AlternateScreen(options.windowModes)
		this.#resize = new WindowResize({
			restMs: options.restMs,
			reflow: options.reflow,
			columns: () => this.columns,
			rows: () => this.rows,
			refresh: () => this.#terminal._refreshSize?.(),
			send: sequence => this.#send(sequence),
			awaitsRows: () => this.#met.isOpen,
			askSize: told => this.#askSize(told),
			isFrameless: () => this.#alternate.isShown || this.#isHeld || !this.#hasPlace,
			onRest: places => this.#rests(places),
		})
		// Resizes have many listeners in Ink: one for each hook that asks for the size.
		this.setMaxListeners(0)
		terminal.on('resize', this.#resized)
		terminal.on('error', this.#lost)
	}

	get columns(): number {
		return this.#terminal.columns || 80
	}

	get rows(): number {
		return this.#terminal.rows || 24
	}

	/** Columns of the window while its size changed last, at the least. */
	get narrowest(): number {
		return this.#resize.narrowest
	}

	/** The terminal has cut rows that are to be drawn again. */
	get isCut(): boolean {
		return this.#isCut
	}

	/** @returns false where what is written now meets a terminal of another size than it was made for */
	hasRested(): boolean {
		this.#terminal._refreshSize?.()
		return !this.#resize.isGoingOn
	}

	/** Rows of the screen above the frame, which is at the bottom if nothing else is known. */
	get rowsAboveFrame(): number {
		return Math.max(1, this.rows - Math.max(this.#room, this.#frame.bottom + 1))
	}

	/**
	 * Puts finished rows above the frame, for good. They go out together with Ink's next frame, so that what left the
	 * live area is never missing and never there twice, or after a moment when Ink has nothing to draw.
	 * @param rows - painted; what is wider than the terminal is broken by it, and whole again when it is copied
	 */
	insertAbove(rows: readonly string[]): void {
		if (rows.length === 0) return
		this.#waiting.add(rows)
		if (this.#isHeld || this.#alternate.isShown || this.#keepsRows) return
		this.#timer ??= setTimeout(() => this.flush(), FRAME_PATIENCE_MS)
	}

	/**
	 * Shows the alternate screen, whole and empty, or the main one again; Ink has to be told to forget what it has drawn.
	 * Meanwhile finished rows wait for the main screen, whose frame is gone when it is back.
	 */
	takeWindow(isTaken: boolean): void {
		if (this.#resize.isGoingOn) this.#resize.end()
		this.#isWindowTaken = isTaken
		if (isTaken && !this.#isHeld) this.#showAlternate()
		if (!isTaken && this.#alternate.isShown) {
			this.#showMain()
			// Ink takes it for hidden when it has forgotten the frame.
			this.#send(HIDE_CURSOR)
		}
	}

	/** Another program has the terminal. */
	get isHeld(): boolean {
		return this.#isHeld
	}

	/** `windowModes` are others than before. */
	setWindowModes(): void {
		if (this.#alternate.isShown) this.#send(this.#alternate.setModes())
	}

	get isWindowTaken(): boolean {
		return this.#isWindowTaken
	}

	#showAlternate(): void {
		if (this.#alternate.isShown) return
		this.flush()
		const { row, bottom } = this.#frame
		this.#setFrame(NO_FRAME)
		this.#send(`${HIDE_CURSOR}${bottom > 0 ? erasedFrom(row) : ''}${this.#alternate.enter()}`)
		process.on('uncaughtExceptionMonitor', this.#crashed)
		process.on('exit', this.#crashed)
	}

	#showMain(): void {
		if (!this.#alternate.isShown) return
		process.off('uncaughtExceptionMonitor', this.#crashed)
		process.off('exit', this.#crashed)
		this.#setFrame(NO_FRAME)
		this.#send(this.#alternate.leave())
		this.flush()
	}

	/** While another program has the terminal, which is the main screen then, finished rows wait. */
	hold(): void {
		this.#showMain()
		this.#flushAll()
		this.#early.drawn(NO_FRAME)
		this.#shown.forget()
		this.#isNowhere()
		this.#isHeld = true
	}

	unhold(): void {
		this.#isHeld = false
		this.#met.resume()
		this.flush()
		if (this.#isWindowTaken) this.#showAlternate()
	}

	/**
	 * Shows at once what the next frame has where the cursor is now: laying out and drawing that takes longer than a key
	 * should. Nothing is shown where the cursor is not, or where another program or the alternate screen is.
	 * @param text - one character, one cell wide; the cell is empty
	 * @param column - where the cursor is thought to be
	 */
	showEarly(text: string, column: number): void {
		const { isCursorShown, column: at } = this.#frame
		// No frame would follow soon.
		if (this.#options.pace?.isOpen === false) return
		if (!isCursorShown || at !== column || this.#update || this.#alternate.isShown) return
		if (this.#isHeld || this.#resize.isGoingOn || this.#isLost) return
		this.#early.show(text, this.#frame)
	}

	/** For a sequence about what has been inserted last. */
	mark(sequence: string): void {
		if (this.#waiting.mark(sequence)) return
		if (!this.#isHeld && !this.#alternate.isShown) this.#send(sequence)
	}

	/**
	 * Finished rows wait, or nothing is to be drawn yet: on a slow link, until what was sent has arrived. Rows for the main
	 * screen wait as long as the alternate one is shown, which they do not hold up.
	 */
	get isBehind(): boolean {
		const { pace } = this.#options
		if (!pace) return false
		const hasRows = this.#waiting.count > 0 && !this.#isWindowTaken && !this.#keepsRows
		return !pace.isOpen || (hasRows && pace.room !== Number.POSITIVE_INFINITY)
	}

	/** What was sent has arrived: what waits, or as much of it as may be on its way, goes out. */
	opened(): void {
		if (this.#waiting.count > 0) this.#timer ??= setTimeout(() => this.flush(), 0)
	}

	/** Writes what is still waiting to be inserted, or as much of it as may be on its way. */
	flush(): void {
		if (this.#options.pace?.isOpen === false) {
			clearTimeout(this.#timer)
			this.#timer = undefined
			return
		}
		this.#insert('some')
	}

	#flushAll(): void {
		this.#insert('all')
	}

	#insert(which: 'some' | 'all'): void {
		// The size may have changed since Ink's last frame, which asks, too.
		if (which === 'some' && this.#waiting.count > 0) this.#terminal._refreshSize?.()
		const { text, rows } = this.#takeInsertion('nothing', which)
		if (text === '') return
		const written = text + this.#saved()
		this.#send(BEGIN_UPDATE + this.#asking({ rows, before: this.#frame, written }) + END_UPDATE)
	}

	/**
	 * Erases the screen, not what has been scrolled out of it, and writes the last of these rows from its top. Ink's frame
	 * has to be cleared before and drawn again after.
	 * @param limit - rows of the screen that they may take
	 */
	repaint(rows: readonly string[], limit: number): void {
		this.#flushAll()
		this.#setFrame(NO_FRAME)
		const last = lastWithin(rows, { columns: this.columns, limit })
		this.#shown.forget()
		this.#shown.add(last.rows, this.columns)
		this.#isAt(last.height)
		this.#send(`${ERASE_IN_TWO}${last.text}`)
	}

	/** Has Ink forget what it has drawn, which is no longer there. */
	discard(write: () => void): void {
		this.#isDiscarding = true
		write()
		this.#isDiscarding = false
		this.#update = undefined
	}

	/** What the terminal says; what is not an answer to this is no matter. */
	takeReply(reply: string): void {
		this.#resize.takeReply(reply)
		const wasCut = this.#met.isCut
		const cut = this.#met.takeReply(reply)
		const room = this.#met.takeRoom()
		if (this.#isLost) return
		if (room !== undefined && !this.#resize.isGoingOn) this.#isAt(this.rows - Math.max(this.#room, room))
		if (cut) this.#takeBack(cut)
		// Nothing more is to be written until it is known what the others have met.
		else if (!wasCut && this.#met.isCut) this.#resize.saidByTerminal()
	}

	/**
	 * Rows on the screen are written again, from the first of which it is known what it was. What they were broken into or
	 * cut to they are no more, but for what has been scrolled out.
	 */
	#uncut([first = this.columns, ...sizes]: readonly number[]): string {
		if (sizes.every(columns => columns === first)) return ''
		const above = this.rows - this.#room
		const { rows, height } = this.#shown.atMost(above)
		const start = above - height
		const heightNow = this.#shown.writtenAgain(rows.length, this.columns)
		const text = rows.map(row => `${writable(row, this.columns)}\r\n`).join('')
		this.#isAt(Math.min(this.rows - 1, start + heightNow))
		return `\x1b[${start + 1}H\x1b[J${text}`
	}

	/** Asks the terminal nothing more, and resolves when it has nothing more to answer. */
	stopAsking(): Promise<void> {
		return this.#met.stop()
	}

	/**
	 * The frame is taken away before Ink draws it for the new size: where it begins is known only here. What stands above
	 * it is the terminal's own and stays as it is.
	 */
	#rests(places: Places | undefined): void {
		const cut = this.#met.known()
		if (cut) this.#leave(cut)
		const frame = this.#frame
		const above = this.#aboveFrame
		this.#isNowhere()
		const { reflow } = this.#options
		const hasPlace = this.#hasPlace
		this.#isCut = reflow() === 'none' && !places && hasPlace
		if (this.#isCut) this.#shown.forget()
		else if (reflow() !== 'none') this.#shown.resized(this.columns)
		if (this.#alternate.isShown) this.#send(ERASE)
		else if (hasPlace && !this.#isHeld) {
			const reflow = this.#options.reflow()
			const { sizes } = this.#resize
			const columns = sizes.map(size => size.columns)
			const rowsAbove = this.#left
				? rowsAboveLeft(this.#left.laid, { columns: columnsFrom(this.#left.columns, columns), places })
				: rowsAbovePlace(frame, { reflow, sizes, places, above })
			this.#setFrame(NO_FRAME)
			if (places) this.#isAt(places.cursor - 1 - rowsAbove)
			const uncut = reflow === 'none' && places ? this.#uncut(columns) : ''
			this.#send(`${HIDE_CURSOR}${toPlace(reflow, places)}${erasedFrom(rowsAbove)}${uncut}`)
			this.#isFrameDue = true
			this.flush()
		}
		// What Ink would write at once is still laid out for the old size.
		this.discard(() => this.emit('resize'))
		this.#options.onFrameLost()
	}

	/** For sequences that neither print nor move the cursor, such as one for the clipboard. */
	control(sequence: string): void {
		if (sequence !== '') this.#send(sequence)
	}

	/** Writes what waits, erases the frame and lets go of the terminal: the transcript is what stays. */
	release(): void {
		this.#isHeld = false
		if (this.#resize.isGoingOn) this.#resize.end()
		this.#isWindowTaken = false
		this.#showMain()
		this.#flushAll()
		const { row, bottom } = this.#frame
		if (bottom > 0) this.#send(erasedFrom(row))
		this.#terminal.off('resize', this.#resized)
		// A terminal that is gone goes on failing while the program ends; nobody is left to be told.
		this.#isLost = true
	}

	override _write(chunk: unknown, _encoding: string, done: (error?: Error | null) => void): void {
		const text = typeof chunk === 'string' ? chunk : String(chunk)
		if (!this.#update) this.#terminal._refreshSize?.()
		// Of what is not written while the size changes, Ink's next frame holds all.
		if (this.#isDiscarding || this.#resize.isGoingOn) return done()
		if (text === BEGIN_UPDATE) this.#update = []
		else if (text === END_UPDATE) this.#endUpdate()
		else this.#writeFrame(text)
		done()
	}

	#writeFrame(text: string): void {
		if (text === '') return
		this.#alternate.written(text)
		if (this.#isCrashing) return this.#send(modesIn(text))
		if (this.#alternate.isShown) {
			const firm = firmColumns(text, 0)
			if (this.#update) this.#update.push(firm)
			else this.#send(firm)
			return
		}
		const inserted = this.#takeInsertion(this.#update ? 'frame' : 'nothing')
		const before = this.#frame
		const after = positionAfter(before, text)
		const covering = this.#cover(before, after)
		this.#setFrame(after)
		this.#room = Math.max(this.#room, after.bottom + 1)
		const firm = firmColumns(text, before.column)
		// Where it is narrower than we know, it cuts the frame now, which is where it was then.
		const drawn = this.#options.reflow() === 'none' ? `${NO_WRAP}${firm}${WRAP}` : firm
		const written = inserted.text + covering + drawn + this.#uncover() + this.#saved()
		this.#holdOn()
		const whole = this.#asking({ rows: inserted.rows, before, written })
		if (this.#update) this.#update.push(whole)
		else this.#send(whole)
	}

	/** From the frame that has it until the one without it: what was there before comes first. */
	get #keepsRows(): boolean {
		return this.#frame.bottom > 0 && this.#isHolding
	}

	/** What was held goes out behind what was covered. */
	#holdOn(): void {
		const wasHolding = this.#isHolding
		this.#isHolding = this.#options.holds?.() === true
		if (wasHolding && !this.#isHolding && this.#waiting.count > 0)
			this.#timer ??= setTimeout(() => this.flush(), 0)
	}

	/** Takes rows above the frame off the screen where it would be scrolled to make room for a taller one. */
	#cover(before: FramePosition, after: FramePosition): string {
		const needed = after.bottom + 1 - this.#room
		if (needed <= 0 || before.bottom === 0 || !this.#options.covers?.()) return ''
		// There may be room below.
		if (this.#filled + before.bottom < this.rows) return ''
		const lot = this.#shown.atLeast(needed)
		if (!lot || this.#room + lot.height >= this.rows) return ''
		this.#shown.takeAway(lot.rows.length)
		this.#waiting.cover(lot.rows)
		this.#room += lot.height
		return `${upBy(before.row + lot.height)}\r\x1b[${lot.height}M${before.row > 0 ? `\x1b[${before.row}B` : ''}`
	}

	/** As many of them as there is room for again. */
	#uncover(): string {
		const { bottom } = this.#frame
		if (bottom === 0) return ''
		const rows = this.#waiting.uncover(this.#room - bottom - 1, this.columns)
		if (rows.length === 0) return ''
		this.#put(rows)
		const screen = { columns: this.columns, rows: this.rows }
		return insertion({ rows, frame: this.#frame, screen, next: 'nothing' })
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
		const below = this.#frame.bottom - this.#frame.row
		const reflow = this.#options.reflow()
		const isKnown = before.bottom > 0 && reflow !== 'none' && this.#resize.isSizeTold
		if (rows.length === 0 || !isKnown || rows.some(row => pictureHeight(row) > 0)) {
			this.#met.also(written, below)
			return written
		}
		const screen = { columns: this.columns, rows: this.rows }
		const laid = (narrower: number) => laidIn(before, { reflow, columns: [screen.columns, narrower] })
		const lot = { rows, screen, laid, row: placeIn(before, reflow).row, below, written }
		return this.#met.asking(lot, reflow === 'moves-cursor')
	}

	#askSize(told: Parameters<ResizeDeps['askSize']>[0]): boolean {
		const question = this.#resize.isSizeTold ? this.#met.askingSize(told) : undefined
		if (question !== undefined) this.#send(question)
		return question !== undefined
	}

	/** The frame goes, and what was cut with it; both are written again when the size is known. */
	#takeBack(cut: CutRows): void {
		this.#leave(cut)
		// In the middle of a drag this might meet the next size, at which these rows are more or fewer: where the terminal
		// tells where the cursor is, they go when it rests.
		if (this.#options.reflow() !== 'moves-cursor') {
			this.#setFrame(NO_FRAME)
			this.#send(`${HIDE_CURSOR}${erasedFrom(cut.laid.row)}`)
		}
		this.#resize.saidByTerminal()
	}

	#leave({ laid, columns, rows }: CutRows): void {
		this.#shown.forget()
		this.#waiting.putBack(rows)
		this.#left = { laid, columns }
	}

	#saved(): string {
		return savedPlace(this.#frame, this.#options.reflow())
	}

	/** Where the terminal cuts rows, those above the frame have to be looked for also where it is not drawn again yet. */
	get #hasPlace(): boolean {
		return this.#frame.bottom > 0 || (this.#isFrameDue && this.#options.reflow() === 'none')
	}

	#setFrame(frame: FramePosition): void {
		this.#left = undefined
		this.#isFrameDue = false
		if (frame.bottom === 0) this.#met.forget()
		this.#frame = frame
		this.#resize.drawn()
		this.#early.drawn(frame)
	}

	#endUpdate(): void {
		const update = this.#update ?? []
		this.#update = undefined
		if (update.length > 0) this.#send(BEGIN_UPDATE + update.join('') + END_UPDATE)
	}

	#takeInsertion(
		next: 'frame' | 'nothing',
		which: 'some' | 'all' = 'some',
	): { text: string; rows: readonly string[] } {
		clearTimeout(this.#timer)
		this.#timer = undefined
		if (this.#isHeld || this.#resize.isGoingOn || this.#alternate.isShown) return NO_INSERTION
		if (which === 'some' && this.#keepsRows) return NO_INSERTION
		const frame = this.#frame
		if (which === 'some' && this.#waiting.count === 0 && frame.bottom > 0) return NO_INSERTION
		const room = which === 'all' ? undefined : this.#options.pace?.room
		const rows = this.#waiting.take(room ?? Number.POSITIVE_INFINITY)
		if (rows.length === 0) return NO_INSERTION
		this.#put(rows)
		if (frame.bottom === 0) return { text: rows.map(row => `${row}\r\n`).join(''), rows }
		const screen = { columns: this.columns, rows: this.rows }
		return { text: insertionFrom({ rows, frame, screen, next }, this.#options.reflow()), rows }
	}

	/** Rows that are put above the frame move it down, or scroll the screen. */
	#put(rows: readonly string[]): void {
		const height = this.#shown.add(rows, this.columns)
		this.#room = Math.max(this.#frame.bottom + 1, this.#room - height)
		this.#filled += height
	}

	/** As it was when the frame was drawn, where that is known. */
	get #aboveFrame(): AboveFrame | undefined {
		const [drawn] = this.#resize.sizes
		if (!drawn || this.#filled + this.#frame.bottom < drawn.rows) return undefined
		const height = drawn.rows - this.#room
		return { height, lines: this.#shown.broken(2 * drawn.rows, drawn.columns) }
	}

	#isNowhere(): void {
		this.#room = 0
		this.#filled = 0
	}

	/** @param above - rows of the screen above the frame, or above where it will be */
	#isAt(above: number): void {
		this.#room = this.rows - above
		this.#filled = this.rows
	}

	#send(text: string): void {
		if (this.#isLost) return
		const { hasColour, isAscii, pace } = this.#options
		const coloured = hasColour ? text : withoutColour(text)
		const written = isAscii?.() ? asAscii(coloured) : coloured
		if (!pace) return void this.#terminal.write(written)
		const beforeMs = performance.now()
		this.#terminal.write(pace.sending(written))
		pace.stood(performance.now() - beforeMs)
	}

	#lose(): void {
		if (this.#isLost) return
		this.#isLost = true
		this.#options.pace?.end()
		clearTimeout(this.#timer)
		this.#options.onLost()
	}
}

/** Longer than React and Ink take from a change of state to a frame. */
const FRAME_PATIENCE_MS = 40

const BEGIN_UPDATE = '\x1b[?2026h'
const HIDE_CURSOR = '\x1b[?25l'
const END_UPDATE = '\x1b[?2026l'
/** A screen that is erased as a whole, from its first cell on, tmux puts into its history: what is drawn again would be twice. */
const ERASE_IN_TWO = '\x1b[2H\x1b[J\x1b[H\x1b[K'

const NO_INSERTION = { text: '', rows: [] }

/**
 * In two parts, as the first row may be the screen's.
 * @param row - of the cursor, counted from where it begins
 */
function erasedFrom(row: number): string {
	return `${upBy(row)}\r\x1b[C\x1b[J\r\x1b[K`
}

/** @returns those since the terminal had so many columns, whether the system has told of them or not */
function columnsFrom(columns: number, [, ...sizes]: readonly number[]): readonly number[] {
	const index = sizes.indexOf(columns)
	return index < 0 ? [columns, ...sizes] : sizes.slice(index)
}

function upBy(rows: number): string {
	return rows > 0 ? `\x1b[${rows}A` : ''
}
