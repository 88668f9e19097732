// A slow link to the terminal: what is sent waits in it, and arrives when the test says so.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Box, type Instance, render, Text, useCursor } from 'ink'
import { createElement } from 'react'
import { test } from 'vitest'
import { FrameGate } from '../../../src/tui/terminal/link/frame-gate.ts'
import { LinkPace } from '../../../src/tui/terminal/link/link-pace.ts'
import { TerminalOutput } from '../../../src/tui/terminal/terminal-output.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const ROWS = 10
const ASK = '\x1b[5n'
/** What may be on its way when a link is first found to be slow, and a frame with a row behind it. */
const MOST_BYTES = 1024 + 700

type Link = { waiting(): number; take(bytes: number): void }

function openLink(columns = 40, rows = ROWS) {
	const terminal = new ScreenTerminal(columns, rows)
	let nowMs = 0
	let waiting = ''
	let arrived = ''
	const { write } = terminal.stdout
	terminal.stdout.write = ((chunk: string) => {
		waiting += chunk
		return true
	}) as typeof write
	const pace = new LinkPace({
		now: () => nowMs,
		send: sequence => output.control(sequence),
		onOpen() {
			gate.opened()
			output.opened()
		},
	})
	const output = new TerminalOutput(terminal.stdout, {
		hasColour: true,
		reflow: () => 'keeps-cursor',
		restMs: 0,
		pace,
		onLost: () => {},
		onFrameLost: () => {},
	})
	const gate = new FrameGate(
		() => pace.isOpen || output.isWindowTaken,
		() => output.isWindowTaken && forget(),
	)
	/** Of Ink, once there is one. */
	let forget = () => {}
	const link: Link = {
		waiting: () => waiting.length,
		/** Two of them a millisecond. */
		take(bytes) {
			const taken = waiting.slice(0, bytes)
			waiting = waiting.slice(bytes)
			nowMs += bytes / 2
			arrived = (arrived + taken).slice(-10_000)
			write.call(terminal.stdout, taken, 'utf8')
			for (let at = arrived.indexOf(ASK); at >= 0; at = arrived.indexOf(ASK)) {
				arrived = arrived.slice(at + ASK.length)
				pace.takeReply('\x1b[0n')
			}
		},
	}
	const onForget = (clear: () => void) => {
		forget = () => output.discard(clear)
	}
	return { terminal, output, pace, gate, link, onForget }
}

/** The timers that send what waits have no time to wait for. */
const turn = () => new Promise(resolve => setTimeout(resolve, 0))

const anyStep = fc.oneof(
	fc.record({
		kind: fc.constant('frame' as const),
		height: fc.integer({ min: 1, max: ROWS - 3 }),
		times: fc.constantFrom(1, 30),
	}),
	fc.record({ kind: fc.constant('insert' as const), count: fc.constantFrom(1, 8, 200) }),
	fc.record({ kind: fc.constant('take' as const), bytes: fc.integer({ min: 1, max: 900 }) }),
)

test('over a slow link every row arrives once and in order, the newest frame below them, and little is on its way', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async steps => {
			const { terminal, output, pace, gate, link } = openLink()
			let frames = 0
			const node = (height: number) =>
				createElement(
					Box,
					{ flexDirection: 'column' },
					createElement(Box, { ref: gate.guard }),
					Array.from({ length: height }, (_, index) =>
						createElement(Text, { key: index }, `live ${frames} ${index}`),
					),
				)
			const instance: Instance = render(node(2), {
				stdout: output,
				stdin: terminal.stdin,
				interactive: true,
				incrementalRendering: true,
				patchConsole: false,
				maxFps: 1000,
			})
			// The first answer takes long: the link is slow.
			output.control(`\x1b]2;${'x'.repeat(500)}\x07`)
			link.take(link.waiting())
			const rows: string[] = []
			let height = 2
			for (const step of steps) {
				if (step.kind === 'frame') {
					height = step.height
					for (let time = 0; time < step.times; time++) {
						frames++
						instance.rerender(node(height))
						await instance.waitUntilRenderFlush()
					}
				} else if (step.kind === 'insert') {
					const added = Array.from(
						{ length: step.count },
						(_, index) => `row ${rows.length + index} of all of them`,
					)
					rows.push(...added)
					output.insertAbove(added)
					output.flush()
				} else link.take(step.bytes)
				await turn()
				assert.ok(link.waiting() <= MOST_BYTES, `${link.waiting()} bytes on their way`)
			}
			while (link.waiting() > 0 || output.isBehind) {
				link.take(500)
				await turn()
			}
			await instance.waitUntilRenderFlush()
			link.take(link.waiting())
			await terminal.settled()
			const live = Array.from({ length: height }, (_, index) => `live ${frames} ${index}`)
			const shown = terminal.scrollback()
			await pace.stop()
			instance.unmount()
			assert.equal(shown, [...rows, ...live].join('\n'))
		}),
		{ numRuns: 20 },
	)
})

test('what waits goes out when the program lets go of the terminal', async () => {
	const { terminal, output, link } = openLink()
	output.control(`\x1b]2;${'x'.repeat(500)}\x07`)
	link.take(link.waiting())
	const rows = Array.from({ length: 300 }, (_, index) => `row ${index} of three hundred`)
	output.insertAbove(rows)
	output.flush()
	assert.ok(output.isBehind)
	output.release()
	link.take(link.waiting())
	await terminal.settled()
	assert.equal(terminal.scrollback(), rows.join('\n'))
})

function Prompt({ draft, gate }: { draft: string; gate: FrameGate }) {
	const { setCursorPosition } = useCursor()
	setCursorPosition({ x: 2 + draft.length, y: 0 })
	return createElement(
		Box,
		{ flexDirection: 'column' },
		createElement(Box, { ref: gate.guard }),
		createElement(Text, undefined, `> ${draft}`),
	)
}

test('a key that comes while no frame may be drawn is on its way before the frame that has it', async () => {
	const { terminal, output, pace, gate, link } = openLink()
	const node = (draft: string) => createElement(Prompt, { draft, gate })
	const instance: Instance = render(node(''), {
		stdout: output,
		stdin: terminal.stdin,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
		maxFps: 1000,
	})
	await instance.waitUntilRenderFlush()
	output.control(`\x1b]2;${'x'.repeat(500)}\x07`)
	link.take(link.waiting())
	const rows = Array.from({ length: 60 }, (_, index) => `row ${index} of sixty that wait`)
	output.insertAbove(rows)
	output.flush()
	assert.equal(pace.isOpen, false)
	const before = link.waiting()
	output.showEarly('a', 2)
	assert.ok(link.waiting() - before < 12, `${link.waiting() - before} bytes`)
	instance.rerender(node('a'))
	await instance.waitUntilRenderFlush()
	const sent = link.waiting()
	assert.ok(sent - before < 12, 'the frame waits')
	link.take(sent)
	await terminal.settled()
	assert.match(terminal.screen(), /^> a$/m)
	while (link.waiting() > 0 || output.isBehind) {
		link.take(500)
		await turn()
	}
	await instance.waitUntilRenderFlush()
	link.take(link.waiting())
	await terminal.settled()
	const shown = terminal.scrollback()
	await pace.stop()
	instance.unmount()
	assert.equal(shown, [...rows, '> a'].join('\n'))
})

/** So large that one frame is more than may be on its way. */
const WHOLE = { columns: 60, rows: 24 }
const EDGE = '-'.repeat(WHOLE.columns)

/** What the window shows: more text than the link carries, and below it what is typed. */
function Window({ lines, draft, gate }: { lines: readonly string[]; draft: string; gate: FrameGate }) {
	const { setCursorPosition } = useCursor()
	setCursorPosition({ x: 2 + draft.length, y: WHOLE.rows - 2 })
	const rows = [...lines.slice(3 - WHOLE.rows), EDGE, `> ${draft}`, EDGE]
	return createElement(
		Box,
		{ flexDirection: 'column' },
		createElement(Box, { ref: gate.guard }),
		rows.map((row, index) => createElement(Text, { key: index, wrap: 'truncate' }, row)),
	)
}

test('over a slow link a whole window comes in pieces, and a key behind no more than what was on its way', async () => {
	let typedBetween = 0
	const anyWindowStep = fc.oneof(
		fc.record({ kind: fc.constant('text' as const), count: fc.constantFrom(1, 3, 40) }),
		fc.record({ kind: fc.constant('key' as const) }),
		fc.record({ kind: fc.constant('take' as const), bytes: fc.integer({ min: 1, max: 600 }) }),
	)
	await fc.assert(
		fc.asyncProperty(fc.array(anyWindowStep, { minLength: 10, maxLength: 40 }), async steps => {
			const { terminal, output, pace, gate, link, onForget } = openLink(WHOLE.columns, WHOLE.rows)
			output.control(`\x1b]2;${'x'.repeat(500)}\x07`)
			link.take(link.waiting())
			output.takeWindow(true)
			let lines: readonly string[] = Array.from({ length: WHOLE.rows }, (_, index) => `line ${index} of it`)
			let draft = ''
			const node = () => createElement(Window, { lines, draft, gate })
			const instance: Instance = render(node(), {
				stdout: output,
				stdin: terminal.stdin,
				interactive: true,
				incrementalRendering: true,
				patchConsole: false,
				maxFps: 1000,
			})
			onForget(() => instance.clear())
			const draw = async () => {
				instance.rerender(node())
				await instance.waitUntilRenderFlush()
			}
			for (const step of steps) {
				if (step.kind === 'text') {
					const from = lines.length
					// The store waits while the last frame is on its way.
					if (output.isBehind) continue
					const fresh = Array.from({ length: step.count }, (_, index) =>
						`line ${from + index} of it`.padEnd(WHOLE.columns, '.'),
					)
					lines = [...lines, ...fresh]
					await draw()
				} else if (step.kind === 'key') {
					draft = draft.length > 20 ? '' : `${draft}${String.fromCharCode(97 + draft.length)}`
					if (output.isBehind) typedBetween++
					await draw()
					const [first, second] = [link.waiting(), link.waiting() > 1024 ? 700 : 0]
					assert.ok(first <= MOST_BYTES, `${first} bytes on their way`)
					link.take(first)
					link.take(second)
					await terminal.settled()
					assert.ok(terminal.screen().split('\n').includes(`> ${draft}`.trimEnd()), terminal.screen())
				} else link.take(step.bytes)
			}
			await instance.waitUntilRenderFlush()
			while (link.waiting() > 0 || output.isBehind) {
				link.take(500)
				await turn()
			}
			await terminal.settled()
			const shown = terminal.screen()
			await pace.stop()
			instance.unmount()
			output.release()
			const rows = [...lines.slice(3 - WHOLE.rows), EDGE, `> ${draft}`.trimEnd(), EDGE]
			assert.equal(shown, rows.join('\n'))
		}),
		{ numRuns: 12 },
	)
	assert.ok(typedBetween > 0, `${typedBetween}`)
})

test('on the alternate screen, rows that wait for the other one hold nothing back', async () => {
	const { output, link } = openLink()
	output.control(`\x1b]2;${'x'.repeat(500)}\x07`)
	link.take(link.waiting())
	output.takeWindow(true)
	output.insertAbove(['a row for the main screen'])
	output.flush()
	while (link.waiting() > 0) link.take(500)
	assert.equal(output.isBehind, false)
	output.takeWindow(false)
	output.flush()
	assert.equal(output.isBehind, false)
})
