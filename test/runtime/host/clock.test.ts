import assert from 'node:assert/strict'
import { test } from 'vitest'
import { nodeClock } from '../../../src/runtime/host/clock.ts'

test('a sleep holds the process, except where it is told not to', () => {
	const held = () => process.getActiveResourcesInfo().filter(what => what === 'Timeout').length
	const over = new AbortController()
	const before = held()
	void nodeClock.sleep(60_000, over.signal, false)
	assert.equal(held(), before)
	void nodeClock.sleep(60_000, over.signal)
	assert.equal(held(), before + 1)
	over.abort()
	assert.equal(held(), before)
})
