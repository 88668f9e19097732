import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MEMORY_OPENING, PASSAGE_MARK } from '../../../src/core/memory.ts'
import { type Message, userText } from '../../../src/core/messages.ts'
import { tooLarge } from '../../../src/loop/context/too-large.ts'

const ROOM = { windowTokens: 1_000, limitTokens: 850, compactAtTokens: 800, targetTokens: 400 }

function told(given: { tokens: number; byTokens: number; messages?: readonly Message[] }): string {
	const measured = { totalTokens: given.tokens, fixedTokens: 100, tokensOf: () => 10, count: () => 10 }
	return tooLarge({ messages: [], ...given, measured, budget: ROOM, refusal: undefined }).message
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

test('that what memory found was left out of the count is said', () => {
	const found = { type: 'text' as const, text: `${MEMORY_OPENING}${PASSAGE_MARK}number="2">old</passage>` }
	const { content } = userText('explain all of this')
	const messages: readonly Message[] = [{ role: 'user', content: [found, ...content] }]
	assert.match(
		told({ tokens: 1_200, byTokens: 100, messages }),
		/would be 1200 tokens, and with all that came before and what memory found taken out still 100 more than fit/,
	)
})

test('a prompt is named by what was typed, and what memory put in front of it by how much that is', () => {
	const found = { type: 'text' as const, text: `${MEMORY_OPENING}${PASSAGE_MARK}number="2">old</passage>` }
	const { content } = userText('explain all of this')
	const message = told({
		tokens: 1_200,
		byTokens: 350,
		messages: [{ role: 'user', content: [found, ...content] }],
	})
	assert.match(message, /message “explain all of this” with 1 passage from memory 10/)
})
