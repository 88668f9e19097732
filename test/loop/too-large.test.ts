import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MEMORY_OPENING } from '../../src/core/memory.ts'
import { type Message, userText } from '../../src/core/messages.ts'
import { tooLarge } from '../../src/loop/too-large.ts'

const ROOM = { windowTokens: 1_000, limitTokens: 850, compactAtTokens: 800, targetTokens: 400 }

function told(given: { tokens: number; byTokens: number; messages?: readonly Message[] }): string {
	const measured = { totalTokens: given.tokens, fixedTokens: 100, tokensOf: () => 10, count: () => 10 }
	return tooLarge({ messages: [], ...given, measured, room: ROOM, refusal: undefined }).message
}

test('the two figures add up, or it is said what else could leave', () => {
	assert.match(
		told({ tokens: 1_200, byTokens: 350 }),
		/would be 1200 tokens, 350 more than fit: .* of which 850/,
	)
	assert.match(
		told({ tokens: 5_000, byTokens: 350 }),
		/would be 5000 tokens, and with all that came before taken out still 350 more than fit/,
	)
	// A summary in the place of what is short would only add to it.
	assert.match(told({ tokens: 900, byTokens: 300 }), /would be 900 tokens, 50 more than fit/)
})

test('a prompt is named by what was typed, not by what memory put in front of it', () => {
	const found = { type: 'text' as const, text: `${MEMORY_OPENING}\n<passage>old</passage>` }
	const { content } = userText('explain all of this')
	const message = told({
		tokens: 1_200,
		byTokens: 350,
		messages: [{ role: 'user', content: [found, ...content] }],
	})
	assert.match(message, /message “explain all of this” 10/)
})
