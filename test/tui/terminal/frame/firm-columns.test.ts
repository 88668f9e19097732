import assert from 'node:assert/strict'
import headless from '@xterm/headless'
import { test } from 'vitest'
import { firmColumns, firmRow } from '../../../../src/tui/terminal/frame/firm-columns.ts'
import { cellWidth } from '../../../../src/tui/text/cell-width.ts'

const DISPUTED = [
	'👨‍👩‍👧‍👦',
	'🇩🇪🇫🇷',
	'👋🏽',
	'❤️ ☺️',
	'1️⃣',
	'क्षत्रिय',
	'😀😃',
	'🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'Z̷̢̛͇̀a̸̡͎̓',
	'\u1112\u1161\u11ab',
	'漢字 😀 e\u0301',
]

/** Each code point by itself, as terminals did before Unicode had sequences. */
async function written(text: string, columns: number) {
	const terminal = new headless.Terminal({ cols: columns, rows: 4, allowProposedApi: true })
	await new Promise<void>(done => terminal.write(text, done))
	const { active } = terminal.buffer
	return {
		row: active.cursorY,
		at: (column: number) => active.getLine(0)?.getCell(column)?.getChars(),
	}
}

test('what stands behind a character of a disputed width is where it was laid out', async () => {
	for (const text of DISPUTED) {
		const line = `│ ${text} x`
		const column = cellWidth(line) - 1
		const edge = 30
		const padded = `${line}${' '.repeat(edge - 1 - column)}│`
		const { row, at } = await written(firmColumns(`${'y'.repeat(edge)}\r${padded}`, 0), edge + 1)
		assert.deepEqual([text, row, at(column), at(column - 1), at(edge)], [text, 0, 'x', ' ', '│'])
	}
})

test('what ends at the last column does not break the row', async () => {
	const { row } = await written(firmColumns(`\x1b[31m${' '.repeat(18)}👨‍👩‍👧‍👦\x1b[39m`, 0), 20)
	assert.equal(row, 0)
})

test('what is written behind a moved cursor counts from there', () => {
	assert.equal(firmColumns('\x1b[5G\x1b[K😀b', 0), '\x1b[?7l\x1b[5G\x1b[K\x1b[2X😀\x1b[7Gb\x1b[?7h')
})

test('text of which every terminal thinks the same is written as it is', () => {
	for (const text of ['\x1b[1G│ plain ✓ ● 漢字かな한글 │\r\n', '▌⏎…'])
		assert.equal(firmColumns(text, 3), text)
})

test('a finished row keeps its emoji whole where nothing but the emoji is at stake', async () => {
	const family = '👨‍👩‍👧‍👦'
	assert.ok(firmRow(`${family} x`, 20).includes(`${family} x`))
	for (const row of [`│ ${family} │ x`, `${family.repeat(6)}     x`]) {
		const { at } = await written(firmRow(row, 20), 20)
		assert.equal(at(cellWidth(row) - 1), 'x')
	}
})
