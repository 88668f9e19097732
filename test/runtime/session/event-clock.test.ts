import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createEventClock } from '../../../src/runtime/session/event-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Moved by hand: the wall's and the one that only differences are taken of. */
function clocks() {
	let [wall, monotonic] = [1_000_000_000, 0]
	return {
		clock: { now: () => wall, monotonicMs: () => monotonic },
		pass(ms: number) {
			wall += ms
			monotonic += ms
		},
		set(byMs: number) {
			wall += byMs
		},
	}
}

test('a clock that is set back by an hour in the middle of a session neither turns its order round nor its durations', () => {
	const { clock, pass, set } = clocks()
	const at = createEventClock(clock, undefined)
	const first = at()
	pass(500)
	set(-HOUR)
	pass(250.4)
	assert.equal(at() - first, 750)
	pass(HOUR)
	assert.equal(at() - first, HOUR + 750)
})

test('a clock that jumps on, as after a sleep, is gone by', () => {
	const { clock, set } = clocks()
	const at = createEventClock(clock, undefined)
	const first = at()
	set(8 * HOUR)
	assert.equal(at() - first, 8 * HOUR)
})

test('a session that goes on begins no earlier than it ended, unless that was more than a day ahead', () => {
	const { clock } = clocks()
	const now = clock.now()
	assert.equal(createEventClock(clock, now + HOUR)(), now + HOUR)
	assert.equal(createEventClock(clock, now - HOUR)(), now)
	assert.equal(createEventClock(clock, now + DAY + 1)(), now)
})
