import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import {
	FRESH_SANITIZER,
	reveal,
	sanitize,
	sanitizeLine,
	sanitizePiece,
	sanitizeRest,
} from '../../../src/tui/text/sanitize.ts'

describe('what reaches the terminal', () => {
	const cases: readonly (readonly [about: string, foreign: string, shown: string])[] = [
		['plain text', 'plain text', 'plain text'],
		['line feeds and tabs', 'a\n\tb', 'a\n\tb'],
		['Windows line ends', 'a\r\nb', 'a\nb'],
		['a progress bar', '10%\r20%', '10%\n20%'],
		['NUL', 'a\0b', 'a␀b'],
		['bell', 'a\x07b', 'a␇b'],
		['backspaces that hide a command', 'rm -rf ~\b\b\b', 'rm -rf ~␈␈␈'],
		['delete', 'a\x7fb', 'a␡b'],
		['form feed and vertical tab', 'a\fb\vc', 'a␌b␋c'],
		['colours', '\x1b[31mred\x1b[0m', 'red'],
		['colours with colons', '\x1b[38:2::1:2:3mred', 'red'],
		['clear screen', '\x1b[2J\x1b[3J\x1b[Hgone?', 'gone?'],
		['a question the terminal would answer', 'a\x1b[6nb', 'ab'],
		['a device attributes question', '\x1b[>cb', 'b'],
		['private modes', '\x1b[?1049h\x1b[?25lx', 'x'],
		['cursor style', '\x1b[5 qx', 'x'],
		['a sequence with too many parameters', `\x1b[${'1;'.repeat(40)}mx`, `␛[${'1;'.repeat(40)}mx`],
		['a window title', '\x1b]0;title\x07x', 'x'],
		['a window title that ends in ST', '\x1b]2;title\x1b\\x', 'x'],
		['the clipboard', '\x1b]52;c;cm0gLXJmIH4=\x07x', 'x'],
		['a hyperlink', '\x1b]8;;https://evil.example\x07text\x1b]8;;\x07', 'text'],
		['a title that never ends', '\x1b]0;swallows the rest', '␛]0;swallows the rest'],
		['a title another sequence cuts off', '\x1b]0;half\x1b[31mred', '␛]0;halfred'],
		['DCS', '\x1bP+q544e\x1b\\x', 'x'],
		['DCS passed through by tmux', '\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\x', '␛Ptmux;␛x'],
		['APC', '\x1b_Gf=100;AAAA\x1b\\x', 'x'],
		['PM and SOS', '\x1b^pm\x1b\\\x1bXsos\x1b\\x', 'x'],
		['a DCS that never ends', '\x1bPabc', '␛Pabc'],
		['CSI as a C1 character', '\x9b31mred', 'red'],
		['OSC as a C1 character', '\x9d0;title\x9cx', 'x'],
		['other C1 characters', 'a\x85b\x8dc', 'a\ufffdb\ufffdc'],
		['a reset', '\x1bcx', 'x'],
		['a character set', '\x1b(0lqqk', 'lqqk'],
		['cursor saving', '\x1b7a\x1b8', 'a'],
		['a lone escape at the end', 'a\x1b', 'a␛'],
		['an escape before a letter no sequence has', 'a\x1b\x01b', 'a␛␁b'],
		['a sequence cut off', 'a\x1b[3', 'a␛[3'],
		['right-to-left override', 'a\u202egpj.exe', 'a\ufffdgpj.exe'],
		['bidi isolates', '\u2066a\u2069', '\ufffda\ufffd'],
		['bidi marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
		['tag characters', 'hi\u{e0041}\u{e0042}', 'hi'],
		['zero-width spaces', 'pass\u200bword\u2060\ufeff', 'password'],
		['joiners between nothing', 'a \u200d\u200d b', 'a  b'],
		['a run of variation selectors', 'a\ufe00\ufe01\ufe02b', 'ab'],
		['supplementary variation selectors', 'a\u{e0100}\u{e0155}', 'a'],
		['soft hyphen and fillers', 'a\u00adb\u3164c\uffa0', 'abc'],
		['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
		['line and paragraph separators', 'a\u2028b\u2029c', 'a\nb\nc'],
		['interlinear annotation', '\ufff9a\ufffab\ufffb', 'ab'],
	]
	for (const [about, foreign, shown] of cases) {
		test(about, () => assert.equal(sanitize(foreign), shown))
	}
})

describe('printable text stays as it is', () => {
	const printable = [
		'Grüße, señor — “quoted” …',
		'日本語のテキスト 한국어 中文',
		'שלום עולם مرحبا بالعالم',
		'می‌خواهم',
		'क्‍ष देवनागरी',
		'👨‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🇨🇭',
		'🏴󠁧󠁢󠁥󠁮󠁧󠁿',
		'🏳️‍🌈',
		'e\u0301 a\u0308\u0323',
		'葛\u{e0100}',
		'┌─┐│└┘ ✓ ✗ ●',
		'ᠠ\u180b',
	]
	for (const text of printable) test(text, () => assert.equal(sanitize(text), text))
})

const foreignText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes).toString('latin1')),
	fc
		.array(
			fc.constantFrom(
				...['\x1b', '[', ']', '0;', 'm', '\x07', '\\', 'P', 'a', ' ', '\r', '\n', '\x9b', '\x9c', '\x9d'],
				...['\u0301', '\u0301\u0302\u0303\u0304', '\u200c'],
				...['\u200d', '\ufe0f', '👩', '🏴', '\u{e0067}', '\u{e007f}', '\ud83d', '\udc69', '葛', '\u{e0100}'],
			),
		)
		.map(parts => parts.join('')),
)

test('no text whatever brings a control character to the terminal', () => {
	fc.assert(
		fc.property(foreignText, text => {
			assert.doesNotMatch(
				sanitize(text),
				/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u,
			)
			assert.doesNotMatch(reveal(text).text, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]/)
		}),
		{ numRuns: 3000 },
	)
})

test('what went through once goes through again unchanged', () => {
	fc.assert(
		fc.property(foreignText, text => {
			assert.equal(sanitize(sanitize(text)), sanitize(text))
		}),
		{ numRuns: 3000 },
	)
})

test('a stream cut anywhere gives what the whole gives', () => {
	fc.assert(
		fc.property(foreignText, fc.array(fc.nat(12)), (text, cuts) => {
			let rest = text
			let state = FRESH_SANITIZER
			let shown = ''
			for (const length of [...cuts, text.length]) {
				const piece = sanitizePiece(state, rest.slice(0, length))
				rest = rest.slice(length)
				shown += piece.text
				state = piece.state
			}
			assert.equal(shown + sanitizeRest(state), sanitize(text))
		}),
		{ numRuns: 30000 },
	)
})

test('a title that never ends holds a stream back for a few kilobytes at most', () => {
	const first = sanitizePiece(FRESH_SANITIZER, '\x1b]0;')
	const second = sanitizePiece(first.state, 'x'.repeat(5000))
	assert.deepEqual([first.text, second.text, sanitizeRest(second.state)], ['', `␛]0;${'x'.repeat(5000)}`, ''])
})

test('what a person is asked to allow shows every hidden character as its code', () => {
	assert.deepEqual(reveal('rm\u200b -rf \x1b[8m~\u202e'), {
		text: 'rm⟨U+200B⟩ -rf ⟨U+001B⟩[8m~⟨U+202E⟩',
		hidden: 3,
	})
})

test('a place with one line shows line feeds as a sign', () => {
	assert.equal(sanitizeLine('first\n  second\tthird'), 'first ⏎ second third')
})
