import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { okResult } from '../../../src/core/tool.ts'
import { startTui } from '../../../src/tui/start.tsx'
import {
	approvalRequest,
	call,
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

function started(columns = 80, rows = 24) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me', TMUX: '' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	onTestFinished(async () => {
		port.close()
		await exited
	})
	port.emit(opened, runStart('first'), said('one'), runEnd())
	return { terminal, port }
}

const CTRL_O = '\x0f'
const WRITES = 'Ask for anything'

test('the viewer has the whole window and leaves no trace; what ended meanwhile is in the scrollback, once', async () => {
	const { terminal, port } = started()
	await terminal.until(screen => screen.includes('one') && screen.includes(WRITES))
	terminal.type('a draft')
	await terminal.until('a draft')
	terminal.type(CTRL_O)
	await terminal.until('Esc closes')
	assert.equal(terminal.screen().split('\n').length, 24)
	assert.doesNotMatch(terminal.screen(), /a draft/)
	// As long as there is nothing but what is seen.
	assert.match(terminal.screen(), /Transcript · all/)
	port.emit(runStart('second'), text('streaming'))
	await terminal.until('streaming')
	port.emit(said('streaming to its end'), runEnd())
	await terminal.until('streaming to its end')
	terminal.type('q')
	await terminal.until('a draft')
	await terminal.until('streaming to its end')
	await terminal.settled()
	const all = terminal.scrollback()
	for (const once of ['❯ first', '❯ second', 'streaming to its end', 'a draft'])
		assert.equal(all.split(once).length, 2, `${once} in:\n${all}`)
	assert.doesNotMatch(all, /Esc closes/)
})

test('a question comes over the viewer, and the viewer is where it was when it is answered', async () => {
	const { terminal, port } = started(40, 12)
	await terminal.until(WRITES)
	port.emit(runStart('long'), said(Array.from({ length: 60 }, (_, row) => `row ${row}`).join('\n\n')))
	await terminal.until('row 59')
	terminal.type(CTRL_O)
	await terminal.until('Esc closes')
	terminal.type('\x1b[5~')
	await terminal.until(screen => screen.includes('Esc closes') && !screen.includes('row 59'))
	await terminal.settled()
	const looked = terminal.screen()
	port.emit(said(call('call-a1', 'shell', { command: 'rm -rf build' })), approvalRequest('a1', {}))
	await terminal.until(/rm -rf build[\s\S]*1/)
	assert.doesNotMatch(terminal.screen(), /Esc closes/)
	port.emit({
		type: 'approval-end',
		approvalId: 'a1' as never,
		callId: 'call-a1' as never,
		decision: { answer: 'no' },
		by: 'user',
	})
	await terminal.until('Esc closes')
	assert.equal(
		terminal.screen().split('\n').slice(0, -1).join('\n'),
		looked.split('\n').slice(0, -1).join('\n'),
	)
	terminal.type('q')
	await terminal.until(screen => !screen.includes('Esc closes'))
	port.emit(toolStart('call-a1', 'shell', {}), toolEnd('call-a1', 'shell', okResult('')), runEnd())
	await terminal.until(WRITES)
})

test('another size of the window is drawn at once and whole, and the main screen is as it was', async () => {
	const { terminal } = started()
	await terminal.until(WRITES)
	terminal.type(CTRL_O)
	await terminal.until('Esc closes')
	for (const [columns, rows] of [
		[60, 30],
		[130, 20],
		[80, 24],
	] as const) {
		terminal.resize(columns, rows)
		await terminal.until(screen => screen.split('\n').length === rows && screen.includes('Transcript'))
	}
	terminal.type('\x1b')
	await terminal.until(WRITES)
	await terminal.settled()
	assert.equal(terminal.scrollback().split('❯ first').length, 2)
})

test('where one is in a session that is longer than the window is said by its rows, to the last', async () => {
	const { terminal, port } = started()
	port.emit(
		runStart('second'),
		said(Array.from({ length: 60 }, (_, row) => `line ${row}`).join('\n\n')),
		runEnd(),
	)
	await terminal.until(screen => screen.includes('line 59') && screen.includes(WRITES))
	terminal.type(CTRL_O)
	await terminal.until('Transcript · end')
	const places: number[] = []
	for (const gone of ['line 59', 'line 45']) {
		terminal.type('\x1b[5~')
		await terminal.until(shown => !shown.includes(gone) && /Transcript · \d+%/.test(shown))
		places.push(Number(/Transcript · (\d+)%/.exec(terminal.screen())?.[1]))
	}
	const [near, further] = places
	assert.ok(
		near !== undefined && further !== undefined && near < 95 && further < near - 5 && further > 20,
		String(places),
	)
	terminal.type('g')
	await terminal.until('Transcript · top')
})
