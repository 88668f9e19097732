import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openPty } from './pty.ts'

test('the last words on a terminal are heard also where this process was busy when they came', async () => {
	const script = 'head -c 16000 /dev/zero | tr "\\0" x'
	const terminal = openPty('sh', ['-c', script], { cols: 80, rows: 24 })
	let length = 0
	terminal.onData(text => {
		length += text.length
		// A piece is read in each turn, and each turn is longer than the end of the program is waited with.
		const until = performance.now() + 210
		while (performance.now() < until);
	})
	await new Promise(resolve => terminal.onExit(resolve))
	assert.equal(length, 16_000)
})
