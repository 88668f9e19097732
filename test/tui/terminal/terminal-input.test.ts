import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'vitest'
import { terminalInput } from '../../../src/tui/terminal/terminal-input.ts'

function terminal() {
	const modes: boolean[] = []
	const source = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => void modes.push(isRaw) })
	return { source, modes, input: terminalInput(source) }
}

test('what is typed while raw mode is off is left to whoever has the terminal', async () => {
	const { source, modes, input } = terminal()
	input.setRawMode(true)
	input.setRawMode(false)
	source.write('for the editor')
	assert.equal(input.read(), null)
	assert.equal(source.listenerCount('data'), 0)
	assert.equal(source.isPaused(), true)
	assert.deepEqual(modes, [true, false])
})

test('half a sequence from before is forgotten when raw mode comes back', async () => {
	const { source, input } = terminal()
	input.setRawMode(true)
	const read = once(source, 'data')
	source.write('\x1b[1;')
	await read
	input.setRawMode(false)
	input.setRawMode(true)
	const readable = once(input, 'readable')
	source.write('x')
	await readable
	assert.equal(input.read(), 'x')
})

test('it ends with the terminal', async () => {
	const { source, input } = terminal()
	input.setRawMode(true)
	input.resume()
	const ended = once(input, 'end')
	source.write('\x1b')
	source.end()
	await ended
})
