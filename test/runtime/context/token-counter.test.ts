import assert from 'node:assert/strict'
import { test } from 'vitest'
import { loadTokenCounter } from '../../../src/runtime/context/token-counter.ts'

test('text is counted as the vocabulary has it, also what looks like a special token or is half a character', async () => {
	const count = await loadTokenCounter()
	assert.deepEqual(['', 'hello world', '<|endoftext|>', '\ud83d'].map(count), [0, 2, 7, 1])
})

test('a long run of one character is counted at once', async () => {
	const count = await loadTokenCounter()
	assert.ok(count(' '.repeat(200_000)) < 10_000)
})

test('ten megabytes are counted by pieces from everywhere in them', async () => {
	const count = await loadTokenCounter()
	const half = 'The quick brown fox jumps over the lazy dog. '.repeat(110_000)
	const other = '{"id": 42, "ok": true, "at": "2026-11-21T22:11:39Z"}\n'.repeat(95_000)
	const exact = (text: string, of: number) => count(text.slice(0, 200_000)) * (of / 200_000)
	const expected = exact(half, half.length) + exact(other, other.length)
	assert.ok(Math.abs(count(half + other) / expected - 1) < 0.03)
})
