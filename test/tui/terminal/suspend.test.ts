import assert from 'node:assert/strict'
import { test } from 'vitest'
import { suspendProcess } from '../../../src/tui/terminal/suspend.ts'

const goOn = () => void process.emit('SIGCONT')

test('what goes on in the background stops again until it has the terminal', async () => {
	let stops = 0
	const stop = () => {
		stops++
		goOn()
	}
	await suspendProcess({ stop, hasTerminal: () => stops === 3 })
	assert.equal(stops, 3)
})

test('what is told to end while it is stopped does not stop again', async () => {
	const told = new AbortController()
	let stops = 0
	const stop = () => {
		stops++
		goOn()
		told.abort()
	}
	await suspendProcess({ stop, hasTerminal: () => false, ending: told.signal })
	assert.equal(stops, 1)
})
