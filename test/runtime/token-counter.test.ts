import assert from 'node:assert/strict'
import { test } from 'vitest'
import { loadTokenCounter } from '../../src/runtime/token-counter.ts'

test('text is counted as the vocabulary has it, also what looks like a special token or is half a character', async () => {
	const count = await loadTokenCounter()
	assert.deepEqual(['', 'hello world', '<|endoftext|>', '\ud83d'].map(count), [0, 2, 7, 1])
})

test('a long run of one character is counted at once', async () => {
	const count = await loadTokenCounter()
	assert.ok(count(' '.repeat(200_000)) < 10_000)
})
