import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { followSignal } from '../../../src/core/async/follow-signal.ts'

describe('a signal that follows another', () => {
	test('fires with it and with its reason, also when that has fired already', () => {
		const run = new AbortController()
		const call = followSignal(run.signal)
		run.abort('enough')
		assert.deepEqual([call.signal.aborted, call.signal.reason], [true, 'enough'])
		assert.equal(followSignal(run.signal).signal.reason, 'enough')
	})

	test('may fire alone', () => {
		const run = new AbortController()
		const call = followSignal(run.signal)
		call.abort('late')
		assert.deepEqual([call.signal.aborted, run.signal.aborted], [true, false])
	})

	test('goes its own way once it has left', () => {
		const run = new AbortController()
		const call = followSignal(run.signal)
		call.leave()
		run.abort()
		assert.equal(call.signal.aborted, false)
	})
})
