// Where the frame is found again in VS Code's terminal, against the terminal itself.

import assert from 'node:assert/strict'
import headless from '@xterm/headless'
import fc from 'fast-check'
import { test } from 'vitest'
import { isFull, rowsAboveMovedCursor } from '../../../src/tui/terminal/xtermjs-place.ts'
import { resized } from '../../../src/tui/terminal/xtermjs-reflow.ts'
import { longer } from '../../support/soak.ts'

const columns = fc.integer({ min: 40, max: 100 })
const width = fc.integer({ min: 0, max: 100 })
const screens = fc.record({ columns, rows: fc.integer({ min: 6, max: 40 }) })

type Terminal = InstanceType<typeof headless.Terminal>
type Screen = { columns: number; rows: number }

function terminalOf({ columns, rows }: Screen, scrollback: number): Terminal {
	return new headless.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true })
}

function write(terminal: Terminal, text: string): Promise<void> {
	return new Promise(resolve => terminal.write(text, resolve))
}

/** Rows above it, and a frame that begins with `#`, with the cursor in one of its rows. */
function drawn({
	above,
	frame,
	row,
}: {
	above: readonly number[]
	frame: readonly number[]
	row: number
}): string {
	const transcript = above.map(cells => `${'t'.repeat(cells)}\r\n`).join('')
	const rows = frame.map((cells, index) => (index === 0 ? '#' : 'f').repeat(cells))
	return `${transcript}\x1b[?7l${rows.join('\r\n')}\r\n\x1b[?7h\x1b[${frame.length - row}A\r\x1b7`
}

function rowsOf({ buffer: { active } }: Terminal) {
	return Array.from({ length: active.length }, (_, index) => {
		const line = active.getLine(index)
		return { cells: line?.translateToString(true).length ?? 0, isContinued: line?.isWrapped === true }
	})
}

/** Of a row that the terminal has taken away, the rest may stay: where that ends up when it is joined, nobody needs to know. */
function hasRest(terminal: Terminal): boolean {
	const rows = rowsOf(terminal)
	return rows.some(({ isContinued }, index) => isContinued && (rows[index - 1]?.cells ?? 0) < terminal.cols)
}

function topOf({ buffer: { active } }: Terminal): number {
	let top = 0
	while (active.getLine(top)?.translateToString(true)[0] !== '#') top++
	return top
}

/** What it says when it is asked for the cursor, and for the cursor at the saved place. */
async function placesOf(terminal: Terminal) {
	const { active } = terminal.buffer
	const cursor = active.cursorY + 1
	const screen = { columns: terminal.cols, rows: terminal.rows }
	const row = active.baseY + active.cursorY
	const top = topOf(terminal)
	await write(terminal, '\x1b8')
	return { places: { cursor, saved: active.cursorY + 1, screen }, above: row - top }
}

test('rows are where VS Code’s terminal has them after any sizes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				first: screens,
				sizes: fc.array(screens, { minLength: 1, maxLength: 8 }),
				above: fc.oneof(fc.array(width, { maxLength: 8 }), fc.array(width, { maxLength: 50 })),
				frame: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }),
				cursor: fc.nat(5),
				isCleared: fc.boolean(),
			}),
			async ({ first, sizes, above, frame, cursor, isCleared }) => {
				const terminal = terminalOf(first, 1000)
				const row = Math.min(cursor, frame.length - 1)
				const within = (cells: number) => Math.min(cells, first.columns)
				const before = isCleared ? `${'x\r\n'.repeat(first.rows + 3)}\x1b[H\x1b[J` : ''
				await write(terminal, before + drawn({ above: above.map(within), frame: frame.map(within), row }))
				const { active } = terminal.buffer
				const screenRow = active.cursorY
				const laid = {
					rows: rowsOf(terminal),
					row: active.baseY + screenRow,
					screenRow,
					above: 0,
					top: topOf(terminal),
				} as const
				for (const { columns, rows } of sizes) {
					terminal.resize(columns, rows)
					fc.pre(!hasRest(terminal))
				}
				const after = resized(laid, [first, ...sizes], false)
				assert.deepEqual(after.rows, rowsOf(terminal))
				assert.equal(after.screenRow, active.cursorY)
				assert.equal(after.row, active.baseY + active.cursorY)
				assert.equal(after.top, topOf(terminal))
			},
		),
		{ numRuns: longer(40) },
	)
})

/** As a window is dragged: in, and out again. */
const drag = fc
	.record({
		narrower: fc.array(columns, { minLength: 1, maxLength: 6 }),
		wider: fc.array(columns, { maxLength: 6 }),
		low: fc.integer({ min: 8, max: 30 }),
		high: fc.integer({ min: 24, max: 40 }),
	})
	.map(({ narrower, wider, low, high }) => {
		const rows = (from: number, to: number, share: number) => Math.round(from + (to - from) * share)
		const inwards = narrower
			.sort((a, b) => b - a)
			.map((columns, index) => ({ columns, rows: rows(30, low, (index + 1) / narrower.length) }))
		const outwards = wider
			.sort((a, b) => a - b)
			.map((columns, index) => ({ columns, rows: rows(low, high, (index + 1) / wider.length) }))
		return [...inwards, ...outwards]
	})

test('the frame is found from the cursor after a window was dragged in and out', async () => {
	const found = new Set<string>()
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				sizes: drag,
				above: fc.oneof(
					fc.array(width, { maxLength: 24 }),
					fc.array(width, { minLength: 80, maxLength: 99 }),
				),
				frame: fc.array(fc.integer({ min: 60, max: 97 }), { minLength: 2, maxLength: 6 }),
				cursor: fc.nat(5),
			}),
			async ({ sizes, above, frame, cursor }) => {
				const first = { columns: 98, rows: 30 }
				const terminal = terminalOf(first, 1000)
				const row = Math.min(cursor, frame.length - 1)
				const lines = above.map(cells => [Math.min(cells, first.columns)])
				await write(terminal, drawn({ above: lines.flat(), frame, row }))
				const { active } = terminal.buffer
				const height = active.cursorY - row
				for (const { columns, rows } of sizes) {
					terminal.resize(columns, rows)
					fc.pre(!hasRest(terminal))
				}
				const { places, above: rowsAbove } = await placesOf(terminal)
				const widths = [...frame, 0]
				const position = { row, column: 0, bottom: frame.length, isCursorShown: true, widths }
				const told = { sizes: [first, ...sizes], places, above: { height, lines: lines.slice(-60) } }
				assert.equal(rowsAboveMovedCursor(position, told), rowsAbove)
				assert.equal(isFull(places), false)
				found.add(active.baseY > 0 ? 'scrolled' : 'not scrolled')
			},
		),
		{ numRuns: longer(80) },
	)
	assert.deepEqual([...found].sort(), ['not scrolled', 'scrolled'])
})

test('the frame is found in a terminal of which is not known what stood above it, with and without room for more', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				first: columns,
				narrower: fc.array(columns, { minLength: 1, maxLength: 5 }),
				wider: fc.array(columns, { maxLength: 5 }),
				above: fc.oneof(fc.array(width, { maxLength: 4 }), fc.array(width, { minLength: 55, maxLength: 70 })),
				frame: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
				cursor: fc.nat(5),
				scrollback: fc.constantFrom(10, 1000),
			}),
			async ({ first, narrower, wider, above, frame, cursor, scrollback }) => {
				const rows = 40
				// Dragged in and out again.
				const inAndOut = [...narrower.sort((a, b) => b - a), ...wider.sort((a, b) => a - b)]
				const sizes = [first, ...inAndOut].map(size => ({ columns: size, rows }))
				const terminal = terminalOf({ columns: first, rows }, scrollback)
				const widths = frame.map(cells => Math.min(cells, first))
				const row = Math.min(cursor, frame.length - 1)
				const lines = above.map(cells => Math.min(cells, first))
				await write(terminal, drawn({ above: lines, frame: widths, row }))
				for (const size of inAndOut) terminal.resize(size, rows)
				const { places, above: rowsAbove } = await placesOf(terminal)
				const position = { row, column: 0, bottom: frame.length, isCursorShown: true, widths: [...widths, 0] }
				assert.equal(rowsAboveMovedCursor(position, { sizes, places }), Math.max(0, rowsAbove))
			},
		),
		{ numRuns: longer(25) },
	)
})

test('the frame is found where the system has told of two sizes at once', async () => {
	const lowest = 11
	const drag = [
		{ columns: 98, rows: 30 },
		...Array.from({ length: 19 }, (_, step) => ({
			columns: 96 - 2 * step,
			rows: Math.max(lowest + 1, 29 - step),
		})),
		...Array.from({ length: 20 }, (_, step) => ({ columns: 62 + 2 * step, rows: Math.min(30, 14 + step) })),
	]
	const [lines, frame] = [
		[13, 53, 46, 0, 4, 0],
		[97, 97, 97, 74],
	]
	const terminal = terminalOf({ columns: 98, rows: 30 }, 1000)
	await write(terminal, drawn({ above: lines, frame, row: 1 }))
	for (const { columns, rows } of drag) terminal.resize(columns, rows)
	const { places, above } = await placesOf(terminal)
	const position = { row: 1, column: 0, bottom: 4, isCursorShown: true, widths: [...frame, 0] }
	const known = { height: lines.length, lines: lines.map(cells => [cells]) }
	const wrong = drag.slice(1, -1).filter(missed => {
		const sizes = drag.filter(size => size !== missed)
		return rowsAboveMovedCursor(position, { sizes, places, above: known }) !== above
	})
	assert.deepEqual(wrong, [])
})
