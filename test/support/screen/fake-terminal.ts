// A terminal without a window: what is typed goes in, what a person would see comes out.

import { PassThrough, Writable } from 'node:stream'
import headless from '@xterm/headless'
import { type RenderOptions, render } from 'ink'
import type { ReactNode } from 'react'
import { type TerminalInput, terminalInput } from '../../../src/tui/terminal/terminal-input.ts'

export type FakeTerminal = {
	stdin: TerminalInput
	stdout: NodeJS.WriteStream
	/** Puts bytes on the wire in one read. */
	type(text: string | Uint8Array): void
	/** The lines with something on them, without what follows the last character. */
	lines(): readonly string[]
	cursor(): { x: number; y: number; isVisible: boolean }
	/** Resolves with the lines as soon as they satisfy `isReached`; fails with the screen when they do not for long. */
	until(isReached: (lines: readonly string[]) => boolean): Promise<readonly string[]>
	/** Everything that was ever written. */
	written(): string
	mount(node: ReactNode, options?: RenderOptions): { unmount(): void; rerender(node: ReactNode): void }
}

export function fakeTerminal({ columns = 80, rows = 24 } = {}): FakeTerminal {
	const screen = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
	const source = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => source })
	let written = ''
	let isCursorVisible = true
	let waiting: (() => void)[] = []
	const stdout = Object.assign(
		new Writable({
			write(chunk, _encoding, done) {
				const text = String(chunk)
				written += text
				for (const [, mode] of text.matchAll(/\x1b\[\?25([hl])/g)) isCursorVisible = mode === 'h'
				// The terminal driver turns LF into CR LF.
				screen.write(text.replaceAll('\n', '\r\n'), () => {
					for (const look of waiting) look()
					done()
				})
			},
		}),
		{ isTTY: true, columns, rows },
	) as unknown as NodeJS.WriteStream
	const stdin = terminalInput(source)

	function lines(): readonly string[] {
		const buffer = screen.buffer.active
		const all = Array.from(
			{ length: buffer.length },
			(_, row) => buffer.getLine(row)?.translateToString(true) ?? '',
		)
		return all.slice(0, all.findLastIndex(line => line !== '') + 1)
	}

	function until(isReached: (lines: readonly string[]) => boolean): Promise<readonly string[]> {
		return new Promise((resolve, reject) => {
			const late = setTimeout(() => {
				waiting = waiting.filter(other => other !== look)
				reject(new Error(`the screen did not get there:\n${lines().join('\n')}`))
			}, PATIENCE_MS)
			const look = () => {
				const now = lines()
				if (!isReached(now)) return
				clearTimeout(late)
				waiting = waiting.filter(other => other !== look)
				resolve(now)
			}
			waiting = [...waiting, look]
			look()
		})
	}

	return {
		stdin,
		stdout,
		type: text => void source.write(text),
		lines,
		cursor: () => {
			const { cursorX, cursorY, baseY } = screen.buffer.active
			return { x: cursorX, y: baseY + cursorY, isVisible: isCursorVisible }
		},
		until,
		written: () => written,
		mount: (node, options) =>
			render(node, {
				stdin,
				stdout,
				interactive: true,
				incrementalRendering: true,
				exitOnCtrlC: false,
				patchConsole: false,
				maxFps: 1000,
				...options,
			}),
	}
}

/** Below what a test may take in all, so that whoever waited in vain is told what was there instead. */
const PATIENCE_MS = 25_000
