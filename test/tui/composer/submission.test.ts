import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ImagePart } from '../../../src/core/messages.ts'
import {
	attachImage,
	attachPaste,
	NO_ATTACHMENTS,
	reattachImages,
} from '../../../src/tui/composer/attachments.ts'
import { cleanPaste, isLargePaste } from '../../../src/tui/composer/paste.ts'
import { type Submission, submissionOf } from '../../../src/tui/composer/submission.ts'

function sent(text: string): Submission | undefined {
	return submissionOf(text, NO_ATTACHMENTS, 'steer')
}

function prompt(text: string): Submission {
	return { kind: 'prompt', text, images: [], whenBusy: 'steer' }
}

const IMAGE: ImagePart = { type: 'image', mediaType: 'image/png', uri: 'media://sha256-a', sizeBytes: 3 }
const OTHER: ImagePart = { ...IMAGE, uri: 'media://sha256-b' }

describe('what a text is', () => {
	test('a prompt', () => {
		assert.deepEqual(sent('fix the test\n'), prompt('fix the test'))
	})

	test('nothing', () => {
		assert.deepEqual(
			[sent(''), sent('  \n '), sent('!'), sent('# ')],
			[undefined, undefined, undefined, undefined],
		)
	})

	test('a command with and without an argument', () => {
		assert.deepEqual(sent('/help'), { kind: 'command', name: 'help', argument: '' })
		assert.deepEqual(sent('/model  demo/x '), { kind: 'command', name: 'model', argument: 'demo/x' })
		assert.deepEqual(sent('/skill:pdf a\nb'), { kind: 'command', name: 'skill:pdf', argument: 'a\nb' })
	})

	test('a command that does not exist is still a command', () => {
		assert.deepEqual(sent('/nope'), { kind: 'command', name: 'nope', argument: '' })
	})

	test('a path is a prompt', () => {
		assert.deepEqual(sent('/usr/bin is full'), prompt('/usr/bin is full'))
		assert.deepEqual(sent('/etc.conf'), prompt('/etc.conf'))
	})

	test('two slashes are one slash', () => {
		assert.deepEqual(sent('//help'), prompt('/help'))
	})

	test('a shell command', () => {
		assert.deepEqual(sent('!ls -l'), { kind: 'shell', command: 'ls -l' })
	})

	test('a note, but not a heading', () => {
		assert.deepEqual(sent('#use tabs'), { kind: 'note', text: 'use tabs' })
		assert.deepEqual(sent('# Title\n\ntext'), prompt('# Title\n\ntext'))
		assert.deepEqual(sent('## Title'), prompt('## Title'))
	})
})

describe('markers', () => {
	test('a paste is sent in full and never decides what the text is', () => {
		const { attachments, marker } = attachPaste(NO_ATTACHMENTS, '/exit $& [Pasted #1: 2 lines]\nx')
		assert.equal(marker, '[Pasted #1: 2 lines]')
		assert.deepEqual(submissionOf(marker, attachments, 'queue'), {
			...prompt('/exit $& [Pasted #1: 2 lines]\nx'),
			whenBusy: 'queue',
		})
	})

	test('images are sent in the order of the text, without those that were deleted', () => {
		const first = attachImage(NO_ATTACHMENTS, IMAGE)
		const second = attachImage(first.attachments, OTHER)
		assert.deepEqual(submissionOf('[Image #2] then [Image #1]', second.attachments, 'steer'), {
			...prompt('[Image #2] then [Image #1]'),
			images: [OTHER, IMAGE],
		})
		assert.deepEqual(submissionOf('only [Image #2]', second.attachments, 'steer'), {
			...prompt('only [Image #2]'),
			images: [OTHER],
		})
	})

	test('a prompt that was taken back has its images again', () => {
		const { attachments, text } = reattachImages('see [Image #4]', [IMAGE, OTHER])
		assert.equal(text, 'see [Image #4] [Image #5]')
		assert.deepEqual(submissionOf(text, attachments, 'steer'), { ...prompt(text), images: [IMAGE, OTHER] })
	})
})

describe('pastes', () => {
	test('are cleaned of everything that steers a terminal', () => {
		assert.equal(
			cleanPaste('a\r\nb\rc\td\x1b[31mred\x1b[0m\x07\x9b\x1b]52;c;x\x07 \ud800!'),
			'a\nb\nc\tdred \ufffd!',
		)
	})

	test('hold nothing that nobody sees, and what shapes letters and flags stays', () => {
		assert.equal(cleanPaste('\ufeffa\u2028b\u202egpj\u202c \u{e0068}\u{e0069}c'), 'a\nbgpj c')
		// A flag is no cover for a text.
		assert.equal(cleanPaste(`\u{1f3f4}${'\u{e0068}'.repeat(100_000)}c`), '\u{1f3f4}c')
		const shaped = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 👨‍👩‍👧 ❤️ نمی\u200cخواهم'
		assert.equal(cleanPaste(shaped), shaped)
	})

	test('are large above ten lines or a thousand characters', () => {
		assert.equal(isLargePaste('x\n'.repeat(10)), false)
		assert.equal(isLargePaste(`${'x\n'.repeat(10)}x`), true)
		assert.equal(isLargePaste('x'.repeat(1000)), false)
		assert.equal(isLargePaste('x'.repeat(1001)), true)
	})
})
