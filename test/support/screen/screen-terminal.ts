// A terminal to draw on: the streams a program gets, and behind them a real terminal emulator that can be read.

import { PassThrough, Writable } from 'node:stream'
import type { Terminal as Emulator, IBufferCell } from '@xterm/headless'
import headless from '@xterm/headless'
import { PATIENCE_MS } from '../soak.ts'
import { pictureOf, type ScreenPicture } from './screen-picture.ts'

export class ScreenTerminal {
	readonly stdin = Object.assign(new PassThrough(), {
		isTTY: true as const,
		isRaw: false,
		setRawMode(isRaw: boolean) {
			this.isRaw = isRaw
			return this
		},
		ref() {
			return this
		},
		unref() {
			return this
		},
	})
	readonly stdout: Writable & { columns: number; rows: number; isTTY: true }
	readonly #emulator: Emulator
	#written = ''
	#waiting: { isMet(): boolean; settle(): void }[] = []

	/** @param cuts - rows that have become too long, as xterm does, instead of breaking them anew */
	constructor(columns = 80, rows = 24, { cuts = false }: { cuts?: boolean } = {}) {
		this.#emulator = new headless.Terminal({
			cols: columns,
			rows,
			allowProposedApi: true,
			convertEol: true,
			scrollback: 20_000,
			windowOptions: { getWinSizeChars: true },
			// Those of old Windows break nothing.
			...(cuts && { windowsPty: { backend: 'conpty' as const, buildNumber: 19_000 } }),
		})
		const stdout = new Writable({
			decodeStrings: false,
			write: (chunk, _encoding, done) => {
				this.#written += String(chunk)
				this.#emulator.write(String(chunk), () => {
					this.#waiting = this.#waiting.filter(waiting => {
						if (!waiting.isMet()) return true
						waiting.settle()
						return false
					})
				})
				done()
			},
		})
		this.stdout = Object.assign(stdout, { columns, rows, isTTY: true as const })
	}

	/** Everything that has been written, as it was. */
	get written(): string {
		return this.#written
	}

	/** What is to be seen now, without what is blank at the end. */
	screen(): string {
		const { buffer, rows } = this.#emulator
		return this.#lines(buffer.active.baseY, buffer.active.baseY + rows)
	}

	/** The screen and all that has been scrolled out of it. */
	scrollback(): string {
		return this.#lines(0, this.#emulator.buffer.active.length)
	}

	/** All of it as it would be copied: what the terminal has broken in two is one line. */
	copied(): string {
		const { active } = this.#emulator.buffer
		let text = ''
		for (let y = 0; y < active.length; y++) {
			const line = active.getLine(y)
			const isBroken = active.getLine(y + 1)?.isWrapped === true
			text += `${line?.translateToString(!isBroken) ?? ''}${isBroken ? '' : '\n'}`
		}
		return text.trimEnd()
	}

	/** What is in the row with the cursor, and how far in it the cursor is. */
	cursor(): { line: string; column: number } {
		const { active } = this.#emulator.buffer
		const line = active.getLine(active.baseY + active.cursorY)?.translateToString(true) ?? ''
		return { line, column: active.cursorX }
	}

	/** Rows of the window below the last one with something in it. */
	rowsBelow(): number {
		return this.#emulator.rows - this.screen().split('\n').length
	}

	/** The grounds in a row of the screen, in order and each once: `default`, `48;5;n` or `48;2;r;g;b`. */
	groundsOf(start: string): readonly string[] {
		const { active } = this.#emulator.buffer
		for (let y = 0; y < active.length; y++) {
			const line = active.getLine(y)
			if (!line?.translateToString(true).startsWith(start)) continue
			const grounds = Array.from({ length: line.length }, (_, x) => groundOf(line.getCell(x)))
			return grounds.filter((ground, index) => ground !== grounds[index - 1])
		}
		throw new Error(`no row begins with ${start}`)
	}

	/** What is to be seen now, cell by cell. */
	picture(): ScreenPicture {
		return pictureOf(this.#emulator)
	}

	type(keys: string): void {
		this.stdin.write(keys)
	}

	/** What it says when it is asked. */
	onAnswer(take: (answer: string) => void): void {
		this.#emulator.onData(take)
	}

	/** All that xterm cuts when it becomes so narrow, which this emulator only hides. */
	async cutTo(columns: number): Promise<void> {
		const { rows } = this.#emulator
		const cuts = Array.from({ length: rows }, (_, row) => `\x1b[${row + 1};${columns + 1}H\x1b[K`)
		await new Promise<void>(resolve => this.#emulator.write(`\x1b[s${cuts.join('')}\x1b[u`, resolve))
	}

	/** Of another size, before the program has been told. What it has written and is not drawn yet meets that. */
	resizeUntold(columns: number, rows: number): void {
		this.#emulator.resize(columns, rows)
	}

	resize(columns: number, rows: number): void {
		this.resizeUntold(columns, rows)
		this.tell(columns, rows)
	}

	/** The program is told of a size that the terminal has, or has had. */
	tell(columns: number, rows: number): void {
		this.stdout.columns = columns
		this.stdout.rows = rows
		this.stdout.emit('resize')
	}

	/** Resolves as soon as the screen shows it, at once if it does already. */
	async until(shows: string | RegExp | ((screen: string) => boolean)): Promise<void> {
		const isMet = () => {
			const screen = this.screen()
			if (typeof shows === 'function') return shows(screen)
			return typeof shows === 'string' ? screen.includes(shows) : shows.test(screen)
		}
		if (isMet()) return
		await new Promise<void>((settle, reject) => {
			const timer = setTimeout(
				() => reject(new Error(`never on the screen: ${shows}\n${this.screen()}`)),
				PATIENCE_MS,
			)
			this.#waiting.push({
				isMet,
				settle: () => {
					clearTimeout(timer)
					settle()
				},
			})
		})
	}

	/** Resolves when the emulator has taken in everything written so far. */
	async settled(): Promise<void> {
		await new Promise<void>(resolve => this.#emulator.write('', resolve))
	}

	#lines(start: number, end: number): string {
		const { active } = this.#emulator.buffer
		const lines = Array.from({ length: end - start }, (_, index) =>
			(active.getLine(start + index)?.translateToString(true) ?? '').trimEnd(),
		)
		return lines.join('\n').trimEnd()
	}
}

function groundOf(cell: IBufferCell | undefined): string {
	if (!cell || cell.isBgDefault()) return 'default'
	const color = cell.getBgColor()
	return cell.isBgRGB() ? `48;2;${(color >> 16) & 255};${(color >> 8) & 255};${color & 255}` : `48;5;${color}`
}
