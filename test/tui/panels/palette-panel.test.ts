// The palette on the screen: everything in one list, one kind by its sign, and what choosing does.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { SessionSummary } from '../../../src/core/commands.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

const F1 = '\x1bOP'
const SESSION: SessionSummary = {
	sessionId: '01PARSER' as SessionId,
	name: 'parser work',
	title: 'fix the parser',
	cwd: '/home/me/project',
	createdAt: 0,
	usedAt: Date.now(),
	messages: 2,
	model: undefined,
	sizeBytes: 1,
}

async function opening(columns = 80, rows = 24) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort({
		files: async () => ['src/', 'src/parser.ts', 'docs/two words.md', 'evil\x1b[2J.ts'],
		promptHistory: async () => ['first prompt', 'explain the parser'],
		sessions: async () => [SESSION],
	})
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	await terminal.until('Ask for anything')
	return { port, terminal }
}

async function searching(text: string, shows: string | RegExp) {
	const { port, terminal } = await opening()
	terminal.type(F1)
	await terminal.until('All (type to search')
	terminal.type(text)
	await terminal.until(shows)
	return { port, terminal }
}

describe('the palette', () => {
	test('finds commands, sessions, prompts and files by the same letters', async () => {
		const { terminal } = await searching('parser', 'src/parser.ts')
		for (const text of ['parser work', 'explain the parser', 'src/parser.ts', 'sessions', 'prompts', 'files'])
			await terminal.until(text)
		assert.match(terminal.screen(), /All parser▏ +3\/\d+/)
	})

	test('shows one kind by its sign', async () => {
		for (const [typed, shown, hidden] of [
			['>parser', 'nothing found', /parser work|parser\.ts/],
			['@parser', 'src/parser.ts', /parser work|explain/],
			['#parser', 'explain the parser', /parser\.ts/],
			['>plan', '/plan', /^(prompts|files)$|copy/m],
		] as const) {
			const { terminal } = await searching(typed, shown)
			await terminal.until(screen => !hidden.test(screen))
		}
	})

	test('runs a command that needs no argument at once', async () => {
		const { port, terminal } = await searching('/plan', /❯ \/plan/)
		const command = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await command, { type: 'set-approvals', mode: { kind: 'plan' } })
	})

	test('does what a key does, which it shows at the right', async () => {
		const { port, terminal } = await searching('next approval', /❯ The next approval mode.* Shift\+Tab\n/)
		const command = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await command, { type: 'set-approvals', mode: { kind: 'auto-edit' } })
	})

	test('takes up a session', async () => {
		const { port, terminal } = await searching('#work', /❯ parser work/)
		const command = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await command, { type: 'session-resume', selector: '01PARSER' })
	})

	test('writes a path into the draft, quoted where it has to be, and never one that steers the terminal', async () => {
		const { terminal } = await opening()
		terminal.type('look at ')
		await terminal.until('look at')
		terminal.type(F1)
		await terminal.until('All (type to search')
		terminal.type('@two')
		await terminal.until(/❯ docs\/two words\.md/)
		terminal.type('\r')
		await terminal.until('> look at @"docs/two words.md"')
		terminal.type('\x1bx')
		await terminal.until('All (type to search')
		terminal.type('@')
		await terminal.until('src/parser.ts')
		assert.doesNotMatch(terminal.screen(), /evil/)
	})

	test('gives an earlier prompt back to be sent again', async () => {
		const { terminal } = await searching('#explain', /❯ explain the parser/)
		terminal.type('\r')
		await terminal.until('> explain the parser')
	})

	for (const [columns, rows] of [
		[40, 12],
		[80, 24],
		[200, 50],
	] as const)
		test(`opens and closes by its key without a trace on ${columns} columns`, async () => {
			const { terminal } = await opening(columns, rows)
			terminal.type('a draft')
			await terminal.until('a draft')
			terminal.type(F1)
			await terminal.until(/^All /m)
			for (const row of terminal.screen().split('\n')) assert.ok(row.length <= columns, row)
			terminal.type(F1)
			await terminal.until(screen => !/^All /m.test(screen) && screen.includes('a draft'))
			assert.doesNotMatch(terminal.scrollback(), /^All |Enter chooses/m)
		})
})
