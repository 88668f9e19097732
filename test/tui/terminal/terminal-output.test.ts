import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import fc from 'fast-check'
import { Box, type Instance, render, Text, useCursor } from 'ink'
import { createElement } from 'react'
import { test } from 'vitest'
import { TerminalOutput } from '../../../src/tui/terminal/terminal-output.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

type Frame = { lines: readonly string[]; cursor: number | undefined }

function Live({ lines, cursor }: Frame) {
	const { setCursorPosition } = useCursor()
	setCursorPosition(cursor === undefined ? undefined : { x: 2, y: Math.min(cursor, lines.length - 1) })
	return createElement(
		Box,
		{ flexDirection: 'column' },
		lines.map((line, index) => createElement(Text, { key: index }, line)),
	)
}

const ROWS = 10
const anyFrame = fc.record({
	lines: fc
		.array(fc.constantFrom('live a', 'live bb', 'live ccc 日本'), { minLength: 1, maxLength: ROWS - 2 })
		.map(lines => lines.map((line, index) => `${line} ${index}`)),
	cursor: fc.option(fc.nat(ROWS), { nil: undefined }),
})
const anyStep = fc.oneof(
	anyFrame.map(frame => ({ kind: 'frame' as const, frame })),
	fc.integer({ min: 1, max: 25 }).map(count => ({ kind: 'insert' as const, count })),
	fc.constant({ kind: 'flush' as const }),
)

test('rows put above the frame are all there, in order and once, and the frame stands below them', async () => {
	await fc.assert(
		fc.asyncProperty(
			anyFrame,
			fc.array(anyStep, { maxLength: 25 }),
			fc.boolean(),
			async (first, steps, covers) => {
				const terminal = new ScreenTerminal(40, ROWS)
				const output = new TerminalOutput(terminal.stdout, {
					hasColour: true,
					reflow: () => 'keeps-cursor',
					restMs: 0,
					covers: () => covers,
					onLost: () => {},
					onFrameLost: () => {},
				})
				const options = {
					stdout: output,
					stdin: terminal.stdin,
					interactive: true,
					incrementalRendering: true,
					patchConsole: false,
				}
				const instance: Instance = render(createElement(Live, first), options)
				const rows: string[] = []
				let frame: Frame = first
				for (const step of steps) {
					if (step.kind === 'frame') {
						frame = step.frame
						instance.rerender(createElement(Live, frame))
						await instance.waitUntilRenderFlush()
					} else if (step.kind === 'insert') {
						const added = Array.from({ length: step.count }, (_, index) => `row ${rows.length + index}`)
						rows.push(...added)
						output.insertAbove(added)
					} else output.flush()
				}
				output.flush()
				if (covers) {
					// What a taller frame has covered is back under one that is as low as can be.
					frame = { lines: ['low'], cursor: 0 }
					instance.rerender(createElement(Live, frame))
					await instance.waitUntilRenderFlush()
				}
				await terminal.settled()
				const shown = terminal.scrollback()
				const cursor = terminal.cursor()
				instance.unmount()
				assert.equal(shown, [...rows, ...frame.lines].join('\n'))
				if (frame.cursor !== undefined) {
					assert.deepEqual(cursor, {
						line: frame.lines[Math.min(frame.cursor, frame.lines.length - 1)],
						column: 2,
					})
				}
			},
		),
		{ numRuns: 150 },
	)
})

test('a frame that becomes taller for a while leaves no trace when it has gone', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	let [covers, holds] = [false, false]
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		covers: () => covers,
		holds: () => holds,
		onLost: () => {},
		onFrameLost: () => {},
	})
	const frame = (...lines: readonly string[]) => createElement(Live, { lines, cursor: 0 })
	const instance = render(frame('prompt', 'status'), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	const shows = async (...lines: readonly string[]) => {
		instance.rerender(frame(...lines))
		await instance.waitUntilRenderFlush()
		await terminal.settled()
	}
	output.insertAbove([
		...Array.from({ length: 11 }, (_, index) => `row ${index}`),
		`long ${'x'.repeat(40)}`,
		'end',
	])
	output.flush()
	await terminal.settled()
	const [before, all] = [terminal.screen(), terminal.scrollback()]
	covers = true
	await shows('list', 'a', 'b', 'c', 'd', 'status')
	assert.equal(
		terminal.screen(),
		['row 7', 'row 8', 'row 9', 'list', 'a', 'b', 'c', 'd', 'status'].join('\n'),
	)
	await shows('list', 'a', 'status')
	assert.deepEqual(terminal.screen().split('\n').slice(3, 7), [
		'row 10',
		`long ${'x'.repeat(35)}`,
		'xxxxx',
		'list',
	])
	await shows('prompt', 'status')
	assert.equal(terminal.screen(), before)
	assert.equal(terminal.scrollback(), all)
	assert.deepEqual(terminal.cursor(), { line: 'prompt', column: 2 })
	// What is said meanwhile stands behind what was covered.
	await shows('list', 'a', 'b', 'c', 'd', 'status')
	output.insertAbove(['said'])
	output.flush()
	await shows('prompt', 'status')
	const [saidScreen, saidAll] = [terminal.screen(), terminal.scrollback()]
	assert.equal(saidAll, all.replace('end\n', 'end\nsaid\n'))
	// As without what was open: the frame stands where it stood, and nothing is missing above it.
	assert.equal(saidScreen, scrolledBy(before, 'end', 'said'))
	// Or waits for it to go, so that nothing is scrolled away that has to be there again.
	holds = true
	await shows('list', 'a', 'b', 'c', 'd', 'status')
	const listed = terminal.screen()
	output.insertAbove(['held'])
	output.flush()
	await shows('list', 'a', 'b', 'c', 'd', 'later')
	assert.equal(terminal.screen(), listed.replace(/status$/, 'later'))
	holds = false
	output.flush()
	await terminal.settled()
	assert.equal(terminal.screen(), listed.replace(/status$/, 'later'))
	await shows('prompt', 'status')
	output.flush()
	await terminal.settled()
	instance.unmount()
	assert.equal(terminal.screen(), scrolledBy(saidScreen, 'said', 'held'))
	assert.equal(terminal.scrollback(), saidAll.replace('said\n', 'said\nheld\n'))
})

test('in a window that is not full yet, a taller frame takes what room there is and covers only the rest', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	let covers = false
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		covers: () => covers,
		onLost: () => {},
		onFrameLost: () => {},
	})
	const frame = (...lines: readonly string[]) => createElement(Live, { lines, cursor: 0 })
	const instance = render(frame('prompt', 'status'), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	const shows = async (...lines: readonly string[]) => {
		instance.rerender(frame(...lines))
		await instance.waitUntilRenderFlush()
		await terminal.settled()
		return { screen: terminal.screen(), all: terminal.scrollback(), below: terminal.rowsBelow() }
	}
	output.insertAbove(['row 0', 'row 1', 'row 2', 'row 3'])
	output.flush()
	const before = await shows('prompt', 'state')
	covers = true
	const list = ['list', 'a', 'b', 'c', 'd', 'e', 'status']
	assert.equal((await shows(...list)).screen, ['row 0', 'row 1', ...list].join('\n'))
	covers = false
	const after = await shows('prompt', 'state')
	instance.unmount()
	assert.deepEqual(after, before)
})

function scrolledBy(screen: string, last: string, added: string): string {
	const [, ...rows] = screen.split('\n')
	return rows.join('\n').replace(`${last}\n`, `${last}\n${added}\n`)
}

test('finished rows and the frame they have left go out in one write', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		onLost: () => {},
		onFrameLost: () => {},
	})
	const options = {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
		// As the program has it: otherwise the frame waits nearly as long as the rows do for it.
		maxFps: 1000,
	}
	const instance = render(createElement(Live, { lines: ['open', 'prompt'], cursor: 1 }), options)
	await instance.waitUntilRenderFlush()
	const writes: string[] = []
	const { write } = terminal.stdout
	terminal.stdout.write = ((chunk: string) => {
		writes.push(chunk)
		return write.call(terminal.stdout, chunk, 'utf8')
	}) as typeof write
	output.insertAbove(['done'])
	instance.rerender(createElement(Live, { lines: ['next', 'prompt'], cursor: 1 }))
	await instance.waitUntilRenderFlush()
	terminal.stdout.write = write
	instance.unmount()
	assert.equal(writes.length, 1)
	assert.match(writes[0] ?? '', /^\x1b\[\?2026h.*done.*next.*\x1b\[\?2026l$/s)
})

test('where the terminal loses the cursor when it breaks rows anew, the end of the frame is where it is looked for', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	const redrawn = new EventEmitter()
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'loses-cursor',
		restMs: 0,
		onLost: () => {},
		onFrameLost: () => redrawn.emit('lost'),
	})
	const instance = render(
		createElement(Live, { lines: ['a'.repeat(38), 'b'.repeat(38), 'c'.repeat(30)], cursor: 1 }),
		{
			stdout: output,
			stdin: terminal.stdin,
			interactive: true,
			incrementalRendering: true,
			patchConsole: false,
		},
	)
	await instance.waitUntilRenderFlush()
	output.insertAbove(['done'])
	output.flush()
	await terminal.settled()
	assert.deepEqual(terminal.cursor(), { line: 'b'.repeat(38), column: 2 })
	terminal.stdout.write('\x1b8')
	await terminal.settled()
	assert.deepEqual(terminal.cursor(), { line: 'c'.repeat(30), column: 29 })
	const before = terminal.written.length
	const lost = once(redrawn, 'lost')
	terminal.resize(20, ROWS)
	await lost
	instance.unmount()
	// Two rows each above it, and one of its own. From the screen's first cell on nothing is erased at once: tmux would put it
	// into its history.
	assert.match(terminal.written.slice(before), /^\x1b\[\?25l\x1b8\x1b\[5A\r\x1b\[C\x1b\[J\r\x1b\[K/)
})

test('rows that are drawn again stay whole, also those that the terminal breaks, and fill the screen above the frame', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		onLost: () => {},
		onFrameLost: () => {},
	})
	const frame = (status: string) => createElement(Live, { lines: ['prompt', status], cursor: 0 })
	const instance = render(frame('status'), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	await instance.waitUntilRenderFlush()
	const rows = [
		...Array.from({ length: 9 }, (_, index) => `row ${index}`),
		`const long = '${'x'.repeat(80)}'`,
		'end',
	]
	output.insertAbove(rows)
	output.flush()
	await terminal.settled()
	const [before, copied] = [terminal.screen(), terminal.copied()]
	const { rowsAboveFrame } = output
	output.discard(() => instance.clear())
	const from = terminal.written.length
	output.repaint(rows.slice(-ROWS), rowsAboveFrame)
	const repainted = terminal.written.slice(from)
	instance.rerender(frame('drawn again'))
	await instance.waitUntilRenderFlush()
	output.insertAbove(['behind it'])
	output.flush()
	await terminal.settled()
	const [after, copiedAfter] = [terminal.screen(), terminal.copied()]
	// Of a line that is higher than that, the end.
	output.repaint([`#${'y'.repeat(40 * ROWS)}`], 3)
	await terminal.settled()
	const [top, last] = [terminal.screen().split('\n'), terminal.copied().split('\n').at(-1)]
	instance.unmount()
	assert.equal(before.split('\n')[0], 'row 6')
	// tmux keeps a screen that is erased as a whole in its history, where the same rows would be twice.
	assert.doesNotMatch(repainted, /\x1b\[(?:1;1)?H\x1b\[0?J|\x1b\[2J/)
	assert.equal(
		after,
		before.replace('row 6\n', '').replace('prompt\nstatus', 'behind it\nprompt\ndrawn again'),
	)
	assert.equal(copiedAfter, copied.replace('prompt\nstatus', 'behind it\nprompt\ndrawn again'))
	assert.deepEqual([top.length, last], [2, 'y'.repeat(41)])
})

test('a window that rests at a size the terminal has no more is not drawn before its next size is told', async () => {
	const terminal = new ScreenTerminal(40, ROWS)
	const events = new EventEmitter()
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'loses-cursor',
		restMs: 0,
		onLost: () => {},
		onFrameLost: () => events.emit('lost', terminal.stdout.columns),
	})
	const said: string[] = []
	terminal.onAnswer(answer => {
		output.takeReply(answer)
		said.push(answer)
		// What the system tells comes behind what the terminal says.
		if (answer === `\x1b[8;${ROWS};20t`) terminal.tell(20, ROWS)
	})
	const instance = render(createElement(Live, { lines: ['a'.repeat(38), 'status'], cursor: 0 }), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	await instance.waitUntilRenderFlush()
	output.insertAbove(['done'])
	output.flush()
	await terminal.settled()
	const before = terminal.written.length
	const lost = once(events, 'lost')
	terminal.resizeUntold(20, ROWS)
	terminal.tell(30, ROWS)
	const [columns] = await lost
	instance.unmount()
	assert.equal(columns, 20)
	assert.deepEqual(said, [`\x1b[8;${ROWS};40t`, `\x1b[8;${ROWS};20t`, `\x1b[8;${ROWS};20t`])
	// Two rows of the first above the cursor's.
	assert.match(terminal.written.slice(before), /^\x1b\[18t\x1b\[18t\x1b\[\?25l\x1b8\x1b\[2A\r\x1b\[C\x1b\[J/)
})

test('where the terminal cuts rows, those on the screen are whole again at the next size, and there is one frame', async () => {
	const terminal = new ScreenTerminal(40, ROWS, { cuts: true })
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'none',
		restMs: 0,
		onLost: () => {},
		onFrameLost() {
			output.discard(() => instance.clear())
			redrawn.emit('lost')
		},
	})
	const redrawn = new EventEmitter()
	terminal.onAnswer(answer => output.takeReply(answer))
	const frame = (columns: number) =>
		createElement(Live, { lines: ['a'.repeat(columns - 2), 'status'], cursor: 0 })
	const instance = render(frame(40), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	await instance.waitUntilRenderFlush()
	const rows = Array.from({ length: 12 }, (_, index) => `${index} `.repeat(index === 10 ? 17 : 9).trimEnd())
	output.insertAbove(rows)
	output.flush()
	await terminal.settled()
	const all = terminal.scrollback()
	const met = (columns: number) => `met ${columns} ${'x'.repeat(54 - columns)}`
	const resized = async (columns: number) => {
		const lost = once(redrawn, 'lost')
		await terminal.cutTo(columns)
		terminal.resizeUntold(columns, ROWS)
		// Meets the narrower window, of which nobody has been told.
		output.insertAbove([met(columns)])
		output.flush()
		await terminal.settled()
		terminal.resize(columns, ROWS)
		await lost
		instance.rerender(frame(columns))
		await instance.waitUntilRenderFlush()
		await terminal.settled()
	}
	await resized(30)
	const narrow = terminal.screen()
	await resized(40)
	assert.match(narrow, /\n10 10.* 10\n10 10.*\n11 .*\nmet 30 x{23}\nx\na{28}\nstatus$/)
	const after = terminal.scrollback()
	instance.unmount()
	assert.equal(
		after,
		[...all.split('\n').slice(0, 13), met(30), met(40), 'a'.repeat(38), 'status'].join('\n'),
	)
})

/** Twelve rows of 39 and 47 columns above a frame, in a terminal that cuts. */
async function openCutting({ answer = (text: string) => text } = {}) {
	const terminal = new ScreenTerminal(40, ROWS + 1, { cuts: true })
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'none',
		restMs: 0,
		onLost: () => {},
		onFrameLost() {
			output.discard(() => instance.clear())
			redrawn.emit('lost')
		},
	})
	const redrawn = new EventEmitter()
	terminal.onAnswer(text => output.takeReply(answer(text)))
	const frame = (status: string) => createElement(Live, { lines: ['prompt', status], cursor: 0 })
	const instance = render(frame('status'), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	})
	await instance.waitUntilRenderFlush()
	const rows = Array.from({ length: 12 }, (_, row) =>
		Array.from({ length: 8 }, (_, word) => `w${row}.${word}`).join(' '),
	)
	output.insertAbove(rows)
	output.flush()
	await terminal.settled()
	return {
		...{ terminal, rows, close: () => instance.unmount() },
		/** @returns what has been written for it by then, the frame left out */
		async rests(columns: number, height: number): Promise<string> {
			const before = terminal.written.length
			const lost = once(redrawn, 'lost')
			await terminal.cutTo(columns)
			terminal.resize(columns, height)
			await lost
			await terminal.settled()
			return terminal.written.slice(before)
		},
		async draws(status: string): Promise<void> {
			instance.rerender(frame(status))
			await instance.waitUntilRenderFlush()
			await terminal.settled()
		},
	}
}

test('where the terminal cuts rows, one of which a part has been scrolled out is not written a second time', async () => {
	const { terminal, rows, rests, draws, close } = await openCutting()
	const tops: string[] = []
	for (const columns of [30, 26, 40, 44]) {
		await rests(columns, ROWS)
		await draws(`status ${columns}`)
		tops.push(terminal.screen().split('\n')[0] ?? '')
	}
	const after = terminal.scrollback()
	close()
	assert.ok(
		tops.some(top => top !== '' && !rows.some(row => row.startsWith(top.slice(0, 4)))),
		`no row is in two parts: ${tops}`,
	)
	assert.equal(after.replaceAll(/\s/g, ''), [...rows, 'prompt', 'status44'].join('').replaceAll(' ', ''))
})

test('where the terminal cuts rows, those that a higher window brings back are whole again, however they were broken', async () => {
	// xterm puts what comes back above what is there, and this emulator what is new below.
	let back = 0
	const { rows, rests, draws, close } = await openCutting({
		answer: text => text.replace(/^\x1b\[\?(\d+);3R$/, (_, row) => `\x1b[?${Number(row) + back};3R`),
	})
	await rests(30, 9)
	await draws('status 30')
	await rests(26, 7)
	await draws('status 26')
	back = 4
	const written = await rests(40, 11)
	close()
	// Two rows each at 26 columns, of which there was room for two of them above the frame.
	const [, again = ''] = written.split('\x1b[9H\r\x1b[C\x1b[J\r\x1b[K\x1b[1H\x1b[J')
	assert.deepEqual(again.replaceAll(/\x1b\[\?7[hl]/g, '').split('\r\n'), [...rows.slice(-4), ''])
})

test('where the terminal cuts rows, they are whole again also where the next size comes before the frame is drawn', async () => {
	const { terminal, rows, rests, draws, close } = await openCutting()
	await rests(30, ROWS + 1)
	await rests(25, ROWS + 1)
	await draws('status 25')
	const after = terminal.scrollback()
	close()
	assert.equal(after.replaceAll(/\s/g, ''), [...rows, 'prompt', 'status25'].join('').replaceAll(' ', ''))
})
