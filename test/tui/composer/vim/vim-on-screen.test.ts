import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { userText } from '../../../../src/core/messages.ts'
import { type ScreenSettings, USUAL_SCREEN } from '../../../../src/core/screen/screen-settings.ts'
import { startTui } from '../../../../src/tui/start.tsx'
import { FakePort, opened, RUN, runStart } from '../../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

function started(keys: 'emacs' | 'vim') {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort({ promptHistory: async () => ['an earlier prompt'] })
	let first: ScreenSettings = { ...USUAL_SCREEN, keys }
	const kept: (readonly unknown[])[] = []
	const settled = async () => ({ ...first, keys: (kept.at(-1)?.[1] ?? keys) as typeof keys })
	const exited = startTui({
		version: '1',
		environment: { HOME: '/home/me', TERM: 'xterm-256color' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		screen: { first, settled, runCommand: async () => '' },
		settings: {
			list: async () => ({ settings: [], problems: [] }),
			set: async (...change) => {
				kept.push(change)
				first = { ...first, keys: change[1] === 'vim' ? 'vim' : 'emacs' }
				return []
			},
			unset: async () => [],
		},
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { terminal, port, kept, exited }
}

/** One key is one read, as from fingers. */
function press(terminal: ScreenTerminal, keys: string): void {
	for (const key of keys) terminal.type(key)
}

test('the prompt is edited with vim’s keys, and Enter sends it in normal mode', async () => {
	const { terminal, port } = started('vim')
	await terminal.until('INSERT')
	press(terminal, 'fix the old parser')
	await terminal.until('fix the old parser')
	terminal.type('\x1b')
	await terminal.until('NORMAL')
	press(terminal, 'ciwlexer')
	await terminal.until('> fix the old lexer')
	// In one read, as from quick fingers: no Alt+0.
	terminal.type('\x1b0')
	await terminal.until('NORMAL')
	press(terminal, 'wvee')
	await terminal.until('VISUAL')
	press(terminal, 'd')
	await terminal.until(/> fix +lexer/)
	press(terminal, 'u')
	await terminal.until('> fix the old lexer')
	press(terminal, '0C')
	await terminal.until('INSERT')
	press(terminal, 'all of it')
	await terminal.until('> all of it')
	terminal.type('\x1b')
	await terminal.until('NORMAL')
	const sent = port.nextCommand()
	terminal.type('\r')
	assert.deepEqual(await sent, { type: 'prompt', message: userText('all of it'), whenBusy: 'steer' })
	await terminal.until('INSERT')
})

test('Esc in normal mode does what Esc does, and k above the first line goes into the history', async () => {
	const { terminal, port } = started('vim')
	await terminal.until('INSERT')
	terminal.type('\x1b')
	await terminal.until('NORMAL')
	terminal.type('k')
	await terminal.until('> an earlier prompt')
	port.emit(runStart('go'))
	await terminal.until('❯ go')
	const sent = port.nextCommand()
	terminal.type('\x1b')
	assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
})

test('/vim switches them on and off, and the cursor has the shape of the mode until the screen is left', async () => {
	const { terminal, port, kept, exited } = started('emacs')
	await terminal.until('Ask for anything')
	press(terminal, '/vim\r')
	await terminal.until('INSERT')
	await terminal.until(() => terminal.written.includes('\x1b[6 q'))
	terminal.type('\x1b')
	await terminal.until(() => terminal.written.includes('\x1b[2 q'))
	press(terminal, 'i/vim\r')
	await terminal.until('Vim keys are off.')
	await terminal.until(() => terminal.written.endsWith('\x1b[0 q') || terminal.written.includes('\x1b[0 q'))
	assert.deepEqual(kept, [
		['screen.keys', 'vim', 'user'],
		['screen.keys', 'emacs', 'user'],
	])
	port.close()
	await exited
	assert(terminal.written.lastIndexOf('\x1b[0 q') > terminal.written.lastIndexOf('\x1b[2 q'))
})
