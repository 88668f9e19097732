import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { LooseReader, looseJson, looseJsonIn } from '../../../../src/providers/wire/calls/loose-json.ts'

const READ: readonly [what: string, text: string, value: unknown, missing?: number][] = [
	['a missing brace', '{"a": {"b": "c"}', { a: { b: 'c' } }, 1],
	['missing brackets', '[{"a": ["b"', [{ a: ['b'] }], 3],
	['a bracket missing inside', '[{"a": {"b": 1}]', [{ a: { b: 1 } }], 1],
	['single quotes', "{'a': 'it is \"b\"'}", { a: 'it is "b"' }],
	['quotes of both kinds', `{'a': "it's"}`, { a: "it's" }],
	['an escaped quote of Python', "{'a': 'it\\'s'}", { a: "it's" }],
	['three quotes', '{"a": """say "hi"\n"""}', { a: 'say "hi"\n' }],
	['commas too many', '{"a": [1, 2,], }', { a: [1, 2] }],
	['a comma too few', '{"a": "b" "c": 1}', { a: 'b', c: 1 }],
	['line breaks in a text', '{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
	['bare keys', '{a: 1, b_c: {$d: true}}', { a: 1, b_c: { $d: true } }],
	['constants of Python', '[True, False, None]', [true, false, null]],
	['a backslash that escapes nothing', '{"a": "C:\\dir \\d+"}', { a: 'C:\\dir \\d+' }],
	['escapes', '"\\u00e9\\n\\/\\x41"', 'é\n/A'],
	['marks of Gemma', '{a:<|"|>say "x" \\n<|"|>,b:2}', { a: 'say "x" \\n', b: 2 }],
	['no own prototype', '{"__proto__": {"a": 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
	['something behind it', '{"a": 1}; {"b": 2}', { a: 1 }],
]

describe('is read as what it means', () => {
	for (const [what, text, value, missing = 0] of READ)
		test(what, () => {
			const read = looseJson(text)
			assert.deepEqual([read?.value, read?.missing], [value, missing])
		})
})

const UNREAD: readonly [what: string, text: string][] = [
	['a text that was never closed', '{"command": "rm -rf /tmp/a'],
	['one that only looks closed', '{"command": "awk \'{print $1}'],
	['a number that may go on', '{"offset": 12'],
	['a key without a value', '{"a": 1, "b"'],
	['an end behind a comma', '{"a": 1,'],
	['an end behind a colon', '{"a":'],
	['nothing but a brace', '{'],
	['words', 'read the file'],
	['a word that is no constant', '{"a": yes}'],
	['half a constant', '{"a": tru'],
	['deep nesting', '['.repeat(100_000)],
]

describe('is not guessed', () => {
	for (const [what, text] of UNREAD) test(what, () => assert.equal(looseJson(text), undefined))

	test('where a quote inside a text was not escaped', () => {
		for (const text of [
			'{"command": "echo "a" > b"}',
			"{'command': 'echo it's'}",
			'{"a": "b "c", d"}',
			'{"command": "echo "", "b": 1}',
		]) {
			const read = looseJson(text)
			// What could be read ends before something that no mark begins with, and its brackets are missing.
			assert.ok(!read || (read.missing > 0 && /^[^\s<]/.test(text.slice(read.end))), text)
		}
	})
})

test('JSON is read as JSON', () => {
	fc.assert(
		fc.property(fc.json(), fc.boolean(), (text, isSpaced) => {
			const json = isSpaced ? JSON.stringify(JSON.parse(text), undefined, 2) : text
			assert.deepEqual(looseJsonIn(json), JSON.parse(json))
		}),
	)
})

test('nothing makes it throw, and what it takes from JSON that was cut off is a part of it', () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(), (text, at) => {
			const read = looseJson(text.slice(0, at % (text.length + 1)))
			if (read) assert.ok(isPartOf(read.value, JSON.parse(text)), `${text} cut at ${at}`)
		}),
	)
	fc.assert(fc.property(fc.string(), text => void looseJson(text)))
})

function isPartOf(part: unknown, whole: unknown): boolean {
	if (Array.isArray(part)) return Array.isArray(whole) && part.every((item, at) => isPartOf(item, whole[at]))
	if (typeof part !== 'object' || part === null) return Object.is(part, whole)
	const entries = typeof whole === 'object' && whole !== null ? new Map(Object.entries(whole)) : new Map()
	return Object.entries(part).every(([key, value]) => isPartOf(value, entries.get(key)))
}

describe('arguments as Python has them', () => {
	const read = (text: string) => new LooseReader(text, 0).pythonArguments()
	for (const [text, named, positional = []] of [
		['(path="a.ts", offset=5)', { path: 'a.ts', offset: 5 }],
		["(path = 'a', deep={'b': [True, None]},)", { path: 'a', deep: { b: [true, null] } }],
		['()', {}],
		['("a.ts", limit=1)', { limit: 1 }, ['a.ts']],
	] as const)
		test(text, () => assert.deepEqual(read(text), { named, positional }))

	test('but nothing that would have to be worked out', () => {
		for (const text of [
			'(path=base + "a")',
			'(path=f("a"))',
			'(path for path in all)',
			'(a == 1)',
			'(path="a',
		])
			assert.ok(new LooseReader(text, 0).pythonArguments() === undefined, text)
	})
})
