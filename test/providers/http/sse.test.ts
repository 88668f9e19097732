import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createSseDecoder, type SseEvent } from '../../../src/providers/http/sse.ts'

function decode(...chunks: readonly Uint8Array[]): readonly SseEvent[] {
	const decoder = createSseDecoder()
	return [...chunks.flatMap(chunk => decoder.push(chunk)), ...decoder.end()]
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('server-sent events', () => {
	test('are read whatever their lines end in', () => {
		const text = 'event: a\ndata: 1\n\ndata: 2\ndata: 3\n\n'
		const expected = [
			{ event: 'a', data: '1' },
			{ event: '', data: '2\n3' },
		]
		for (const ending of ['\n', '\r\n', '\r']) {
			assert.deepEqual(decode(bytes(text.replaceAll('\n', ending))), expected)
		}
	})

	test('may follow a byte order mark and stand among comments and fields nobody knows', () => {
		const text = '\ufeff: hello\nid: 7\nretry: 10\ndata:no blank\n\n:\n\ndata\n\n'
		assert.deepEqual(decode(bytes(text)), [
			{ event: '', data: 'no blank' },
			{ event: '', data: '' },
		])
	})

	test('lose only one blank after the colon', () => {
		assert.deepEqual(decode(bytes('data:   x: y\n\n')), [{ event: '', data: '  x: y' }])
	})

	test('are handed on as soon as their blank line is there, even when that is a lone CR', () => {
		const decoder = createSseDecoder()
		assert.deepEqual(decoder.push(bytes('data: 1\r\r')), [{ event: '', data: '1' }])
		assert.deepEqual(decoder.push(bytes('\ndata: 2\r\n\r')), [{ event: '', data: '2' }])
		assert.deepEqual(decoder.push(bytes('\n')), [])
		assert.deepEqual(decoder.end(), [])
	})

	test('need no blank line at the very end', () => {
		assert.deepEqual(decode(bytes('data: 1\n\ndata: 2')), [
			{ event: '', data: '1' },
			{ event: '', data: '2' },
		])
	})

	test('are the same wherever the bytes are cut', () => {
		const line = fc.oneof(
			fc.constantFrom('', '\ufeff', ': note', 'event: x', 'data', 'data: 😀 “wörld”', 'data:{"a":1}', 'junk'),
			fc.string({ unit: 'grapheme' }).map(text => `data: ${text}`),
		)
		const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
		fc.assert(
			fc.property(lines, fc.array(fc.nat(400)), (given, cuts) => {
				const all = bytes(given.map(pair => pair.join('')).join(''))
				const at = [0, ...cuts.filter(cut => cut < all.length).sort((a, b) => a - b), all.length]
				const chunks = at.slice(1).map((end, index) => all.slice(at[index], end))
				assert.deepEqual(decode(...chunks), decode(all))
			}),
		)
	})
})
