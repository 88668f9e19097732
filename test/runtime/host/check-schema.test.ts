import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import type { JsonSchema } from '../../../src/core/json.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'

const check = createCheckSchema()

const SCHEMA: JsonSchema = {
	type: 'object',
	properties: {
		path: { type: 'string', minLength: 1 },
		limit: { type: 'integer', minimum: 1 },
		items: {
			type: 'array',
			items: { type: 'object', properties: { status: { enum: ['open', 'done'] } }, required: ['status'] },
		},
	},
	required: ['path'],
	additionalProperties: false,
}

test('a value that fits has no problems', () => {
	assert.deepEqual(check(SCHEMA, { path: 'a', limit: 2, items: [{ status: 'done' }] }), [])
})

test('each problem names the place, what was expected and what was there', () => {
	assert.deepEqual(check(SCHEMA, { limit: 0, items: [{ status: 'shut' }, {}], pth: 'a' }), [
		{ path: 'path', expected: 'string', got: 'nothing' },
		{ path: 'pth', expected: 'one of path, limit, items', got: 'an unknown name' },
		{ path: 'limit', expected: 'at least 1', got: 'number 0' },
		{ path: 'items[0].status', expected: 'one of "open", "done"', got: 'string "shut"' },
		{ path: 'items[1].status', expected: 'one of "open", "done"', got: 'nothing' },
	])
	assert.deepEqual(check(SCHEMA, { path: 7 }), [{ path: 'path', expected: 'string', got: 'number 7' }])
	assert.deepEqual(check(SCHEMA, 'text'), [{ path: '', expected: 'object', got: 'string "text"' }])
})

test('of alternatives the problems inside are told, not that there were alternatives', () => {
	const schema: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'number' }] }
	assert.deepEqual(check(schema, true), [
		{ path: '', expected: 'string', got: 'boolean true' },
		{ path: '', expected: 'number', got: 'boolean true' },
	])
})

test('schemas of another draft, with one id twice, can be used', () => {
	const draft7: JsonSchema = { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'x', type: 'string' }
	assert.deepEqual(check(draft7, 'a'), [])
	assert.deepEqual(check({ ...draft7, type: 'number' }, 'a'), [
		{ path: '', expected: 'number', got: 'string "a"' },
	])
})

test('a schema that cannot be used is an error with a code', () => {
	assert.throws(
		() => check({ type: 'strin' }, 'a'),
		(error: unknown) =>
			error instanceof AgentError && error.code === 'config-invalid' && /strin/.test(error.message),
	)
})
