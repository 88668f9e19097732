import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Box, type Instance, render, Text, useCursor } from 'ink'
import { createElement } from 'react'
import { test } from 'vitest'
import { TerminalOutput } from '../../../../src/tui/terminal/terminal-output.ts'
import { AlternateScreen, modesIn } from '../../../../src/tui/terminal/window/alternate-screen.ts'
import { ScreenTerminal } from '../../../support/screen/screen-terminal.ts'
import { longer } from '../../../support/soak.ts'

const COLUMNS = 40
const ROWS = 10

type Frame = { lines: readonly string[]; cursor?: number | undefined }

function Live({ lines, cursor }: Frame) {
	const { setCursorPosition } = useCursor()
	setCursorPosition(cursor === undefined ? undefined : { x: 1, y: Math.min(cursor, lines.length - 1) })
	return createElement(
		Box,
		{ flexDirection: 'column' },
		lines.map((line, index) => createElement(Text, { key: index, wrap: 'truncate' }, line)),
	)
}

function drawn(first: Frame) {
	const terminal = new ScreenTerminal(COLUMNS, ROWS)
	const output: TerminalOutput = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		onLost: () => {},
		onFrameLost: () => forget(),
	})
	const instance: Instance = render(createElement(Live, first), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	const forget = () => output.discard(() => instance.clear())
	const draw = async (frame: Frame) => {
		// As the gate in front of Ink's frames has it.
		if (output.isWindowTaken) forget()
		instance.rerender(createElement(Live, { ...frame }))
		await instance.waitUntilRenderFlush()
	}
	const takeWindow = async (isTaken: boolean, frame: Frame) => {
		output.takeWindow(isTaken)
		forget()
		await draw(frame)
	}
	return { terminal, output, instance, draw, takeWindow }
}

const fullLine = (index: number, of: string) => `${of} ${index} `.padEnd(COLUMNS, of.slice(-1))
const anyLive = fc
	.record({
		height: fc.integer({ min: 1, max: ROWS - 2 }),
		name: fc.constantFrom('live a', 'live 日本'),
		cursor: fc.option(fc.nat(ROWS), { nil: undefined }),
	})
	.map(({ height, name, cursor }) => ({
		lines: Array.from({ length: height }, (_, index) => `${name} ${index}`),
		cursor,
	}))
/** As high and as wide as the window. */
const anyWhole = fc.constantFrom('x', 'y', 'zz').map(name => ({
	lines: Array.from({ length: ROWS }, (_, index) => fullLine(index, name)),
}))
const anyStep = fc.oneof(
	anyLive.map(frame => ({ kind: 'live' as const, frame })),
	anyWhole.map(frame => ({ kind: 'whole' as const, frame })),
	fc.integer({ min: 1, max: 25 }).map(count => ({ kind: 'insert' as const, count })),
	fc.constant({ kind: 'suspend' as const }),
)

test('what has the whole window leaves no trace, and rows finished meanwhile are on the main screen after it', async () => {
	await fc.assert(
		fc.asyncProperty(anyLive, fc.array(anyStep, { maxLength: 20 }), anyLive, async (first, steps, last) => {
			const { terminal, output, instance, draw, takeWindow } = drawn(first)
			const rows: string[] = []
			for (const step of steps) {
				if (step.kind === 'live' || step.kind === 'whole') {
					const isTaken = step.kind === 'whole'
					if (isTaken === output.isWindowTaken) await draw(step.frame)
					else await takeWindow(isTaken, step.frame)
					if (!isTaken) continue
					await terminal.settled()
					const lines = step.frame.lines.slice(-terminal.stdout.rows)
					assert.equal(terminal.screen().split('\n').slice(-lines.length).join('\n'), lines.join('\n'))
				} else if (step.kind === 'insert') {
					const added = Array.from({ length: step.count }, (_, index) => `row ${rows.length + index}`)
					rows.push(...added)
					output.insertAbove(added)
				} else if (output.isWindowTaken) {
					// As Ink does it: the frame is forgotten and drawn again.
					output.hold()
					output.unhold()
					await takeWindow(true, { lines: ['back'] })
				}
			}
			await (output.isWindowTaken ? takeWindow(false, last) : draw(last))
			output.flush()
			await terminal.settled()
			const shown = terminal.scrollback()
			instance.unmount()
			output.release()
			assert.equal(shown, [...rows, ...last.lines].join('\n'))
		}),
		{ numRuns: longer(15) },
	)
})

test('the keyboard is asked for on each screen, and taken back on the one that is left', () => {
	const screen = new AlternateScreen()
	screen.written('\x1b[>1u')
	assert.match(screen.enter(), /\x1b\[\?1049h.*\x1b\[>1u$/s)
	assert.match(screen.leave(), /^\x1b\[<u.*\x1b\[\?1049l$/s)

	screen.enter()
	screen.written('\x1b[<u')
	assert.match(
		screen.leave(),
		/^\x1b\[H\x1b\[J\x1b\[\?7h\x1b\[\?1049l\x1b\[<u$/,
		'another program gets the terminal as it was',
	)
	assert.doesNotMatch(screen.enter(), /u$/)
	screen.written('\x1b[>1u')
	assert.match(screen.leave(), /\x1b\[\?1049l\x1b\[>1u$/)
	assert.equal(screen.leave(), '', 'nothing is left twice')
})

test('of what is drawn after a crash only modes get through', () => {
	assert.equal(
		modesIn('\x1b[?2026hframe\x1b[2K\x1b[1A\x1b[?25h\x1b[?2004l\x1b[<u\x1b[?2026l'),
		'\x1b[?25h\x1b[?2004l\x1b[<u',
	)
})

test('while the window is taken nothing is written for finished rows', async () => {
	const { terminal, output, instance, takeWindow } = drawn({ lines: ['prompt'] })
	await instance.waitUntilRenderFlush()
	await takeWindow(true, { lines: ['whole'] })
	const before = terminal.written
	output.insertAbove(['done'])
	output.flush()
	assert.equal(terminal.written, before)
	instance.unmount()
	output.release()
	await terminal.settled()
	assert.equal(terminal.scrollback(), 'done')
})
