import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Passage, PassageKind } from '../../src/core/memory.ts'
import { correctionsOf } from '../../src/memory/corrections.ts'

const STATEMENT = 'The gull service listens on port 8080.'

test.each([
	'no, port 8081 instead',
	'No! 8081.',
	'make that 8081',
	'nein, doch 8081',
	'Nee, lieber 8081',
	'actually, 8081',
	'sorry, I meant 8081',
	'hm, wait: 8081 is what we use',
	'8081',
	'use 8081 instead',
	'Can you take 8081 instead?',
	'non, plutôt 8081',
	'en realidad 8081',
	'いや、8081にして',
	'不，改成 8081',
	'`GULL_PORT`, not the number',
	'forget the gull, we have none',
	'I take that back',
	'please forget about it',
	'vergiss den Dienst',
	'das nehme ich zurück',
	'取り消します',
])('right after a statement this may correct it: %s', text => {
	assert.deepEqual(corrections('answer', [text]), [text])
})

test.each([
	'Now run the tests of the parser.',
	'Thanks, that is fine.',
	'On which port does the gull service listen?',
	'What is 8081?',
	'Nobody knows the parser like you do, so write its documentation.',
])('this does not: %s', text => {
	assert.deepEqual(corrections('answer', [text]), [])
})

test('what speaks of the same later on may correct it, the newest first; what is elliptical must follow at once', () => {
	const next = [
		'make that 8081',
		'or 8082',
		'Now the tests, please.',
		'make that three runs',
		'From today the gull service listens on port 9090.',
	]
	assert.deepEqual(corrections('prompt', next), [next[4], next[1], next[0]])
})

test('tasks of a few words that name files do not take the place of what corrects it', () => {
	const next = ['no, 8081', 'Read db/pear.sql.', 'Read ops/lamp.yaml.', 'Read web/teaser.css.']
	const found = corrections('prompt', next)
	assert.ok(found.includes('no, 8081'), found.join('\n'))
	const more = ['forget it', ...Array.from({ length: 4 }, (_, at) => `The gull service listens to ${at}.`)]
	assert.ok(corrections('prompt', more).includes('forget it'))
})

test('a few words after what a command printed are not about that, unless they say so', () => {
	assert.deepEqual(corrections('result', ['v2.1']), [])
	assert.deepEqual(corrections('result', ['no, port 8081 instead']), ['no, port 8081 instead'])
})

test('what was taken back needs no correction, and neither does a note', () => {
	assert.deepEqual(
		correctionsOf({ kind: 'answer', text: STATEMENT, isUndone: true }, passages(['no, 8081'])),
		[],
	)
	assert.deepEqual(corrections('note', ['no, 8081']), [])
})

function corrections(kind: PassageKind, next: readonly string[]): readonly string[] {
	return correctionsOf({ kind, text: STATEMENT, isUndone: false }, passages(next)).map(({ text }) => text)
}

function passages(texts: readonly string[]): readonly Passage[] {
	return texts.map((text, index) => ({ seq: 10 + index, part: 0, kind: 'prompt', at: index, text }))
}
