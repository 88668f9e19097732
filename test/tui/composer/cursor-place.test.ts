// Where the terminal's cursor stands, which is where an input method opens its window.

import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

test('the cursor stands in the composer, also when rows have come above it', async () => {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const exited = startTui({
		version: '1.0.0',
		environment: { HOME: '/home/me', TMUX: '' },
		port,
		startFacts: async () => ({
			instructions: undefined,
			examples: ['what is this folder for?', 'write a first test'],
			lastSession: undefined,
			localServers: [],
			tip: 'a tip of the day',
		}),
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	onTestFinished(async () => {
		port.close()
		await exited
	})
	port.emit(opened)
	await terminal.until('a tip of the day')
	await terminal.until(() => terminal.cursor().line.includes('Ask for anything'))
	assert.equal(terminal.cursor().column, 4)
})
