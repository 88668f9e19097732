import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createAnswerGuard } from '../../../src/tui/dialogs/answer-guard.ts'

function admitted(lastKeyAtMs: number, keysAtMs: readonly number[]): readonly boolean[] {
	const guard = createAnswerGuard(10_000, lastKeyAtMs)
	return keysAtMs.map(at => guard.admits(at))
}

test('the first moment after it appears belongs to nobody', () => {
	assert.deepEqual(admitted(0, [10_399, 10_900]), [false, true])
	assert.deepEqual(admitted(0, [10_400]), [true])
})

test('who was typing in the second before has that second', () => {
	assert.deepEqual(admitted(9_900, [10_899]), [false])
	assert.deepEqual(admitted(9_900, [10_900]), [true])
})

test('who goes on typing does not answer, however long it takes', () => {
	const typing = Array.from({ length: 20 }, (_, index) => 10_100 + 200 * index)
	assert.deepEqual(admitted(0, [...typing, 14_300]), [...typing.map(() => false), true])
})

test('keys that were read before it appeared do not answer, and do not keep it waiting', () => {
	assert.deepEqual(admitted(0, [9_990, 10_400]), [false, true])
})
