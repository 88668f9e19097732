// A slow link to the terminal: what is sent waits in it, and arrives when the test says so.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Box, type Instance, render, Text } from 'ink'
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

function openLink() {
	const terminal = new ScreenTerminal(40, ROWS)
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
	const gate = new FrameGate(() => pace.isOpen)
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
	return { terminal, output, pace, gate, link }
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
