import assert from 'node:assert/strict'
import { describe, onTestFinished, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { type ScreenSettings, USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
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

const F11 = '\x1b[23~'
const PAGE_UP = '\x1b[5~'
const TO_END = '\x1b[6;3~'
const CTRL_O = '\x0f'
const CTRL_D = '\x04'
const WRITES = 'Ask for anything'

function started(screen: Partial<ScreenSettings> = {}, { columns = 80, rows = 24, isFull = true } = {}) {
	const terminal = new ScreenTerminal(columns, rows)
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
	port.emit(opened)
	return { terminal, port, exited }
}

const numbered = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index} of it`).join('\n\n')

function times(all: string, wanted: string): number {
	return all.split(wanted).length - 1
}

describe('the whole window', () => {
	test('has the transcript, which follows its end until somebody scrolls, and stays there then', async () => {
		const { terminal, port } = started()
		port.emit(runStart('count them'), said(numbered(1, 40)), runEnd())
		await terminal.until(screen => screen.includes('line 40 of it') && screen.includes(WRITES))
		const rows = terminal.screen().split('\n')
		assert.equal(rows.length, 24)
		assert.match(rows[0] ?? '', /^── keelson · .*──$/)
		assert.match(rows[1] ?? '', /❯ count them/)
		assert.match(rows.at(-1) ?? '', /ask/)
		terminal.type('a draft')
		terminal.type(PAGE_UP)
		await terminal.until(screen => screen.includes('below') && !screen.includes('line 40 of it'))
		const before = terminal.screen().split('\n').slice(1, 16)
		port.emit(runStart('more'), text('something new'))
		await terminal.until('esc to interrupt')
		assert.deepEqual(terminal.screen().split('\n').slice(1, 16), before)
		assert.match(terminal.screen(), /a draft/)
		terminal.type(TO_END)
		await terminal.until('something new')
		assert.doesNotMatch(terminal.screen(), /below/)
		port.emit(said('something new, whole'), runEnd())
		await terminal.until('something new, whole')
	})

	test('is given back with the conversation in the scrollback, once', async () => {
		const { terminal, port, exited } = started()
		port.emit(runStart('first'), said('one\n\n```js\nconst two = 2\n```'), runEnd())
		await terminal.until(screen => screen.includes('const two') && screen.includes(WRITES))
		terminal.type(F11)
		await terminal.until(() => !terminal.screen().includes('── keelson'))
		await terminal.until('const two')
		port.emit(runStart('second'), said('three'), runEnd())
		await terminal.until('three')
		terminal.type(F11)
		await terminal.until(screen => screen.includes('── keelson') && screen.includes('three'))
		port.emit(runStart('third'), said('four'), runEnd())
		await terminal.until('four')
		terminal.type(CTRL_D)
		await exited
		await terminal.settled()
		const all = terminal.scrollback()
		for (const once of ['❯ first', 'const two', '❯ second', 'three', '❯ third', 'four'])
			assert.equal(times(all, once), 1, `${once} in:\n${all}`)
		for (const never of ['── keelson', WRITES]) assert.equal(times(all, never), 0, `${never} in:\n${all}`)
	})

	test('gives back the last answer, or nothing, where that is wanted; of much, the newest rows', async () => {
		const left = async (onExit: ScreenSettings['onExit'], answer: string) => {
			const { terminal, port, exited } = started({ onExit })
			port.emit(runStart('first'), said('not this'), runEnd(), runStart('second'), said(answer), runEnd())
			await terminal.until(screen => screen.includes('❯ second') && screen.includes(WRITES))
			terminal.type(CTRL_D)
			await exited
			await terminal.settled()
			return terminal.scrollback()
		}
		assert.equal((await left('last-answer', 'only **this**')).trim(), 'only this')
		assert.equal((await left('nothing', 'only this')).trim(), '')
		const long = await left('transcript', numbered(1, 1200))
		assert.match(long, /↑ \d+ earlier rows/)
		assert.match(long, /line 1200 of it/)
		assert.doesNotMatch(long, /not this/)
	})

	test('has questions, the viewer and lists above the prompt or on it, and comes back', async () => {
		const { terminal, port } = started()
		port.emit(runStart('first'), said('one', call('call-c1', 'shell', { command: 'rm x' })))
		port.emit(approvalRequest('c1', {}))
		await terminal.until(screen => screen.includes('── keelson') && screen.includes('Run this command?'))
		await terminal.until('❯ first')
		const decision = { answer: 'once' } as const
		port.emit({
			type: 'approval-end',
			approvalId: 'c1',
			callId: 'call-c1',
			decision,
			by: 'user',
		} as AgentEvent)
		const printed = okResult('gone\n'.repeat(20), {
			type: 'command',
			exitCode: 0,
			timedOut: false,
			durationMs: 5,
		})
		port.emit(toolStart('call-c1', 'shell', {}), toolEnd('call-c1', 'shell', printed), runEnd())
		await terminal.until('more lines (Ctrl+O)')
		terminal.type(CTRL_O)
		await terminal.until('Esc closes')
		assert.doesNotMatch(terminal.screen(), /── keelson/)
		// There the same key closes it, and another one opens what is cut.
		terminal.type('za')
		await terminal.until('more lines (Enter)')
		terminal.type('q')
		await terminal.until('── keelson')
		terminal.type('/screen inline\r')
		await terminal.until(screen => !screen.includes('── keelson') && screen.includes(WRITES))
		await terminal.until('✓ shell')
	})

	test('has a panel where it is wide, which can be hidden', async () => {
		const { terminal, port } = started({}, { columns: 150, rows: 40 })
		await terminal.until(WRITES)
		assert.doesNotMatch(terminal.screen().split('\n').slice(1, 30).join('\n'), /│/)
		const todo = [
			{ text: 'read it', status: 'done' as const },
			{ text: 'mend it', status: 'in-progress' as const },
		]
		port.emit(runStart('first'), said('so', call('c1', 'todo', {})))
		port.emit(toolStart('c1', 'todo', {}), toolEnd('c1', 'todo', okResult('', { type: 'todo', items: todo })))
		await terminal.until('Plan 1/2')
		assert.match(terminal.screen(), /│─ Plan 1\/2 ─+\n.*▸ mend it/)
		await terminal.until(screen => times(screen, 'mend it') === 1)
		terminal.type('\x1b1')
		await terminal.until(screen => screen.includes('Plan 1/2 …') && !screen.includes('│ ▸ mend it'))
		const row = terminal
			.screen()
			.split('\n')
			.findIndex(each => each.includes('│─ Plan'))
		terminal.type(`\x1b[<0;120;${row + 1}M\x1b[<0;121;${row + 1}m`)
		await terminal.until('│ ▸ mend it')
		terminal.type('\x1bs')
		await terminal.until(screen => !screen.includes('│─ Plan'))
	})

	test('puts the cursor of the prompt where it is clicked', async () => {
		const { terminal } = started()
		await terminal.until(WRITES)
		terminal.type('hello brave world')
		await terminal.until('brave world')
		const rows = terminal.screen().split('\n')
		const row = rows.findIndex(each => each.includes('brave world'))
		const column = rows[row]?.indexOf('world') ?? 0
		terminal.type(`\x1b[<0;${column + 1};${row + 1}M\x1b[<0;${column + 1};${row + 1}m`)
		terminal.type('new ')
		await terminal.until('hello brave new world')
	})

	test('takes a completion that is clicked twice into the prompt, and sends nothing', async () => {
		const { terminal, port } = started()
		await terminal.until(WRITES)
		terminal.type('/mo')
		await terminal.until('/model')
		const rowOf = (text: string) =>
			terminal
				.screen()
				.split('\n')
				.findIndex(row => row.includes(text)) + 1
		const click = (row: number) => terminal.type(`\x1b[<0;6;${row}M\x1b[<0;6;${row}m`)
		const memory = rowOf('  /memory')
		assert.ok(memory > 0)
		click(memory)
		await terminal.until('› /memory')
		assert.match(terminal.screen(), /> \/mo /)
		click(memory)
		await terminal.until('> /memory')
		assert.deepEqual(port.sent, [])
	})
})
