import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../../src/core/json.ts'
import { checkByReading } from '../../../src/library/engine/check-schema.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'

const SCHEMAS: readonly JsonSchema[] = [
	{ type: 'string', minLength: 2, maxLength: 4 },
	{ type: 'string', pattern: '^a' },
	{ type: ['integer', 'null'] },
	{ type: 'number', minimum: 1, exclusiveMaximum: 5, multipleOf: 0.5 },
	{ enum: ['a', 1, null, { b: [1], c: 2 }] },
	{ const: { a: 1, b: 2 } },
	{ type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true },
	{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'boolean' } },
	{
		type: 'object',
		properties: { a: { type: 'string' }, b: { type: 'integer' } },
		required: ['a'],
		additionalProperties: false,
	},
	{
		type: 'object',
		additionalProperties: { type: 'integer' },
		patternProperties: { '^b': { type: 'string' } },
	},
	{ anyOf: [{ type: 'string' }, { type: 'integer' }] },
	{ oneOf: [{ type: 'number' }, { type: 'integer' }] },
	{ allOf: [{ type: 'object' }, { required: ['a'] }], not: { required: ['b'] } },
	{
		$ref: '#/$defs/tree',
		$defs: { tree: { type: 'object', properties: { a: { $ref: '#/$defs/tree' } }, required: ['b'] } },
	},
	{ type: 'object', properties: { a: false } },
]

const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>(tie => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		fc.constantFrom<JsonValue>(null, true, 0, 1, 2.5, 5, -1, '', 'a', 'ab', 'abcde', 'é😀'),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
	),
})).value

test('a schema that is read says of any value what one that is compiled says', () => {
	const compiled = createCheckSchema()
	fc.assert(
		fc.property(fc.constantFrom(...SCHEMAS), anyValue, (schema, value) => {
			assert.equal(
				checkByReading(schema, value).length === 0,
				compiled(schema, value).length === 0,
				JSON.stringify({ schema, value, read: checkByReading(schema, value) }),
			)
		}),
		{ numRuns: 2000 },
	)
})

test('what is wrong is named with its place', () => {
	const schema = {
		type: 'object',
		properties: {
			ports: {
				type: 'array',
				items: {
					type: 'object',
					required: ['name'],
					additionalProperties: false,
					properties: { name: { type: 'string' } },
				},
			},
		},
	}
	assert.deepEqual(checkByReading(schema, { ports: [{ name: 1 }, { nam: 'x' }] }), [
		{ path: 'ports[0].name', expected: 'string', got: 'number 1' },
		{ path: 'ports[1].name', expected: 'a value', got: 'nothing' },
		{ path: 'ports[1].nam', expected: 'one of name', got: 'an unknown name' },
	])
})
