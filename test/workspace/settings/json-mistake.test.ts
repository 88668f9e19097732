import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { jsonMistake } from '../../../src/workspace/settings/json-mistake.ts'

test('names line, column and what should have stood there', () => {
	const cases: readonly [text: string, line: number, column: number, expected: string][] = [
		['', 1, 1, 'a value'],
		['{\n\t"a": 1,\n}', 2, 8, 'no comma before "}"'],
		['{\n  // why\n  "a": 1\n}', 2, 3, 'a name in double quotes'],
		['{"a": /* why */ 1}', 1, 7, 'a value (JSON has no comments)'],
		["{'a': 1}", 1, 2, 'a name in double quotes'],
		['{"a": \'b\'}', 1, 7, 'a value in double quotes'],
		['{"a" 1}', 1, 6, '":"'],
		['{"a": 1 "b": 2}', 1, 9, '"," or "}"'],
		['[1 2]', 1, 4, '"," or "]"'],
		['{"a": tru}', 1, 7, 'a value'],
		['{"a": 1}}', 1, 9, 'the end of the file'],
		['{"a": "b\n"}', 1, 7, 'a string that ends on its line, with \\ only before " \\ / b f n r t u'],
		['{"a": 1', 1, 8, '"," or "}"'],
	]
	for (const [text, line, column, expected] of cases)
		assert.deepEqual(jsonMistake(text), { line, column, expected }, JSON.stringify(text))
})

test('finds nothing wrong with anything JSON.stringify writes', () => {
	fc.assert(fc.property(fc.json(), text => jsonMistake(text) === undefined))
})

test('agrees with JSON.parse about every text', () => {
	const token = fc.constantFrom(
		...'{}[],:"\\/ \n',
		'1',
		'-',
		'0',
		'.5',
		'e3',
		'true',
		'null',
		'"a"',
		"'",
		'\u0001',
	)
	fc.assert(
		fc.property(fc.array(token, { maxLength: 12 }), tokens => {
			const text = tokens.join('')
			let parses = true
			try {
				JSON.parse(text)
			} catch {
				parses = false
			}
			return parses === (jsonMistake(text) === undefined)
		}),
		{ numRuns: 5_000 },
	)
})
