import assert from 'node:assert/strict'
import { test } from 'vitest'
import { snippet } from '../../../src/memory/text/snippet.ts'

const filler = 'the quick brown fox jumps over the lazy dog and the cat '
const at = (text: string, word: string, asked: number, worth: number) => {
	const start = text.lastIndexOf(word)
	return { start, end: start + word.length, asked, worth }
}

test('shows where the words that tell most stand, with what stands behind them, and not where small words are dense', () => {
	const text = `${filler.repeat(10)} the ledger listens on port 7114 now ${filler.repeat(10)}`
	const matches = [
		...[...text.matchAll(/\bthe\b/g)].map(({ index }) => ({
			start: index,
			end: index + 3,
			asked: 0,
			worth: 0.1,
		})),
		at(text, 'ledger', 1, 5),
		at(text, 'port', 2, 3),
	].toSorted((a, b) => a.start - b.start)
	assert.match(snippet(text, matches, 200), /ledger listens on port 7114 now/)
})

test('an early mention does not push the end of what is meant out of it', () => {
	const text = `day ${filler.repeat(4)} class RestorePolicy { expiryDays = 9 }`
	const matches = [at(text, 'day ', 0, 2), at(text, 'RestorePolicy', 1, 6), at(text, 'expiryDays', 2, 6)]
	assert.match(snippet(text, matches, 240), /expiryDays = 9 \}$/)
})

test('is no longer than asked for, wherever it is cut', () => {
	const text = `${filler.repeat(6)}port 7114`
	for (let limit = 40; limit < 200; limit += 7)
		for (const word of ['quick', 'port']) {
			const shown = snippet(text, [at(text, word, 0, 1)], limit)
			assert.ok(shown.replaceAll('…', '').length <= limit, shown)
			assert.ok(shown.includes(word), shown)
		}
})
