import assert from 'node:assert/strict'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { test } from 'vitest'

// Plain JavaScript, because the build reads it before anything has been built.
const quick: {
	isPlain(text: string): boolean
	mayBeEmoji(text: string): boolean
	QuickSegmenter: new (
		locales?: string,
		options?: object,
	) => { segment(text: string): Iterable<unknown> & { containing(index: number): unknown } }
} = await import(`${import.meta.dirname}/../../scripts/quick-segmenter.mjs`)

const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(quick.isPlain)

test('every plain character is one column wide by itself', () => {
	assert.ok(plain.length > 1200)
	assert.deepEqual(
		plain.filter(character => stringWidth(character) !== 1),
		[],
	)
})

test('plain text is as wide as it is long', () => {
	const text = fc.string({ unit: fc.constantFrom(...plain) })
	fc.assert(fc.property(text, value => stringWidth(value) === value.length))
})

test('text is split as Intl.Segmenter splits it, plain or not', () => {
	const special = fc.constantFrom(
		'\u200D',
		'\uFE0F',
		'\u20E3',
		'\u0301',
		'\r\n',
		'\r',
		'\n',
		'\u001B[90m',
		'👍🏽',
		'🇩🇪',
		'한',
		'ᄀ',
		'\u00AD',
		'\uD83D',
	)
	const text = fc
		.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...plain) }, special))
		.map(parts => parts.join(''))
	const real = new Intl.Segmenter()
	const ours = new quick.QuickSegmenter()
	fc.assert(
		fc.property(fc.oneof(text, fc.string({ unit: fc.constantFrom(...plain) })), value => {
			assert.deepEqual([...ours.segment(value)], [...real.segment(value)])
			for (let index = 0; index <= value.length; index++)
				assert.deepEqual(ours.segment(value).containing(index), real.segment(value).containing(index))
		}),
	)
})

test('no emoji is taken for other text', () => {
	// In two parts: the target of tsconfig.json does not have the flag.
	const pattern = '^\\p{RGI_Emoji}$'
	const emoji = new RegExp(pattern, 'v')
	const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
	assert.deepEqual(
		characters.filter(character => emoji.test(character) && !quick.mayBeEmoji(character)),
		[],
	)
	const part = fc.constantFrom('1', '#', '©', '☝', '❤', '👩', '🏽', '🇩', '🇪', '\u200D', '\uFE0F', '\u20E3')
	const sequence = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))
	fc.assert(fc.property(sequence, text => !emoji.test(text) || quick.mayBeEmoji(text)))
})
