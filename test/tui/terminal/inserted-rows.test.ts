// Rows put above the frame while the window becomes narrower, before the program is told, in VS Code's terminal (xterm.js).

import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import fc from 'fast-check'
import { Box, type Instance, render, Text, useCursor } from 'ink'
import { createElement } from 'react'
import { test } from 'vitest'
import { InsertedRows } from '../../../src/tui/terminal/inserted-rows.ts'
import { TerminalOutput } from '../../../src/tui/terminal/terminal-output.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'
import { longer } from '../../support/soak.ts'

const [COLUMNS, ROWS] = [60, 30]

function Live({ lines, cursor }: { lines: readonly string[]; cursor: number }) {
	const { setCursorPosition } = useCursor()
	setCursorPosition({ x: 2, y: cursor })
	return createElement(
		Box,
		{ flexDirection: 'column' },
		lines.map((line, index) => createElement(Text, { key: index, wrap: 'truncate' }, line)),
	)
}

/** Of whole words, so that each can be looked for. */
function wordRows(first: number, count: number, width: number): { rows: string[]; words: string[] } {
	const words = Array.from({ length: 40 }, (_, index) => `word${first + index}`)
	const rows: string[] = []
	for (const word of words) {
		const last = rows.at(-1)
		if (last !== undefined && `${last} ${word}`.length <= width) rows[rows.length - 1] = `${last} ${word}`
		else rows.push(word)
	}
	const kept = rows.slice(0, count)
	return { rows: kept, words: kept.flatMap(row => row.split(' ')) }
}

const scene = fc.record({
	narrower: fc.integer({ min: 22, max: COLUMNS - 1 }),
	/** At least one: from the answer to the first it is known in what order the terminal says its size. */
	before: fc.integer({ min: 1, max: 40 }),
	/** Of the frame, the row with the cursor last. */
	frame: fc.array(fc.integer({ min: 4, max: COLUMNS }), { minLength: 1, maxLength: 4 }),
	lots: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
	isFrameChanged: fc.boolean(),
	/** What each lot behind the first meets, while no answer is here yet. Left out, what the first has met. */
	others: fc.option(fc.integer({ min: 22, max: COLUMNS - 1 }), { nil: undefined }),
	/** Sizes that follow while the program is about to answer the one they have met: the window is dragged. */
	further: fc.array(fc.integer({ min: 22, max: COLUMNS - 1 }), { maxLength: 3 }),
})

test('rows that met a narrower window than the program knew are all there, once, and so is the frame', async () => {
	let [cutOnes, twice] = [0, 0]
	await fc.assert(
		fc.asyncProperty(scene, async ({ narrower, others, before, frame, lots, isFrameChanged, further }) => {
			const terminal = new ScreenTerminal(COLUMNS, ROWS)
			const events = new EventEmitter()
			const output = new TerminalOutput(terminal.stdout, {
				hasColour: true,
				reflow: () => 'moves-cursor',
				restMs: 1,
				onLost: () => {},
				onFrameLost: () => {
					output.discard(() => instance.clear())
					events.emit('lost')
				},
			})
			const take = (answer: string) => {
				for (const [reply] of answer.matchAll(/\x1b\[[^A-Za-z]*[A-Za-z]/g)) output.takeReply(reply)
			}
			let onTheWay: string[] | undefined
			terminal.onAnswer(answer => {
				if (onTheWay) return void onTheWay.push(answer)
				take(answer)
				if (!answer.includes(`;${narrower}t`)) return
				answered++
				if (answered < terminal.written.slice(from).split('\x1b[18t').length - 1) return
				for (const columns of dragged.splice(0)) terminal.resizeUntold(columns, ROWS)
			})
			let dragged: number[] = []
			let [from, answered] = [0, 0]
			const lines = (mark: string) => frame.map((width, index) => `${mark}${index}`.padEnd(width, '·'))
			const live = (mark: string) => createElement(Live, { lines: lines(mark), cursor: frame.length - 1 })
			const instance: Instance = render(live('f'), {
				stdout: output,
				stdin: terminal.stdin,
				interactive: true,
				incrementalRendering: true,
				patchConsole: false,
			})
			await instance.waitUntilRenderFlush()
			const words: string[] = []
			const insert = (count: number, width: number) => {
				const made = wordRows(words.length, count, width)
				words.push(...made.words)
				output.insertAbove(made.rows)
			}
			insert(before, 20)
			output.flush()
			await terminal.settled()

			// When: what is written now is drawn in a narrower window.
			from = terminal.written.length
			terminal.resizeUntold(narrower, ROWS)
			const isTwice = others !== undefined && lots.length > 1
			const goesOn = isTwice ? [others] : further.toSorted((a, b) => b - a)
			if (isTwice) onTheWay = []
			else dragged = [...goesOn]
			for (const [index, count] of lots.entries()) {
				if (isTwice && index > 0) {
					await terminal.settled()
					terminal.resizeUntold(others, ROWS)
				}
				insert(count, COLUMNS)
				if (isFrameChanged) {
					instance.rerender(live('g'))
					await instance.waitUntilRenderFlush()
				} else output.flush()
			}
			await terminal.settled()
			const lost = once(events, 'lost')
			for (const answer of onTheWay?.splice(0) ?? []) take(answer)
			if (isTwice) twice++
			onTheWay = undefined
			for (const columns of dragged.splice(0)) terminal.resizeUntold(columns, ROWS)
			for (const columns of [narrower, ...goesOn]) terminal.tell(columns, ROWS)
			await lost
			instance.rerender(live('h'))
			await instance.waitUntilRenderFlush()
			output.flush()
			await terminal.settled()

			// Then
			const copied = terminal.copied()
			instance.unmount()
			if (terminal.written.slice(from).split(words.at(-1) ?? '').length > 2) cutOnes++
			assert.deepEqual(copied.match(/word\d+/g) ?? [], words, copied)
			assert.deepEqual(
				copied.match(/[fgh]\d/g),
				frame.map((_, index) => `h${index}`),
				copied,
			)
		}),
		{ numRuns: longer(40) },
	)
	assert.ok(cutOnes > 0, 'none was written again')
	assert.ok(twice > 0, 'none met two sizes')
})

test('a window that is dragged lower and narrower, and back, keeps all rows and one frame, full or not', async () => {
	const [columns, rows] = [98, 30]
	let [low, full] = [0, 0]
	for (const count of [12, 18, 60])
		for (const lowest of [17, 13]) {
			const terminal = new ScreenTerminal(columns, rows)
			const events = new EventEmitter()
			const output = new TerminalOutput(terminal.stdout, {
				hasColour: true,
				reflow: () => 'moves-cursor',
				restMs: 1,
				onLost: () => {},
				onFrameLost: () => {
					output.discard(() => instance.clear())
					events.emit('lost')
				},
			})
			terminal.onAnswer(answer => {
				for (const [reply] of answer.matchAll(/\x1b\[[^A-Za-z]*[A-Za-z]/g)) output.takeReply(reply)
			})
			const live = (mark: string) => {
				const lines = [97, 40, 97, 90].map((width, index) => `${mark}${index}`.padEnd(width, '·'))
				return createElement(Live, { lines, cursor: 1 })
			}
			const instance: Instance = render(live('f'), {
				stdout: output,
				stdin: terminal.stdin,
				interactive: true,
				incrementalRendering: true,
				patchConsole: false,
			})
			await instance.waitUntilRenderFlush()
			const row = (index: number) => `word${index} `.padEnd(index % 3 === 0 ? 97 : 50, '-')
			for (let index = 0; index < count; index++) {
				output.insertAbove([row(index)])
				output.flush()
				await terminal.settled()
			}

			// When
			const lost = once(events, 'lost')
			for (let step = 1; step <= 40; step++) {
				const share = step <= 20 ? step / 20 : (40 - step) / 20
				const height = step <= 20 ? rows : rows + 2
				terminal.resize(98 - Math.round(38 * share), Math.round(height - (height - lowest) * share))
			}
			await lost
			instance.rerender(live('h'))
			await instance.waitUntilRenderFlush()
			await terminal.settled()

			// Then
			const copied = terminal.copied()
			instance.unmount()
			if (count + 5 > lowest) low++
			if (count + 5 > rows) full++
			const texts = Array.from({ length: count }, (_, index) => row(index))
			assert.deepEqual(copied.split('\n').slice(0, count), texts, copied)
			assert.deepEqual(copied.match(/[fgh]\d/g), ['h0', 'h1', 'h2', 'h3'], copied)
		}
	assert.ok(low > full && full > 0)
})

test('a terminal that says its columns first, as tmux before 3.4 does, is understood, and one that never agrees is not believed', () => {
	const asked = () => {
		const rows = new InsertedRows()
		const screen = { columns: 98, rows: 30 }
		const lot = {
			rows: ['word'],
			screen,
			laid: () => ({ rows: [], row: 2 }),
			row: 2,
			below: 1,
			written: '\n\x1b[1A\x1b[1Lword\r\n',
		}
		return { rows, ask: () => rows.asking({ ...lot }, false) }
	}
	const swapped = asked()
	swapped.ask()
	assert.equal(swapped.rows.takeReply('\x1b[8;98;30t'), undefined)
	swapped.ask()
	const cut = swapped.rows.takeReply('\x1b[8;60;30t')
	assert.deepEqual([cut?.laid.row, cut?.columns, cut?.rows], [3, 60, ['word']])
	const strange = asked()
	strange.ask()
	assert.equal(strange.rows.takeReply('\x1b[8;24;80t'), undefined)
})
