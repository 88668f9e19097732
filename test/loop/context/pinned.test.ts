import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { summaryIn } from '../../../src/core/condensed.ts'
import { textOf } from '../../../src/core/messages.ts'
import { type Pinned, pinnedText } from '../../../src/loop/context/pinned.ts'
import { compactionMessage } from '../../../src/loop/context/summarise.ts'

const count = (text: string) => Math.ceil(text.length / 4)
const EMPTY: Pinned = {
	goal: undefined,
	changed: undefined,
	todo: [],
	open: [],
	notes: [],
	failed: [],
	files: [],
	known: [],
	loaded: [],
	said: [],
}

test('everything that is kept is there word for word when there is room', () => {
	const { text, said } = pinnedText(
		{
			goal: 'Fix the parser.\nAnd nothing else.',
			changed: '<changed-since>\nDate: today\n</changed-since>',
			todo: [
				{ text: 'look', status: 'done' },
				{ text: 'write the fix', status: 'in-progress' },
				{ text: 'run the tests', status: 'pending' },
			],
			open: ['approval: rm -rf build'],
			notes: ['the build needs Node 24'],
			failed: [{ tool: 'shell', arguments: '{"command":"npm test"}', error: 'exit 1\n## not a heading' }],
			files: [
				{ path: '/p/read.ts', sha256: '1', changed: false },
				{ path: '/p/changed.ts', sha256: '2', changed: true },
			],
			known: [],
			loaded: ['The user calls the skill pdf:\n<skill name="pdf">\nRead the form.\n</skill>'],
			said: ['first wish', 'second wish'],
		},
		{ limitTokens: 5_000, saidTokens: 2_000, count },
	)
	assert.deepEqual(said, ['first wish', 'second wish'])
	assert.equal(
		text,
		`## What you are working on: the prompt, word for word
<user-message>
Fix the parser.
And nothing else.
</user-message>

## What is no longer as it was said at the beginning
<changed-since>
Date: today
</changed-since>

## Commands and skills that were called
The user calls the skill pdf:
<skill name="pdf">
Read the form.
</skill>

## Plan: what is still open
- write the fix (in progress)
- run the tests

## Waiting for an answer
- approval: rm -rf build

## Notes of this session
the build needs Node 24

## Calls that failed last
- shell {"command":"npm test"}: "exit 1\\n## not a heading"

## Files you changed
- /p/changed.ts

## Files you have read
- /p/read.ts

## What the user said, word for word, oldest first
<user-message>
first wish
</user-message>
<user-message>
second wish
</user-message>`,
	)
})

test('of what the user said the newest stays, and the one that does not fit whole keeps its ends', () => {
	const said = ['c'.repeat(400), `${'b'.repeat(2_000)}END`, 'a', 'b', 'newest']
	const kept = pinnedText({ ...EMPTY, said }, { limitTokens: 2_000, saidTokens: 200, count }).said
	assert.equal(kept.length, 4)
	assert.match(kept[0]!, /^b+\n\[… \d+ characters removed here …\]\nb+END$/)
	assert.deepEqual(kept.slice(1), ['a', 'b', 'newest'])
})

test('the last three things that the user said lose their middles, but are never gone', () => {
	const huge = (sign: string) => `${sign.repeat(40_000)} END-${sign}`
	const rest = {
		...EMPTY,
		goal: 'g'.repeat(40_000),
		todo: [{ text: 't'.repeat(4_000), status: 'pending' as const }],
		failed: [{ tool: 'shell', arguments: '{}', error: 'e'.repeat(4_000) }],
	}
	for (const said of [
		[huge('a'), huge('b'), huge('c'), huge('d')],
		['x', huge('b'), 'short', huge('d')],
		['x', 'first of them', huge('c'), 'last'],
	]) {
		const { text, said: kept } = pinnedText(
			{ ...rest, said },
			{ limitTokens: 1_200, saidTokens: 1_200, count },
		)
		for (const one of said.slice(-3)) {
			const isWhole = one.length < 100
			assert.ok(text.includes(isWhole ? one : one.slice(-5)), `${one.slice(-20)} is in ${text}`)
		}
		assert.ok(kept.length >= 3)
		assert.ok(count(text) <= 1_200, `${count(text)}`)
	}
})

test('nothing makes it longer than it may be, and the goal is always in it', () => {
	const text = fc.string({ maxLength: 4_000, unit: 'grapheme' })
	const pinned: fc.Arbitrary<Pinned> = fc.record({
		goal: text,
		changed: fc.option(text, { nil: undefined }),
		todo: fc.array(fc.record({ text, status: fc.constantFrom('pending' as const, 'in-progress' as const) }), {
			maxLength: 20,
		}),
		open: fc.array(text, { maxLength: 3 }),
		notes: fc.array(text, { maxLength: 5 }),
		failed: fc.array(fc.record({ tool: text, arguments: text, error: text }), { maxLength: 3 }),
		files: fc.array(fc.record({ path: text, sha256: fc.constant('1'), changed: fc.boolean() }), {
			maxLength: 40,
		}),
		known: fc.constant([]),
		loaded: fc.array(text, { maxLength: 5 }),
		said: fc.array(text, { maxLength: 20 }),
	})
	fc.assert(
		fc.property(pinned, fc.integer({ min: 150, max: 20_000 }), (given, limitTokens) => {
			const bounds = { limitTokens, saidTokens: limitTokens, count }
			const made = pinnedText(given, bounds)
			assert.ok(count(made.text) <= limitTokens, `${count(made.text)} of ${limitTokens}`)
			assert.deepEqual(pinnedText(given, bounds), made)
			if (given.goal !== '') assert.ok(made.text.includes(given.goal!.slice(0, 20)))
		}),
		{ numRuns: 200 },
	)
})

test('the summary is found again in the message, and what the user attached is still there', () => {
	const image = { type: 'image', mediaType: 'image/png', uri: 'media://sha256-1', sizeBytes: 9 } as const
	const given = {
		summaryTokens: 100,
		unsummarised: 0,
		pinned: 'pinned',
		images: [image],
		recallTool: 'recall',
		count,
	}
	const message = compactionMessage({ ...given, summary: 'It went <well>.' })
	assert.equal(summaryIn(message), 'It went <well>.')
	assert.deepEqual(message.content.at(-1), image)
	assert.match(textOf(message.content), /can be found with recall\./)
	const without = compactionMessage({ ...given, summary: 'x', recallTool: undefined })
	assert.doesNotMatch(textOf(without.content), /recall/)
	assert.equal(summaryIn(compactionMessage({ ...given, summary: undefined })), undefined)
})
