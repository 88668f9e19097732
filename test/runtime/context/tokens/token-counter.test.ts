import assert from 'node:assert/strict'
import fc from 'fast-check'
import o200k from 'tiktoken/encoders/o200k_base.json' with { type: 'json' }
import tiktoken from 'tiktoken/lite'
import { onTestFinished, test } from 'vitest'
import {
	loadTokenCounter,
	startTokenCounter,
	THREAD,
} from '../../../../src/runtime/context/tokens/token-counter.ts'

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
	await startTokenCounter(THREAD)
	clearImmediate(next)
	assert.ok(turns > 30, `${turns} turns`)
})

test('where a thread does not start, ends or does not answer, the estimate has to do', async () => {
	const ready = `(await import('node:worker_threads')).parentPort.postMessage('ready')`
	const text = 'x'.repeat(400)
	for (const script of [
		'throw new Error()',
		`${ready}; process.exit()`,
		`${ready}; setInterval(() => {}, 1e6)`,
	]) {
		const count = await startTokenCounter(new URL(`data:text/javascript,${script}`), 20)
		assert.deepEqual([count(text), count(text), count('')], [100, 100, 0], script)
	}
})

test('the same is counted as by tiktoken here', async () => {
	const count = await loadTokenCounter()
	const { bpe_ranks, special_tokens, pat_str } = o200k
	const reference = new tiktoken.Tiktoken(bpe_ranks, special_tokens, pat_str)
	onTestFinished(() => reference.free())
	const text = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }).map(parts => parts.join(''))
	fc.assert(fc.property(text, some => assert.equal(count(some), reference.encode_ordinary(some).length)))
})
