import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import o200k from 'tiktoken/encoders/o200k_base.json' with { type: 'json' }
import tiktoken from 'tiktoken/lite'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { loadTokenCounter } from '../../../../src/runtime/context/tokens/token-counter.ts'
import { readVocabulary } from '../../../../src/runtime/context/tokens/vocabulary.ts'

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

test('while the vocabulary is read, the event loop turns', async () => {
	let turns = 0
	let next = setImmediate(function again() {
		turns += 1
		next = setImmediate(again)
	})
	const { rankOf } = await readVocabulary(o200k.bpe_ranks)
	clearImmediate(next)
	assert.equal(rankOf(Buffer.from(' hello there'), 0, 6), 40_617)
	assert.ok(turns > 30, `${turns} turns`)
})

describe('beside tiktoken', () => {
	let reference: tiktoken.Tiktoken
	beforeAll(() => {
		reference = new tiktoken.Tiktoken(o200k.bpe_ranks, o200k.special_tokens, o200k.pat_str)
	})
	afterAll(() => reference.free())

	// Not quite whatever: what Unicode has got since tiktoken was built are letters to Node and none to it.
	test('the same is counted for whatever characters', async () => {
		const count = await loadTokenCounter()
		const piece = fc.oneof(
			fc.string({ unit: 'grapheme' }),
			fc.string({ unit: 'binary-ascii' }),
			fc.constantFrom(
				"'S",
				"'ſ",
				"'LL",
				"'re",
				'\u0085',
				'\ufeff',
				'\u200b',
				'\r\n',
				'\n\n',
				'  ',
				'\t',
				'12345',
				'/',
				'ǅ',
				'ʰ',
				'漢字',
				'ñ',
			),
			fc.stringMatching(/^[ a-zA-Z0-9']{0,20}$/),
		)
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
				const text = pieces.join('').slice(0, 1_024).toWellFormed()
				assert.equal(count(text), reference.encode_ordinary(text).length)
			}),
			{ numRuns: 300 },
		)
	})

	test('and for what is written here', async () => {
		const count = await loadTokenCounter()
		const all = await readFile(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8')
		for (let at = 0; at < 30_000; at += 1_024) {
			const text = all.slice(at, at + 1_024).toWellFormed()
			assert.equal(count(text), reference.encode_ordinary(text).length)
		}
	})
})
