import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { CommandPart, Requirement } from '../../../../../src/core/permission.ts'
import { reasonPieces } from '../../../../../src/server/page/browser/text/reason-pieces.ts'

/** `[…]` around what is marked. */
function shown(command: string, ...parts: readonly [string, Requirement][]): string {
	const whole = parts.map(
		([text, outcome]): CommandPart => ({ command: text, outcome, reason: '', rule: '' }),
	)
	const pieces = reasonPieces(command, whole)
	assert.equal(pieces.map(({ text }) => text).join(''), command)
	return pieces.map(({ text, outcome }) => (outcome === undefined ? text : `[${text}]`)).join('')
}

describe('the reason to ask, in the command', () => {
	test('is what is worst of its parts', () => {
		const mixed = shown(
			'cd x; npm test; rm -rf /',
			['cd x', 'allow'],
			['npm test', 'ask'],
			['rm -rf /', 'deny'],
		)
		assert.equal(mixed, 'cd x; npm test; [rm -rf /]')
		assert.equal(shown('cd x; npm test', ['cd x', 'allow'], ['npm test', 'ask']), 'cd x; [npm test]')
	})

	test('is not marked where it is all of the command', () => {
		assert.equal(shown('a; b', ['a', 'ask'], ['b', 'ask']), 'a; b')
		assert.equal(shown('a | b', ['a', 'allow'], ['b', 'allow'], ['a | b', 'ask-always']), 'a | b')
		assert.equal(shown('a'), 'a')
	})

	test('is found where it runs, not where something says its words', () => {
		const said = shown('echo "rm x"; rm x', ['echo "rm x"', 'allow'], ['rm x', 'ask'])
		assert.equal(said, 'echo "rm x"; [rm x]')
	})

	test('is found inside of what it is put into', () => {
		const inside = shown('X=$(rm y); ls', ['X=$(rm y)', 'ask'], ['rm y', 'ask-always'], ['ls', 'allow'])
		assert.equal(inside, 'X=$([rm y]); ls')
	})

	test('is not marked where it cannot be found for sure', () => {
		const unsure = shown('echo  "rm x"; rm x', ['echo "rm x"', 'allow'], ['rm x', 'ask'])
		assert.equal(unsure, 'echo  "rm x"; rm x')
	})
})
