import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	ends,
	firstLine,
	revealed,
	visible,
} from '../../../../../src/server/page/browser/text/visible-text.ts'

describe('foreign text on the page', () => {
	test.each([
		['plain\ttext\n', 'plain\ttext\n'],
		['a\r\nb\rc', 'a\nb\nc'],
		['\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link', 'red link'],
		['\x00\x07\x1b', '␀␇␛'],
		['a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
		['a\u200bb\ufeffc\u{e0041}', 'abc'],
		['👩\u200d🚀 e\u0301', '👩\u200d🚀 e\u0301'],
		[`a${'\u0301'.repeat(30)}b`, `a${'\u0301'.repeat(8)}b`],
		['\ud800', '\ufffd'],
	])('%j is shown as %j', (text, shown) => assert.equal(visible(text), shown))

	test.each([
		['rm -rf build', 'rm -rf build', 0],
		['a\u202eb\x1b[2J\u200d', 'a⟨U+202E⟩b⟨U+001B⟩[2J⟨U+200D⟩', 3],
		['a\rb\r\nc', 'a⟨U+000D⟩b\nc', 1],
	])('of %j nothing is hidden where it is to be allowed', (text, shown, hidden) =>
		assert.deepEqual(revealed(text), { text: shown, hidden }),
	)

	test('is cut between characters, and says how much is missing', () => {
		const { head, left, tail } = ends(`${'x'.repeat(49)}😀${'y'.repeat(900)}😀${'z'.repeat(49)}`, 100)
		assert.deepEqual([head, left, tail], ['x'.repeat(49), 904, 'z'.repeat(49)])
		assert.equal(firstLine('\n abcd😀\nx', 5), 'abcd…')
	})
})
