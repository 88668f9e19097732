import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createTypingWatch } from '../../../src/tui/screen/use-port-state.ts'

test('the first key says that a prompt is coming, and one key of each second after it does', () => {
	const heard: string[] = []
	let now = 0
	const typed = createTypingWatch(isFirst => heard.push(`${now} ${isFirst ? 'first' : 'again'}`))
	for (now of [0, 80, 999, 1_000, 1_400, 60_000, 60_080]) typed(now)
	assert.deepEqual(heard, ['0 first', '1000 again', '60000 again'])
})
