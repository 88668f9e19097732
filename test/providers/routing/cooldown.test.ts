import assert from 'node:assert/strict'
import { test } from 'vitest'
import { awake, rest, wake } from '../../../src/providers/routing/cooldown.ts'

const A = { provider: 'anthropic', model: 'a' }
const B = { provider: 'openai', model: 'b' }

test('a model that rests is passed over until its time has come', () => {
	const resting = rest(new Map(), A, 5_000)
	assert.deepEqual(awake([A, B], resting, 4_999), [B])
	assert.deepEqual(awake([A, B], resting, 5_000), [A, B])
})

test('when all models rest, all are tried', () => {
	const resting = rest(rest(new Map(), A, 5_000), B, 6_000)
	assert.deepEqual(awake([A, B], resting, 0), [A, B])
})

test('a model that has answered rests no longer', () => {
	assert.deepEqual(awake([A, B], wake(rest(new Map(), A, 5_000), A), 0), [A, B])
})
