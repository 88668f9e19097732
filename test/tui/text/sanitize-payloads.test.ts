// The case files of test/fixtures/terminal, and what holds for any bytes whatever.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { isObject, type JsonValue } from '../../../src/core/json.ts'
import {
	FRESH_SANITIZER,
	reveal,
	sanitize,
	sanitizeLine,
	sanitizePiece,
	sanitizeRest,
} from '../../../src/tui/text/sanitize.ts'

function listIn(name: string): readonly JsonValue[] {
	const list: JsonValue = JSON.parse(
		readFileSync(join(import.meta.dirname, '../../fixtures/terminal', name), 'utf8'),
	)
	if (!Array.isArray(list)) throw new Error(`${name} is no list`)
	return list
}

const payloads = listIn('payloads.json').map(entry => {
	if (!isObject(entry)) throw new Error(`not a payload: ${JSON.stringify(entry)}`)
	return { about: String(entry.about), text: String(entry.text), shown: String(entry.shown) }
})
const benign = listIn('benign.json').map(String)

/** Everything a terminal would obey, and what turns the order of letters round. */
const FORBIDDEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u

describe('what reaches the terminal', () => {
	for (const { about, text, shown } of payloads)
		test(about, () => {
			assert.equal(sanitize(text), shown)
			assert.equal(sanitize(shown), shown)
		})
})

describe('stays as it is, whole and in pieces', () => {
	for (const text of benign)
		test(text, () => {
			assert.equal(sanitize(text), text)
			assert.equal(inPieces(text, 1), text)
		})
})

test('there are enough of them', () => {
	assert.ok(payloads.length >= 150, `${payloads.length}`)
})

test('every payload comes out the same cut in two at every place, and one character at a time', () => {
	for (const { about, text, shown } of payloads) {
		for (let cut = 0; cut <= text.length; cut += text.length > 200 ? 97 : 1) {
			const first = sanitizePiece(FRESH_SANITIZER, text.slice(0, cut))
			const second = sanitizePiece(first.state, text.slice(cut))
			assert.equal(first.text + second.text + sanitizeRest(second.state), shown, `${about}, cut at ${cut}`)
		}
		if (text.length < 200) assert.equal(inPieces(text, 1), shown, about)
	}
})

test('a person who is asked sees of every payload that something is hidden in it', () => {
	for (const { about, text } of payloads) {
		const { text: shown, hidden } = reveal(text)
		assert.doesNotMatch(shown, FORBIDDEN, about)
		const isOrdinary = /^[\n\t\r\x20-\x7e\u2028\u2029]*$/.test(text)
		if (!isOrdinary) assert.ok(hidden > 0, about)
		assert.equal(hidden, shown.match(/⟨U\+[0-9A-F]{4,6}⟩/g)?.length ?? 0, about)
	}
})

test('a place with one line stays one line', () => {
	for (const { about, text } of payloads) assert.doesNotMatch(sanitizeLine(text), /[\n\t]/, about)
})

test('no bytes whatever bring a control character to the terminal, whole or in pieces', () => {
	const random = randomNumbers(20_261_121)
	for (let round = 0; round < 200_000; round++) {
		const text = randomText(random)
		const whole = sanitize(text)
		if (FORBIDDEN.test(whole)) assert.fail(`${JSON.stringify(text)} → ${JSON.stringify(whole)}`)
		if (round % 4 > 0) continue
		const cut = random() % (text.length + 1)
		const first = sanitizePiece(FRESH_SANITIZER, text.slice(0, cut))
		const second = sanitizePiece(first.state, text.slice(cut))
		const pieces = first.text + second.text + sanitizeRest(second.state)
		if (pieces !== whole) assert.fail(`${JSON.stringify(text)} cut at ${cut}`)
	}
})

test('no text takes it squared effort', () => {
	const hard = [
		...[
			'\x1b]',
			'\x1b[',
			'\x1b',
			'\x9d',
			'\u0301',
			'a\u200d',
			'\u200d',
			'\ufe0f',
			'\u{e0100}',
			'\u{e0067}',
			'\r',
		],
		...['\u{1f3f4}\u{e0067}', '\x1bP\x1b', '\x9b1;', '\x1b ', '\xad', ' ', '\n', '\ud83d', '\t\n'],
	]
	for (const piece of hard) {
		const text = `${piece.repeat(100_000 / piece.length)}x`
		const before = process.cpuUsage()
		sanitizeLine(text)
		reveal(text)
		sanitizePiece(FRESH_SANITIZER, text)
		const ms = process.cpuUsage(before).user / 1_000
		assert.ok(ms < 1_500, `${JSON.stringify(piece)}: ${ms} ms`)
	}
})

function inPieces(text: string, length: number): string {
	let state = FRESH_SANITIZER
	let shown = ''
	for (let start = 0; start < text.length; start += length) {
		const piece = sanitizePiece(state, text.slice(start, start + length))
		shown += piece.text
		state = piece.state
	}
	return shown + sanitizeRest(state)
}

/** Bytes, signs that sequences are made of, and whole payloads, in short rows. */
function randomText(random: () => number): string {
	let text = ''
	for (let count = random() % 10; count > 0; count--) {
		const kind = random() % 4
		if (kind === 0) text += String.fromCharCode(random() % 256)
		else if (kind === 1) text += SIGNS[random() % SIGNS.length]
		else if (kind === 2) text += String.fromCharCode(random() % 65_536)
		else text += payloads[random() % payloads.length]!.text.slice(0, random() % 20)
	}
	return text
}

const SIGNS = [
	'\x1b',
	'[',
	']',
	'0;',
	'm',
	'\x07',
	'\\',
	'P',
	'_',
	'^',
	'X',
	' ',
	'\r',
	'\n',
	'\x9b',
	'\x9c',
	'\x9d',
	'?',
	'6n',
]

/** The same row each time (xorshift). */
function randomNumbers(seed: number): () => number {
	let state = seed
	return () => {
		state ^= state << 13
		state ^= state >>> 17
		state ^= state << 5
		return state >>> 0
	}
}
