import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { isPlain } from '../../../src/tui/text/plain-text.ts'

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const UNITS = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))

test('what is plain is one cell wide and visible by itself, also beside its like', () => {
	const plain = UNITS.filter(isPlain)
	expect(plain.filter(character => stringWidth(character) !== 1)).toEqual([])
	for (const other of ['a', 'é', 'Ж', '─', '█'])
		expect([...SEGMENTER.segment(plain.map(character => other + character).join(''))]).toHaveLength(
			2 * plain.length,
		)
})

test.each([
	'Working · 3s · esc to interrupt',
	`─ Working ${'─'.repeat(40)} hint ─`,
	'╭──╮│╰╯├┤',
	'▏▎▍▌█░▒▓',
	'naïve “quoted” – Ελληνικά, Русский…',
])('%s is plain', text => {
	expect(isPlain(text)).toBe(true)
})

test.each(['\t', '\n', '\x1b[1m', 'e\u0301', '\u00ad', '\u200b', '日本', '☀️', '👩‍💻', '\u0483'])(
	'%j is not',
	text => {
		expect(isPlain(text)).toBe(false)
	},
)
