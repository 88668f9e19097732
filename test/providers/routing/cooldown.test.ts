import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import { awake, rest, restFor, wake } from '../../../src/providers/routing/cooldown.ts'

const A = { provider: 'anthropic', model: 'a' }
const at = (until: number, code: ErrorCode = 'overloaded') => ({ until, code })
const B = { provider: 'openai', model: 'b' }

test('a model that rests is passed over until its time has come', () => {
	const resting = rest(new Map(), A, at(5_000))
	assert.deepEqual(awake([A, B], resting, 4_999), [B])
	assert.deepEqual(awake([A, B], resting, 5_000), [A, B])
})

test('when all models rest, all are tried', () => {
	const resting = rest(rest(new Map(), A, at(5_000)), B, at(6_000))
	assert.deepEqual(awake([A, B], resting, 0), [A, B])
})

test('a model that has answered rests no longer', () => {
	assert.deepEqual(awake([A, B], wake(rest(new Map(), A, at(5_000)), A), 0), [A, B])
})

test('what is the matter with a provider is the matter with all of its models', () => {
	const other = { ...A, model: 'other' }
	assert.deepEqual(awake([A, other, B], rest(new Map(), A, at(5_000, 'quota-exhausted')), 0), [B])
	assert.deepEqual(awake([A, other, B], rest(new Map(), A, at(5_000, 'rate-limited')), 0), [other, B])
	assert.deepEqual(awake([A, other], wake(rest(new Map(), A, at(5_000, 'quota-exhausted')), other), 0), [
		A,
		other,
	])
})

test('someone rests as long as they asked for, what is used up longer than the rest, and a long prompt is nobody’s fault', () => {
	const now = 1_000
	assert.deepEqual(restFor('rate-limited', { now, retryAfterMs: 7_000 }), at(8_000, 'rate-limited'))
	assert.deepEqual(restFor('overloaded', { now, retryAfterMs: undefined }), at(61_000))
	assert.deepEqual(
		restFor('quota-exhausted', { now, retryAfterMs: undefined }),
		at(901_000, 'quota-exhausted'),
	)
	assert.equal(restFor('context-overflow', { now, retryAfterMs: undefined }), undefined)
})
