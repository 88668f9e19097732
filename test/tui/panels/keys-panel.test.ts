// `/keys` and `/help` on the screen: other keys for an action, kept in a file, and shown wherever keys are shown.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { startTui } from '../../../src/tui/start.tsx'
import { approvalRequest, FakePort, opened, runStart } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

async function opening({ file = undefined as string | undefined, columns = 100, rows = 24 } = {}) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const disk = { text: file }
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		keyBindings: {
			path: '/home/me/keybindings.json',
			read: async () => disk.text,
			write: async text => {
				disk.text = text
			},
		},
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
	const kept = () => JSON.parse(disk.text ?? '{}')
	return { port, terminal, kept }
}

async function choosing(action: string, row: RegExp) {
	const all = await opening()
	const { terminal } = all
	terminal.type('/keys\r')
	await terminal.until(/^Keys /m)
	terminal.type(action)
	await terminal.until(row)
	terminal.type('\r')
	await terminal.until('Press the keys for')
	return all
}

test('what hints say are the keys in force', async () => {
	const { port, terminal } = await opening({
		file: JSON.stringify({
			app: { escape: null, f6: 'interrupt' },
			composer: { tab: null, f7: 'queue' },
			picker: { escape: null, 'ctrl+c': null, f4: 'close' },
		}),
	})
	terminal.type('/model\r')
	await terminal.until('F4 closes')
	assert.doesNotMatch(terminal.screen(), /Esc closes/)
	terminal.type('\x1bOS')
	await terminal.until('Ask for anything')
	port.emit(runStart('go'))
	await terminal.until('F7 to send after it')
	assert.match(terminal.screen(), /f6 to interrupt/)
})

describe('/keys', () => {
	test('gives an action the keys that are pressed, which work at once and stand in the help', async () => {
		const { terminal, kept } = await choosing('approval mode', /❯ .*approval mode.*Shift\+Tab/)
		terminal.type('\x1b[15~')
		await terminal.until('› F5')
		terminal.type('\r')
		await terminal.until(/The next approval mode.*: F5 \(/)
		assert.deepEqual(kept(), { app: { 'shift+tab': null, f5: 'cycle-mode' } })
		assert.match(terminal.screen(), /❯ • The next approval mode: ask, auto-edit, plan +F5/)
		terminal.type('\x1b')
		await terminal.until('Ask for anything')
		terminal.type('?')
		await terminal.until('Help: [Keys] Commands Tips')
		terminal.type('approval mode')
		await terminal.until(/approval mode: ask, auto-edit, plan +F5/)
		terminal.type('\x1b')
		await terminal.until('Ask for anything')
	})

	test('makes a chord of keys that follow each other, besides the usual ones', async () => {
		const { port, terminal, kept } = await choosing('approval mode', /❯ .*approval mode/)
		terminal.type('\x18')
		await terminal.until('› Ctrl+X')
		terminal.type('m')
		await terminal.until('› Ctrl+X m')
		terminal.type('\t')
		await terminal.until(/: Ctrl\+X m \(/)
		assert.deepEqual(kept(), { app: { 'ctrl+x m': 'cycle-mode' } })
		terminal.type('\x1b')
		await terminal.until('Ask for anything')
		const sent = port.nextCommand()
		terminal.type('\x18m')
		assert.deepEqual(await sent, { type: 'set-approvals', mode: { kind: 'auto-edit' } })
	})

	test('says who has a key, and takes it from there', async () => {
		const { terminal, kept } = await choosing('approval mode', /❯ .*approval mode/)
		terminal.type('\x0b')
		await terminal.until('That is “Delete to the end of the line” (the prompt), which loses it.')
		terminal.type('\t')
		await terminal.until(/: Ctrl\+K \(/)
		assert.deepEqual(kept(), { app: { 'ctrl+k': 'cycle-mode' }, composer: { 'ctrl+k': null } })
	})

	test('never gives an answer to a question another key', async () => {
		const { terminal, kept } = await choosing('dialog yes once', /❯ Yes, once/)
		terminal.type('y')
		await terminal.until('what answers a question is fixed')
		terminal.type('\r')
		terminal.type('\x1b')
		await terminal.until(/^Keys /m)
		terminal.type('\x1b[3~')
		await terminal.until('what answers a question is fixed')
		assert.deepEqual(kept(), {})
	})

	test('takes keys away, and brings the usual ones back', async () => {
		const { terminal, kept } = await opening()
		terminal.type('/keys toggle-todo\r')
		await terminal.until(/❯ The whole plan/)
		terminal.type('\x1b[3~')
		await terminal.until(/❯ • The whole plan.*no key/)
		assert.deepEqual(kept(), { app: { 'ctrl+t': null } })
		terminal.type('\x12')
		await terminal.until(/❯ The whole plan.* Ctrl\+T/)
		assert.deepEqual(kept(), {})
	})

	for (const [columns, rows] of [
		[40, 12],
		[80, 24],
		[200, 50],
	] as const)
		test(`and /help open and close without a trace on ${columns} columns`, async () => {
			const { terminal } = await opening({ columns, rows })
			for (const [command, shown] of [
				['/keys', /^Keys /m],
				['/help', /^Help: /m],
			] as const) {
				terminal.type(`${command}\r`)
				await terminal.until(shown)
				for (const row of terminal.screen().split('\n')) assert.ok(row.length <= columns, row)
				terminal.type('\x1b')
				await terminal.until('Ask for anything')
			}
			assert.doesNotMatch(terminal.scrollback(), /^Keys |^Help:|Esc closes/m)
		})
})

describe('a file of keys', () => {
	test('with a mistake is told, and the usual keys hold', async () => {
		const { port, terminal } = await opening({
			file: '{"dialog": {"y": "once"}, "app": {"f6": "cycle-mode", "f7": "cycle"}}',
			columns: 200,
		})
		await terminal.until('/home/me/keybindings.json: dialog, y: "once": what answers a question is fixed')
		await terminal.until('/home/me/keybindings.json: app, f7: "cycle"')
		const sent = port.nextCommand()
		terminal.type('\x1b[17~')
		assert.deepEqual(await sent, { type: 'set-approvals', mode: { kind: 'auto-edit' } })
	})

	test('never makes a letter say yes', async () => {
		const { port, terminal } = await opening({ file: '{"dialog": {"y": "once", "a": "session", "1": null}}' })
		port.emit(runStart('go'), approvalRequest('a1', {}))
		await terminal.until('1 yes')
		terminal.type('y')
		await terminal.until(/^> y$/m)
		assert.deepEqual(
			port.sent.filter(({ type }) => type === 'approve'),
			[],
		)
	})

	test('that is no JSON is never written over', async () => {
		const { terminal, kept } = await opening({ file: '{"app": ' })
		terminal.type('/keys toggle-todo\r')
		await terminal.until(/❯ The whole plan/)
		terminal.type('\x1b[3~')
		await terminal.until('is not a JSON object')
		assert.throws(kept)
	})
})
