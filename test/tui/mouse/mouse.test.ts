import assert from 'node:assert/strict'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { type ScreenSettings, USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import { readMouseReport } from '../../../src/tui/mouse/mouse-reports.ts'
import { columnsIn, cutColumns, selectionOf, wordAt } from '../../../src/tui/mouse/row-selection.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { createInputAssembler } from '../../../src/tui/terminal/input-assembler.ts'
import { FakePort, opened, runEnd, runStart, said } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const report = (button: number, column: number, row: number, end = 'M') =>
	`\x1b[<${button};${column + 1};${row + 1}${end}`
const F12 = '\x1b[24~'

test('reports of the wheel and the left button are read, and nothing else', () => {
	assert.deepEqual(readMouseReport(report(64, 3, 4)), { kind: 'wheel', rows: -3, row: 4, column: 3 })
	assert.deepEqual(readMouseReport(report(65, 3, 4)), { kind: 'wheel', rows: 3, row: 4, column: 3 })
	assert.deepEqual(readMouseReport(report(0, 3, 4)), { kind: 'press', row: 4, column: 3 })
	assert.deepEqual(readMouseReport(report(32, 3, 4)), { kind: 'drag', row: 4, column: 3 })
	assert.deepEqual(readMouseReport(report(0, 3, 4, 'm')), { kind: 'release', row: 4, column: 3 })
	// Middle, right, with Shift, sideways, moved without a button; and what is no cell or no report.
	for (const other of [report(1, 3, 4), report(2, 3, 4), report(4, 3, 4), report(66, 3, 4), report(35, 3, 4)])
		assert.equal(readMouseReport(other), undefined, JSON.stringify(other))
	for (const none of ['\x1b[<0;0;1M', '\x1b[<0;1M', '\x1b[<99999;1;1M', '\x1b[M !!', 'x\x1b[<0;1;1M'])
		assert.equal(readMouseReport(none), undefined, JSON.stringify(none))
})

test('a report is never text, wherever it is torn apart; one in a paste is text', () => {
	const word = fc.constantFrom(
		'a',
		'b',
		'ü',
		'한',
		'👍🏽',
		report(64, 9, 9),
		report(0, 120, 40),
		report(0, 1, 1, 'm'),
	)
	fc.assert(
		fc.property(fc.array(word), fc.array(fc.nat(12)), (words, cuts) => {
			const reports: string[] = []
			const { push, flush } = createInputAssembler(reply => reports.push(reply))
			let [text, rest] = ['', words.join('')]
			for (const cut of [...cuts, rest.length]) {
				text += push(rest.slice(0, cut), 0)
				rest = rest.slice(cut)
			}
			text += push(rest, 0) + flush(0)
			const isReport = (given: string) => given.startsWith('\x1b')
			assert.deepEqual(
				[text, reports],
				[words.filter(given => !isReport(given)).join(''), words.filter(isReport)],
			)
		}),
	)
	const { push } = createInputAssembler(() => assert.fail('told'))
	assert.match(push(`\x1b[200~${report(64, 1, 1)}\x1b[201~`, 0), /<64/)
})

test('the rest of a report whose Esc was let go already is no text', () => {
	for (const rest of [report(64, 9, 9), report(32, 120, 40), report(0, 1, 1, 'm')].map(text =>
		text.slice(1),
	)) {
		const reports: string[] = []
		const { push, flush } = createInputAssembler(reply => reports.push(reply))
		push('\x1b', 0)
		flush(40)
		assert.deepEqual([push(`${rest}a`, 140), reports], ['a', [`\x1b${rest}`]])
	}
})

test('a selection goes by cells, and never through a character', () => {
	const selection = selectionOf({ row: 2, column: 5 }, { row: 1, column: 3 })
	assert.deepEqual(selection, { from: { row: 1, column: 3 }, to: { row: 2, column: 5 } })
	assert.deepEqual(
		[0, 1, 2, 3].map(row => columnsIn(selection, row, 80)),
		[undefined, [3, 80], [0, 6], undefined],
	)
	assert.deepEqual(cutColumns('a한국b', [1, 3]), ['a', '한', '국b'])
	const word = wordAt('see src/a.ts:3, now', { row: 0, column: 6 })
	assert.equal(cutColumns('see src/a.ts:3, now', columnsIn(word, 0, 80)!)[1], 'src/a.ts:3')
})

function started(screen: Partial<ScreenSettings> = {}, isFull = true) {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const settings = { ...USUAL_SCREEN, ...screen }
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me', TMUX: '' },
		isFull,
		screen: { first: settings, settled: async () => settings, runCommand: async () => '' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	onTestFinished(async () => {
		port.close()
		await exited
	})
	const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1} of it`).join('\n\n')
	port.emit(opened, runStart('count'), said(lines), runEnd())
	return { terminal }
}

/** What was put there last (OSC 52). */
function clipboard(terminal: ScreenTerminal): string {
	const [, text = ''] = [...terminal.written.matchAll(/\x1b\]52;c;([^\x07]*)\x07/g)].at(-1) ?? []
	return Buffer.from(text, 'base64').toString()
}

test('on the whole window the wheel scrolls, and what is dragged over is copied', async () => {
	const { terminal } = started()
	await terminal.until(screen => screen.includes('line 40 of it') && screen.includes('Ask for anything'))
	assert.match(terminal.written, /\x1b\[\?1002h\x1b\[\?1006h/)
	terminal.type('a draft')
	await terminal.until('> a draft')
	for (let turn = 0; turn < 4; turn++) terminal.type(report(64, 10, 10))
	await terminal.until(screen => screen.includes('below') && !screen.includes('line 40 of it'))
	assert.match(terminal.screen(), /> a draft/)
	const rows = terminal.screen().split('\n')
	const row = rows.findIndex(text => /line \d+ of it/.test(text))
	const [line = ''] = /line \d+/.exec(rows[row] ?? '') ?? []
	terminal.type(report(0, 2, row) + report(32, 6, row) + report(32, 1 + line.length, row))
	terminal.type(report(0, 1 + line.length, row, 'm'))
	await terminal.until('copied 1 line')
	assert.equal(clipboard(terminal), line)
	terminal.type(report(0, 2, row) + report(32, 5, row + 2) + report(0, 5, row + 2, 'm'))
	await terminal.until('copied 3 lines')
	assert.match(clipboard(terminal), new RegExp(`^${line} of it\n\nline \\d+ of it$`))
})

test('elsewhere, and when it is switched off, it is the terminal’s', async () => {
	const inline = started({}, false)
	await inline.terminal.until('line 40 of it')
	assert.doesNotMatch(inline.terminal.written, /\x1b\[\?100[0-6]h/)
	const { terminal } = started({ mouse: 'wheel' })
	await terminal.until('Ask for anything')
	assert.match(terminal.written, /\x1b\[\?1000h\x1b\[\?1006h/)
	terminal.type(F12)
	await terminal.until('The mouse is the terminal’s.')
	assert.match(terminal.written, /\x1b\[\?1002l\x1b\[\?1000l\x1b\[\?1006l$|1006l\x1b/)
})
