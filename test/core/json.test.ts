import assert from 'node:assert/strict'
import { test } from 'vitest'
import { jsonAnswer } from '../../src/core/json.ts'

test.each([
	['as it is', ' {"a": 1}\n', { text: '{"a": 1}', value: { a: 1 } }],
	['in a code fence', '```json\n{"a": 1}\n```\n', { text: '{"a": 1}', value: { a: 1 } }],
	['in a fence without a name', '```\n[]\n```', { text: '[]', value: [] }],
	['that is null', 'null', { text: 'null', value: null }],
	[
		'with a fence in one of its strings',
		'"```\\n1\\n```"',
		{ text: '"```\\n1\\n```"', value: '```\n1\n```' },
	],
])('JSON %s is an answer', (_, answer, expected) => {
	assert.deepEqual(jsonAnswer(answer), expected)
})

test.each(['', 'Here it is: {"a": 1}', '{"a": 1', '```json\n{"a": 1}\n```\nThat is it.'])(
	'%j is no answer in JSON',
	answer => {
		assert.equal(jsonAnswer(answer), undefined)
	},
)
