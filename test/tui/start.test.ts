import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { startTui } from '../../src/tui/start.tsx'
import type { TuiExit, TuiOptions } from '../../src/tui/tui-options.ts'
import {
	FakePort,
	MODEL,
	opened,
	runEnd,
	runStart,
	said,
	text,
} from '../support/fake-port.ts'
import { ScreenTerminal } from '../support/screen-terminal.ts'

let leave: (() => Promise<unknown>) | undefined
afterEach(async () => {
	await leave?.()
	leave = undefined
})

function started(given: Partial<TuiOptions> & { columns?: number; rows?: number; port?: FakePort } = {}) {
	const { columns = 80, rows = 24, port = new FakePort(), ...options } = given
	const terminal = new ScreenTerminal(columns, rows)
	const exited: Promise<TuiExit> = startTui({
		version: '1.2.3',
		model: MODEL,
		environment: { HOME: '/home/me' },
		...options,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave = () => {
		port.close()
		return exited
	}
	port.emit(opened)
	return { port, terminal, exited }
}

test('the first frame', async () => {
	const { terminal } = started()
	await terminal.until('Ask for anything')
	assert.equal(terminal.screen(), '')
})
