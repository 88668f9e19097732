import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { MAX_RETRIES, nextTry } from '../../../src/providers/routing/retry.ts'

const busy = (retryAfterMs?: number) =>
	new AgentError('overloaded', 'busy', retryAfterMs === undefined ? {} : { retryAfterMs })

describe('another try', () => {
	test('waits twice as long each time', () => {
		const waits = [1, 2, 3, 4, 5].map(retry => nextTry(busy(), { retry: retry, chance: 0.5 }))
		assert.deepEqual(
			waits,
			[200, 400, 800, 1_600, 3_200].map(waitMs => ({ kind: 'wait', waitMs })),
		)
	})

	test('is made five times', () => {
		assert.deepEqual(nextTry(busy(), { retry: MAX_RETRIES + 1, chance: 0.5 }), { kind: 'give-up' })
	})

	test('is not made for what would fail again', () => {
		for (const code of ['auth-failed', 'bad-request', 'quota-exhausted', 'context-overflow'] as const) {
			assert.deepEqual(nextTry(new AgentError(code, 'no'), { retry: 1, chance: 0.5 }), { kind: 'give-up' })
		}
	})

	test('is not made once twenty seconds have passed in vain and there is somebody else to ask', () => {
		const asked = { retry: 2, chance: 0.5 }
		assert.deepEqual(nextTry(busy(), { ...asked, vainMs: 19_999 }), { kind: 'wait', waitMs: 400 })
		assert.deepEqual(nextTry(busy(), { ...asked, vainMs: 20_000 }), { kind: 'give-up' })
		const limits = { retries: 3 }
		assert.deepEqual(nextTry(busy(), { ...asked, limits, vainMs: 20_000 }), { kind: 'wait', waitMs: 400 })
	})

	test('waits as long as the server asked, where that is longer', () => {
		assert.deepEqual(nextTry(busy(62_000), { retry: 1, chance: 0.5 }), { kind: 'wait', waitMs: 62_000 })
		assert.deepEqual(nextTry(busy(1), { retry: 1, chance: 0.5 }), { kind: 'wait', waitMs: 200 })
	})

	test('is left to the user when the server asked for more than five minutes', () => {
		assert.deepEqual(nextTry(busy(300_000), { retry: 1, chance: 0.5 }), { kind: 'wait', waitMs: 300_000 })
		assert.deepEqual(nextTry(busy(300_001), { retry: 1, chance: 0.5 }), { kind: 'give-up' })
	})

	test('spreads by a tenth and never waits longer than a minute of its own accord', () => {
		const chance = fc.double({ min: 0, max: 1, noNaN: true })
		fc.assert(
			fc.property(fc.integer({ min: 1, max: MAX_RETRIES }), chance, (retry, each) => {
				const step = nextTry(busy(), { retry: retry, chance: each })
				assert.ok(step.kind === 'wait')
				const middle = 200 * 2 ** (retry - 1)
				assert.ok(step.waitMs >= 0.9 * middle && step.waitMs <= 1.1 * middle && step.waitMs <= 60_000)
			}),
		)
	})
})
