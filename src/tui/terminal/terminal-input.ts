// The stream Ink reads the keyboard from: the terminal's own input with torn sequences mended.

import { Readable } from 'node:stream'
import { createInputAssembler } from './input-assembler.ts'

/** What Ink needs of its `stdin`. */
export type TerminalInput = Readable & {
	readonly isTTY: true
	setRawMode(isRaw: boolean): TerminalInput
	ref(): TerminalInput
	unref(): TerminalInput
}

/**
 * Wraps the terminal's input for `render(…, { stdin })`. It reads only while raw mode is on, so that an editor that
 * was handed the terminal gets every key. Ends when the terminal does. What the terminal answers when it is
 * asked for something is an event, `REPLY`.
 */
export function terminalInput(terminal: TerminalSource): TerminalInput {
	const assembler = createInputAssembler(reply => mended.emit(REPLY, reply))
	const mended = new Readable({ objectMode: true, read() {} })
	let patience: NodeJS.Timeout | undefined
	let isReading = false

	function deliver(text: string): void {
		if (text !== '') mended.push(text)
		const patienceMs = assembler.patienceMs()
		if (patienceMs !== undefined) {
			patience = setTimeout(() => deliver(assembler.flush(performance.now())), patienceMs)
		}
	}

	function onData(read: string | Uint8Array): void {
		clearTimeout(patience)
		deliver(assembler.push(String(read), performance.now()))
	}

	function end(): void {
		clearTimeout(patience)
		mended.push(null)
	}

	function setRawMode(isRaw: boolean): TerminalInput {
		terminal.setRawMode(isRaw)
		if (isRaw === isReading) return input
		isReading = isRaw
		if (isRaw) {
			terminal.on('data', onData)
			terminal.resume()
		} else {
			clearTimeout(patience)
			assembler.flush(performance.now())
			terminal.off('data', onData)
			terminal.pause()
		}
		return input
	}

	// The decoder keeps the bytes of half a character until the other half is read.
	terminal.setEncoding('utf8')
	terminal.once('end', end)
	terminal.once('close', end)
	const input: TerminalInput = Object.assign(mended, {
		isTTY: true as const,
		setRawMode,
		ref: () => {
			terminal.ref?.()
			return input
		},
		unref: () => {
			terminal.unref?.()
			return input
		},
	})
	return input
}

/** Of the input: one whole answer of the terminal, such as `\x1b]11;rgb:0000/0000/0000\x07`. */
export const REPLY = 'reply'

/** `process.stdin` of a terminal, as far as it is used. */
export type TerminalSource = NodeJS.ReadableStream & {
	setRawMode(isRaw: boolean): unknown
	ref?(): unknown
	unref?(): unknown
}
