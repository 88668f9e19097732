import assert from 'node:assert/strict'
import { test } from 'vitest'
import { flatText, nestingOf } from '../../../src/tools/web/html/flat-text.ts'
import { spacedJson } from '../../../src/tools/web/spaced-json.ts'
import { framed } from '../../../src/tools/web/untrusted.ts'

const MANY = 200_000

// Quadratic work on these would take minutes, and the time limit of a test is its bound.
test('text that is made to be slow is read in one pass', () => {
	const texts = [
		'<',
		'</',
		'<b>',
		'<!--',
		'<script></script>',
		'<title>',
		`<${' '.repeat(MANY)}`,
		'&',
		'[',
		'{"a":',
	]
	for (const text of texts) {
		const page = text.length > 100 ? text : text.repeat(MANY)
		nestingOf(page)
		flatText(page)
		framed('page', {}, page)
		spacedJson(page)
	}
})

test('JSON that is nested without end stays as it is', () => {
	const deep = '['.repeat(5_000) + ']'.repeat(5_000)
	assert.equal(spacedJson(deep), deep)
	assert.equal(spacedJson('{"a":1}'), '{"a":1}')
})
