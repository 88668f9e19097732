import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { CallId } from '../../../../src/core/ids.ts'
import type { JsonSchema } from '../../../../src/core/json.ts'
import { fitCall, unquoted } from '../../../../src/providers/wire/calls/fit-call.ts'

const tool = (properties: JsonSchema) => ({
	name: 'edit',
	description: '',
	inputSchema: { type: 'object', properties },
})

const TYPES = {
	text: { type: 'string' },
	count: { type: 'integer' },
	share: { type: 'number' },
	all: { type: 'boolean' },
	list: { type: 'array' },
	deep: { type: 'object' },
	either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
	choice: { enum: ['1', '2'] },
	maybe: { type: ['integer', 'null'] },
	any: {},
}

function read(input: Record<string, string>, isText = true): unknown {
	const call = fitCall({ name: 'edit', input, ...(isText && { isText: true }) }, [tool(TYPES)])
	return call && JSON.parse(call.arguments)
}

describe('a value given as text', () => {
	for (const [input, expected] of [
		[{ text: '12' }, '12'],
		[{ text: '{"a": 1}' }, '{"a": 1}'],
		[{ text: 'true' }, 'true'],
		[{ count: '12' }, 12],
		[{ count: ' 12\n' }, 12],
		[{ count: '12.5' }, '12.5'],
		[{ count: 'many' }, 'many'],
		[{ share: '0.5' }, 0.5],
		[{ share: '2' }, 2],
		[{ all: 'true' }, true],
		[{ all: 'False' }, false],
		[{ list: '["a", "b"]' }, ['a', 'b']],
		[{ list: "['a', 'b',]" }, ['a', 'b']],
		[{ deep: '{"a": 1}' }, { a: 1 }],
		[{ deep: '["a"]' }, '["a"]'],
		[{ either: '5' }, '5'],
		[{ choice: '1' }, '1'],
		[{ maybe: '5' }, 5],
		[{ maybe: 'null' }, null],
		[{ any: '5' }, 5],
		[{ any: 'a b' }, 'a b'],
		[{ unknown: '[1]' }, [1]],
	] as const)
		test(JSON.stringify(input), () => assert.deepEqual(Object.values(read(input) as object), [expected]))
})

test('text in quotes is text unless the schema wants something else', () => {
	assert.deepEqual(read({ any: '5', count: '5', list: '[1]' }, false), { any: '5', count: 5, list: [1] })
})

describe('a name', () => {
	const called = (name: string, names: readonly string[]) =>
		fitCall(
			{ name, input: {} },
			names.map(each => ({ ...tool({}), name: each })),
		)?.tool
	for (const [name, names, expected] of [
		['functions.read', ['read'], 'read'],
		['functions.read:0', ['read'], 'read'],
		['default_api.read', ['read'], 'read'],
		['read.call', ['read'], 'read'],
		['functions.read', ['functions.read', 'read'], 'functions.read'],
		['mcp__files__read', ['mcp__files__read'], 'mcp__files__read'],
		['Read', ['read'], undefined],
		['reading', ['read'], undefined],
		['constructor', ['read'], undefined],
	] as const)
		test(`${name} among ${names}`, () => assert.equal(called(name, names), expected))
})

test('values without names are in the order of the schema, and there are no more of them', () => {
	const give = (positional: string[]) =>
		fitCall({ name: 'edit', input: { all: true }, positional }, [tool(TYPES)])
	assert.equal(give(['x', '3'])?.arguments, '{"text":"x","count":3,"all":true}')
	assert.equal(give(Array.from({ length: 11 }, () => 'x')), undefined)
})

test('arguments that are JSON within a JSON string are those, and any other text is as it was', () => {
	const call = (written: string) =>
		({ type: 'tool-call', callId: 'c' as CallId, tool: 'read', arguments: written }) as const
	const inner = '{"path": "a"}'
	assert.deepEqual(unquoted(call(JSON.stringify(inner))), call(inner))
	for (const written of [inner, '""', '"x"', '"[1]"', '"{\\"path\\": "', ''])
		assert.deepEqual(unquoted(call(written)), call(written))
})
