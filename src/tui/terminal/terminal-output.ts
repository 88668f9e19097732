// The terminal as Ink writes to it, and a second way in beside Ink's: finished text goes above the live frame by
// scrolling and inserting lines. Ink's own <Static> would erase and draw the whole frame for every finished line,
// at about a kilobyte each, and lay each text out again; here a line costs its own length and a few dozen bytes.

import { Writable } from 'node:stream'
import { NO_FRAME } from './frame/frame-position.ts'
import { type Insertion, MainFrame, NO_INSERTION } from './main-frame.ts'
import type { Places } from './place-question.ts'
import type { Reflow } from './reflow.ts'
import { ShownEarly } from './shown-early.ts'
import { type Terminal, TerminalWire, type WireOptions } from './terminal-wire.ts'
import type { ScreenModes } from './window/alternate-screen.ts'
import { TakenWindow } from './window/taken-window.ts'
import { type ResizeDeps, WindowResize } from './window-resize.ts'

export type TerminalOutputOptions = WireOptions & {
	/** What the terminal does to rows that have become too long, as far as that is known by now. */
	reflow(): Reflow
	/** What else the terminal is told while the whole window is taken. */
	windowModes?: ScreenModes
	restMs: ResizeDeps['restMs']
	/** Something is open: where the frame is taller for it, rows above are covered, and back when it has gone. Left out, never. */
	covers?(): boolean
	/** Finished rows wait until what is open has gone: they would scroll away what has to be there again. Left out, never. */
	holds?(): boolean
	/** The size has changed and the frame is gone: Ink is to forget it and to draw it again. */
	onFrameLost(): void
}

/** Give it to Ink as its stdout. Nothing else may write to the terminal while it is in use. */
export class TerminalOutput extends Writable {
	readonly isTTY = true
	readonly #options: TerminalOutputOptions
	readonly #wire: TerminalWire
	readonly #resize: WindowResize
	readonly #frame: MainFrame
	readonly #window: TakenWindow
	readonly #early: ShownEarly
	/** What Ink has written since it began a synchronized update. */
	#update: string[] | undefined
	/** The frame that is shown has something open in it for which finished rows wait. */
	#isHolding = false
	#timer: NodeJS.Timeout | undefined
	#isHeld = false
	#isDiscarding = false

	constructor(terminal: Terminal, options: TerminalOutputOptions) {
		super({ decodeStrings: false })
		this.#options = options
		const onLost = () => {
			clearTimeout(this.#timer)
			options.onLost()
		}
		this.#wire = new TerminalWire(terminal, { ...options, onLost }, () => this.#resize.changed())
		const send = (sequence: string) => this.#wire.send(sequence)
		const { reflow, restMs, windowModes, pace } = options
		this.#early = new ShownEarly(send, () => pace?.isOpen === false)
		this.#resize = new WindowResize({
			...{ restMs, reflow, send },
			columns: () => this.columns,
			rows: () => this.rows,
			refresh: () => this.#wire.refresh(),
			awaitsRows: () => this.#frame.awaitsRows,
			askSize: told => {
				const question = this.#frame.askingSize(told)
				send(question ?? '')
				return question !== undefined
			},
			isFrameless: () => this.#window.isShown || this.#isHeld || !this.#frame.hasPlace,
			onRest: places => this.#rests(places),
		})
		this.#frame = new MainFrame({
			reflow,
			screen: () => this.#wire.size,
			resize: () => this.#resize,
			covers: () => options.covers?.() === true,
			onMoved: frame => {
				this.#resize.drawn()
				this.#early.drawn(frame)
			},
		})
		this.#window = new TakenWindow({
			...{ modes: windowModes, pace, send },
			screen: () => this.#wire.size,
			flush: () => this.flush(),
			takeFrame: () => this.#frame.takeAway(),
			onFrameLost: () => setImmediate(() => options.onFrameLost()),
		})
		// Resizes have many listeners in Ink: one for each hook that asks for the size.
		this.setMaxListeners(0)
	}

	get columns(): number {
		return this.#wire.size.columns
	}

	get rows(): number {
		return this.#wire.size.rows
	}

	/** Columns of the window while its size changed last, at the least. */
	get narrowest(): number {
		return this.#resize.narrowest
	}

	/** The terminal has cut rows that are to be drawn again. */
	get isCut(): boolean {
		return this.#frame.isCut
	}

	/** @returns false where what is written now meets a terminal of another size than it was made for */
	hasRested(): boolean {
		this.#wire.refresh()
		return !this.#resize.isGoingOn
	}

	/** Rows of the screen above the frame, which is at the bottom if nothing else is known. */
	get rowsAboveFrame(): number {
		return this.#frame.rowsAbove
	}

	/**
	 * Puts finished rows above the frame, for good. They go out together with Ink's next frame, so that what left the
	 * live area is never missing and never there twice, or after a moment when Ink has nothing to draw.
	 * @param rows - painted; what is wider than the terminal is broken by it, and whole again when it is copied
	 */
	insertAbove(rows: readonly string[]): void {
		if (rows.length === 0) return
		this.#frame.above.add(rows)
		if (this.#isHeld || this.#window.isShown || this.#keepsRows) return
		this.#timer ??= setTimeout(() => this.flush(), FRAME_PATIENCE_MS)
	}

	/**
	 * Shows the alternate screen, whole and empty, or the main one again; Ink has to be told to forget what it has drawn.
	 * Meanwhile finished rows wait for the main screen, whose frame is gone when it is back.
	 */
	takeWindow(isTaken: boolean): void {
		if (this.#resize.isGoingOn) this.#resize.end()
		if (isTaken) this.#window.take(!this.#isHeld)
		else this.#window.giveBack()
	}

	/** Also while another program has the terminal. */
	get isWindowTaken(): boolean {
		return this.#window.isWanted
	}

	/** `windowModes` are others than before. */
	setWindowModes(): void {
		this.#window.setModes()
	}

	/** Another program has the terminal. */
	get isHeld(): boolean {
		return this.#isHeld
	}

	/** While another program has the terminal, which is the main screen then, finished rows wait. */
	hold(): void {
		this.#window.showMain()
		this.#insert('all')
		this.#early.drawn(NO_FRAME)
		this.#frame.forget()
		this.#isHeld = true
	}

	unhold(): void {
		this.#isHeld = false
		this.#frame.resumeAsking()
		this.flush()
		if (this.#window.isWanted) this.#window.show()
	}

	/**
	 * Shows at once what the next frame has where the cursor is now: laying out and drawing that takes longer than a key
	 * should, and on a slow link it waits until what was sent has arrived. Nothing is shown where the cursor is not, or where
	 * another program or the alternate screen is.
	 * @param text - one character, one cell wide; the cell is empty
	 * @param column - where the cursor is thought to be
	 */
	showEarly(text: string, column: number): void {
		const { isCursorShown, column: at } = this.#frame.position
		if (!isCursorShown || at !== column || this.#update || this.#window.isShown) return
		if (this.#isHeld || this.#resize.isGoingOn || this.#wire.isGone) return
		this.#early.show(text, this.#frame.position)
	}

	/** For a sequence about what has been inserted last. */
	mark(sequence: string): void {
		if (this.#frame.above.mark(sequence)) return
		if (!this.#isHeld && !this.#window.isShown) this.#wire.send(sequence)
	}

	/**
	 * Finished rows wait, or nothing is to be drawn yet: on a slow link, until what was sent has arrived. Rows for the main
	 * screen wait as long as the alternate one is shown, which they do not hold up.
	 */
	get isBehind(): boolean {
		const { pace } = this.#options
		if (!pace) return false
		const hasRows = this.#hasWaiting && !this.isWindowTaken && !this.#keepsRows
		return !pace.isOpen || !this.#window.isWhole || (hasRows && pace.room !== Number.POSITIVE_INFINITY)
	}

	/** What was sent has arrived: what waits, or as much of it as may be on its way, goes out. */
	opened(): void {
		if (this.#window.isShown && !this.#resize.isGoingOn) return this.#window.sendMore()
		if (this.#hasWaiting) this.#timer ??= setTimeout(() => this.flush(), 0)
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

	/**
	 * Erases the screen, not what has been scrolled out of it, and writes the last of these rows from its top. Ink's frame
	 * has to be cleared before and drawn again after.
	 * @param limit - rows of the screen that they may take
	 */
	repaint(rows: readonly string[], limit: number): void {
		if (this.#window.isShown) return this.#window.erase()
		this.#insert('all')
		this.#wire.send(this.#frame.repainted(rows, limit))
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
		const written = this.#frame.takeReply(reply)
		if (written === undefined || this.#wire.isGone) return
		this.#wire.send(written)
		this.#resize.saidByTerminal()
	}

	/** Asks the terminal nothing more, and resolves when it has nothing more to answer. */
	stopAsking(): Promise<void> {
		return this.#frame.stopAsking()
	}

	/** For sequences that neither print nor move the cursor, such as one for the clipboard. */
	control(sequence: string): void {
		this.#wire.send(sequence)
	}

	/** Writes what waits, erases the frame and lets go of the terminal: the transcript is what stays. */
	release(): void {
		this.#isHeld = false
		if (this.#resize.isGoingOn) this.#resize.end()
		this.#window.end()
		this.#insert('all')
		this.#wire.send(this.#frame.erased)
		this.#wire.letGo()
	}

	override _write(chunk: unknown, _encoding: string, done: (error?: Error | null) => void): void {
		const text = typeof chunk === 'string' ? chunk : String(chunk)
		if (!this.#update) this.#wire.refresh()
		// Of what is not written while the size changes, Ink's next frame holds all.
		if (this.#isDiscarding || this.#resize.isGoingOn) return done()
		if (text === BEGIN_UPDATE) this.#update = []
		else if (text === END_UPDATE) this.#endUpdate()
		else this.#writeFrame(text)
		done()
	}

	#writeFrame(text: string): void {
		if (text === '') return
		if (this.#window.written(text)) {
			if (!this.#update) this.#window.drawn()
			return
		}
		const inserted = this.#takeInsertion(this.#update ? 'frame' : 'nothing')
		const written = this.#frame.drawn(text, inserted)
		this.#holdOn()
		if (this.#update) this.#update.push(written)
		else this.#wire.send(written)
	}

	#endUpdate(): void {
		const update = this.#update ?? []
		this.#update = undefined
		if (this.#window.isShown) return this.#window.drawn()
		if (update.length > 0) this.#wire.send(BEGIN_UPDATE + update.join('') + END_UPDATE)
	}

	get #hasWaiting(): boolean {
		return this.#frame.above.waiting > 0
	}

	/** From the frame that has it until the one without it: what was there before comes first. */
	get #keepsRows(): boolean {
		return this.#frame.position.bottom > 0 && this.#isHolding
	}

	/** What was held goes out behind what was covered. */
	#holdOn(): void {
		const wasHolding = this.#isHolding
		this.#isHolding = this.#options.holds?.() === true
		if (wasHolding && !this.#isHolding && this.#hasWaiting) this.#timer ??= setTimeout(() => this.flush(), 0)
	}

	#insert(which: 'some' | 'all'): void {
		// The size may have changed since Ink's last frame, which asks, too.
		if (which === 'some' && this.#hasWaiting) this.#wire.refresh()
		const inserted = this.#takeInsertion('nothing', which)
		if (inserted.text === '') return
		this.#wire.send(BEGIN_UPDATE + this.#frame.around(inserted) + END_UPDATE)
	}

	#takeInsertion(next: 'frame' | 'nothing', which: 'some' | 'all' = 'some'): Insertion {
		clearTimeout(this.#timer)
		this.#timer = undefined
		if (this.#isHeld || this.#resize.isGoingOn || this.#window.isShown) return NO_INSERTION
		if (which === 'some' && this.#keepsRows) return NO_INSERTION
		if (which === 'some' && !this.#hasWaiting && this.#frame.position.bottom > 0) return NO_INSERTION
		const room = this.#options.pace?.room ?? Number.POSITIVE_INFINITY
		return this.#frame.insertion(which === 'all' ? undefined : room, next)
	}

	#rests(places: Places | undefined): void {
		const erased = this.#frame.rested(places, !this.#window.isShown && !this.#isHeld)
		if (this.#window.isShown) this.#window.erase()
		else if (erased !== undefined) {
			this.#wire.send(erased)
			this.flush()
		}
		// What Ink would write at once is still laid out for the old size.
		this.discard(() => this.emit('resize'))
		this.#options.onFrameLost()
	}
}

/** Longer than React and Ink take from a change of state to a frame. */
const FRAME_PATIENCE_MS = 40

const BEGIN_UPDATE = '\x1b[?2026h'
const END_UPDATE = '\x1b[?2026l'
