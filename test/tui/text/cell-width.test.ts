import assert from 'node:assert/strict'
import headless from '@xterm/headless'
import { test } from 'vitest'
import { cellWidth, splitAtColumn } from '../../../src/tui/text/cell-width.ts'
import { cellsOf, textCells } from '../../../src/tui/text/graphemes.ts'

/** Letters that join, in scripts that millions write: each is drawn in the cells of the letters that it is made of. */
const WORDS = [
	'नमस्ते',
	'संयुक्ताक्षर',
	'स्त्री',
	'क्षत्रिय',
	'বিশ্ব',
	'ప్రపంచం',
	'ကမ္ဘာ',
	'คำต่อคำ',
	'แน่นอน',
	'ນ້ຳ',
	'தமிழ்',
	'هَذَا',
	'한글',
]

async function cellsInTerminal(text: string): Promise<number> {
	const terminal = new headless.Terminal({ cols: 80, rows: 2, allowProposedApi: true })
	await new Promise<void>(done => terminal.write(text, done))
	return terminal.buffer.active.cursorX
}

test('letters that join are as wide as a terminal draws them, so that none is written over', async () => {
	for (const word of WORDS) {
		const cells = await cellsInTerminal(word)
		assert.deepEqual([word, cellWidth(word), textCells(word)], [word, cells, cells])
	}
	assert.equal(cellsOf('स्त्री'), 4)
	assert.deepEqual(splitAtColumn('नमस्ते दुनिया', 3), ['नम', 'स्ते दुनिया'])
})

test('what is joined to an emoji takes no cells of its own', () => {
	for (const emoji of ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '❤️', '1️⃣', '🇩🇪'])
		assert.deepEqual([emoji, cellWidth(emoji)], [emoji, 2])
})
