import assert from 'node:assert/strict'
import { test } from 'vitest'
import { longestReply } from '../../../src/providers/routing/longest-reply.ts'

const info = { windowTokens: 100_000, maxOutputTokens: 32_000 }

test('a reply may be as long as the model can, and as the window leaves beside the prompt', () => {
	assert.equal(longestReply(info, undefined), 32_000)
	assert.equal(longestReply(info, 10_000), 32_000)
	assert.equal(longestReply(info, 63_000), 32_000)
	// 95 000 less 80 000, in steps of 1 024.
	assert.equal(longestReply(info, 80_000), 14_336)
	assert.equal(longestReply(info, 99_000), 1_024)
})

test('and never longer than the model can, however little that is', () => {
	assert.equal(longestReply({ windowTokens: 4_096, maxOutputTokens: 256 }, 4_000), 256)
})
