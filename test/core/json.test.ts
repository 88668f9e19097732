import assert from 'node:assert/strict'
import { test } from 'vitest'
import { jsonAnswer } from '../../src/core/json.ts'

test.each([
	['as it is', ' {"a": 1}\n', { text: '{"a": 1}', value: { a: 1 } }],
	['in a code fence', '```json\n{"a": 1}\n```\n', { text: '{"a": 1}', value: { a: 1 } }],
	['in a fence without a name', '```\n[]\n```', { text: '[]', value: [] }],
	[
		'in a fence behind a sentence',
		'Here it is:\n\n```json\n{"a": 1}\n```',
		{ text: '{"a": 1}', value: { a: 1 } },
	],
	[
		'in a fence between sentences',
		'Here:\r\n```json\r\n{\r\n"a": 1}\r\n```\r\nThat is it.',
		{ text: '{\r\n"a": 1}', value: { a: 1 } },
	],
	['that is null', 'null', { text: 'null', value: null }],
	[
		'with a fence in one of its strings',
		'"```\\n1\\n```"',
		{ text: '"```\\n1\\n```"', value: '```\n1\n```' },
	],
])('JSON %s is an answer', (_, answer, expected) => {
	assert.deepEqual(jsonAnswer(answer), expected)
})

test.each([
	'',
	'Here it is: {"a": 1}',
	'{"a": 1',
	'```\n{"a": 1}\n```\nor\n```\n{"a": 2}\n```',
	'A ```1``` in a line',
])('%j is no answer in JSON', answer => {
	assert.equal(jsonAnswer(answer), undefined)
})
