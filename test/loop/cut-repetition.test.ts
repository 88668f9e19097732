import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { cutRepetition } from '../../src/loop/cut-repetition.ts'

test('what repeats at the end is left out, and the passage is there once', () => {
	const passage = fc.string({ minLength: 1, maxLength: 400 }).filter(said => !said.includes('['))
	fc.assert(
		fc.property(fc.string({ maxLength: 300 }), passage, fc.nat(400), (before, said, torn) => {
			const text = before + said.repeat(Math.ceil(9_000 / said.length)) + said.slice(0, torn % said.length)
			const [kept = '', remark] = cutRepetition(text).split('\n[… ')
			assert.ok(remark?.endsWith('characters that repeat this were left out here …]'))
			assert.ok(text.startsWith(kept) && kept.length <= before.length + said.length)
		}),
	)
})

test('a text that does not repeat is left as it is', () => {
	const text = Array.from({ length: 3_000 }, (_, n) => `line ${n}`).join('\n')
	assert.equal(cutRepetition(text), text)
	assert.equal(cutRepetition(''), '')
})
