import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTime } from '../../../src/core/time/in-time.ts'
import { whenAborted } from '../../support/deferred.ts'
import { handClock } from '../../support/hand-clock.ts'

test('work is told when its time is over, and not before', async () => {
	const clock = handClock()
	let late: AbortSignal | undefined
	const given = inTime({ clock, timeoutMs: 300 }, async signal => {
		late = signal
		await whenAborted(signal)
		return 'what there was'
	})
	clock.advance(299)
	await Promise.resolve()
	assert.equal(late?.aborted, false)
	clock.advance(1)
	assert.equal(await given, 'what there was')
})

test('work that ends, well or not, is never told', async () => {
	const clock = handClock()
	const signals: AbortSignal[] = []
	assert.equal(await inTime({ clock, timeoutMs: 300 }, async signal => signals.push(signal)), 1)
	const failing = inTime({ clock, timeoutMs: 300 }, async signal => {
		signals.push(signal)
		throw new Error('no')
	})
	await assert.rejects(failing, /no/)
	clock.advance(1_000)
	await Promise.resolve()
	assert.deepEqual(
		signals.map(({ aborted }) => aborted),
		[false, false],
	)
})
