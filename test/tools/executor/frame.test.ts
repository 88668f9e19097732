// define-tool, correct, registry, grants: what all tools share.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { type JsonObject, type JsonSchema, parseJson } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { Tier } from '../../../src/core/permission.ts'
import { okResult } from '../../../src/core/tool.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { brokenJson, invalidInput, unknownTool } from '../../../src/tools/executor/correct.ts'
import { defineTool } from '../../../src/tools/executor/define-tool.ts'
import { prepareCall } from '../../../src/tools/executor/execute.ts'
import { grant, withhold } from '../../../src/tools/executor/grants.ts'
import { createRegistry } from '../../../src/tools/executor/registry.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { callOf } from '../../support/tools/executing.ts'
import { toolContext } from '../../support/tools/tool-context.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

const checkSchema = createCheckSchema()

const INPUT: JsonSchema = {
	type: 'object',
	properties: {
		path: { type: 'string' },
		depth: { type: 'integer' },
		kinds: { type: 'array', items: { enum: ['file', 'folder'] } },
	},
	required: ['path'],
	additionalProperties: false,
}

function toolNamed(name: string, tier: Tier = 'read-only') {
	return defineTool<{ path: string; depth?: number }>({
		name,
		description: `does ${name}`,
		inputSchema: INPUT,
		checkSchema,
		facts: { access: 'none', phase: 'plan' },
		tier,
		run: async input => okResult(JSON.stringify(input)),
	})
}

function toolWith(properties: JsonObject, rest: JsonObject = {}) {
	const inputSchema: JsonSchema = { type: 'object', properties, additionalProperties: false, ...rest }
	return defineTool<JsonObject>({
		name: 'other',
		description: '',
		inputSchema,
		checkSchema,
		facts: { access: 'none', phase: 'plan' },
		tier: 'read-only',
		run: async input => okResult(JSON.stringify(input)),
	})
}

/** What a tool is called with, as a call that shows it has it. */
async function prepared(tool: Tool, json: JsonObject) {
	const { host } = await openWorkFolder()
	const call = await tool.prepare(json)
	if ('problem' in call) return { ok: false, ...call }
	const context = toolContext(host)
	const { run } = await call.assess(context)
	return { ok: true, input: parseJson(textOf((await run(context)).content)), unknown: call.unknown }
}

describe('a defined tool', () => {
	test('takes what fits its schema', async () => {
		assert.deepEqual(await prepared(toolNamed('look'), { path: 'a', depth: 2 }), {
			ok: true,
			input: { path: 'a', depth: 2 },
			unknown: [],
		})
	})

	test('takes null for an optional input as left out, and for a required one as wrong', async () => {
		assert.deepEqual(await prepared(toolNamed('look'), { path: 'a', depth: null }), {
			ok: true,
			input: { path: 'a' },
			unknown: [],
		})
		assert.deepEqual(await prepared(toolNamed('look'), { path: null }), {
			ok: false,
			problem: 'path: expected string, got null',
		})
	})

	test('says all that is wrong at once', async () => {
		assert.deepEqual(await prepared(toolNamed('look'), { pth: 'a', depth: 'two', reason: 'b' }), {
			ok: false,
			problem:
				'path: expected string, got nothing; depth: expected integer, got string "two"; ' +
				'there is no such argument: "pth"; did you mean "path"?; there is no such argument: "reason"',
		})
	})

	test('leaves out what its schema does not know, at every depth, and says what that was', async () => {
		const tool = toolWith({ items: { type: 'array', items: { ...INPUT, properties: { path: {} } } } })
		assert.deepEqual(
			await prepared(tool, {
				items: [
					{ path: 'a', why: 1 },
					{ path: 'b', why: 2 },
				],
				description: 'x',
				constructor: 3,
			}),
			{
				ok: true,
				input: { items: [{ path: 'a' }, { path: 'b' }] },
				unknown: ['items[].why', 'description', 'constructor'],
			},
		)
	})

	test('an open schema keeps what it does not name', async () => {
		const tool = toolWith({}, { additionalProperties: true })
		assert.deepEqual(await prepared(tool, { anything: 1 }), { ok: true, input: { anything: 1 }, unknown: [] })
		const patterned = toolWith({}, { patternProperties: { '^x': {} } })
		assert.deepEqual(await prepared(patterned, { x1: 1 }), { ok: true, input: { x1: 1 }, unknown: [] })
		assert.equal((await prepared(patterned, { y1: 1 })).ok, false)
	})

	test.each([
		[{ enum: ['in-progress', 'done'] }, 'in_progress', 'in-progress'],
		[{ enum: ['in-progress', 'done'] }, 'completed', 'done'],
		[{ enum: ['in-progress', 'done'] }, 'InProgress', 'in-progress'],
		[{ enum: ['in-progress', 'done'] }, 'DONE', 'done'],
		[{ type: 'integer' }, '5', 5],
		[{ type: 'array', items: { enum: ['file'] } }, ' ["File"] ', ['file']],
		[{ type: 'object', properties: { depth: { type: 'integer' } } }, '{"depth": "5"}', { depth: 5 }],
		[{ type: ['array', 'null'] }, '[]', []],
		[{ type: ['array', 'string'] }, '["a"]', '["a"]'],
		[{ type: 'integer' }, '5.0', 5],
		[{ type: 'number' }, ' -2.5e1 ', -25],
		[{ type: 'boolean' }, 'True', true],
		[{ type: 'boolean' }, 'false', false],
		[{ type: ['integer', 'null'] }, '7', 7],
		[{ type: 'array', items: { type: 'integer' } }, ['1', 2], [1, 2]],
	])('under %j it understands %j', async (schema, given, meant) => {
		assert.deepEqual(await prepared(toolWith({ value: schema }), { value: given }), {
			ok: true,
			input: { value: meant },
			unknown: [],
		})
	})

	test.each([
		[{ type: 'string' }, 5],
		[{ type: 'string' }, true],
		[{ type: 'integer' }, '5.5'],
		[{ type: 'integer' }, ''],
		[{ type: 'integer' }, '0x10'],
		[{ type: 'integer' }, '99999999999999999999'],
		[{ type: 'number' }, '1e999'],
		[{ type: 'boolean' }, 'yes'],
		[{ type: 'boolean' }, 1],
		[{ enum: ['a-b', 'a_b'] }, 'A B'],
		[{ enum: ['pending'] }, 'pend'],
	])('under %j it corrects %j', async (schema, given) => {
		assert.equal((await prepared(toolWith({ value: schema }), { value: given })).ok, false)
	})

	test('text that looks like a number or a truth stays text where text is wanted', async () => {
		const tool = toolWith({ a: { type: 'string' }, b: { type: ['string', 'integer'] }, c: {} })
		const input = { a: '5', b: '5', c: 'true' }
		assert.deepEqual(await prepared(tool, input), { ok: true, input, unknown: [] })
	})

	test.each([
		['file_path', 'path'],
		['filePath', 'path'],
		['cmd', 'command'],
		['commands', 'command'],
		['oldText', 'old_text'],
		['q', 'query'],
	])('%s for a missing %s is named in the correction', async (given, name) => {
		const parsed = await prepared(toolWith({ [name]: { type: 'string' } }, { required: [name] }), {
			[given]: 'x',
		})
		assert.deepEqual(parsed, {
			ok: false,
			problem:
				`${name}: expected string, got nothing; there is no such argument: "${given}"; ` +
				`did you mean "${name}"?`,
		})
	})

	test('just runs when it is read-only, and needs an approval by its own key when it is not', async () => {
		const { assess } = await openWorkFolder()
		assert.deepEqual((await assess(toolNamed('look'), { path: 'a' })).assessment, {
			tier: 'read-only',
			outcome: 'allow',
			isWorkspaceEdit: false,
			title: 'look',
			reasons: [],
			sessionKeys: [],
		})
		assert.deepEqual((await assess(toolNamed('send', 'privileged'), { path: 'a' })).assessment, {
			tier: 'privileged',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: 'send',
			reasons: ['send is privileged.'],
			sessionKeys: ['tool:send'],
		})
	})

	test('can rank each call by its input', async () => {
		const tool = defineTool<{ path: string }>({
			name: 'maybe',
			description: '',
			inputSchema: INPUT,
			checkSchema,
			facts: { access: 'none', phase: 'plan' },
			prepare: ({ path }) => ({
				tier: path === 'safe' ? 'read-only' : 'side-effecting',
				assess: async () => {
					throw new Error('its turn has not come')
				},
			}),
		})
		const calls = await Promise.all(['safe', 'other'].map(path => tool.prepare({ path })))
		const tiers = calls.map(call => 'tier' in call && call.tier)
		assert.deepEqual(tiers, ['read-only', 'side-effecting'])
	})
})

describe('what a model is told', () => {
	const { spec } = toolNamed('look')
	const expected =
		'Expected one JSON object: {"path": string, "depth"?: integer, "kinds"?: list of "file" | "folder"}. ' +
		'Nothing was run; call it again.'

	test('an unknown tool is answered with the nearest names and all of them', () => {
		assert.equal(
			unknownTool('read_file', ['read', 'write', 'shell']).told,
			'there is no tool named "read_file". Did you mean read? The tools are: read, write, shell.',
		)
		assert.equal(
			unknownTool('teleport', ['read']).told,
			'there is no tool named "teleport". The tools are: read.',
		)
	})

	test('broken JSON is answered with the reason, the end of it, and what was expected', () => {
		assert.match(
			brokenJson(spec, '{"path": "a').told,
			/^the arguments of look are not valid JSON \(.+\)\. Expected/,
		)
		const long = `{"path": "${'x'.repeat(100)}`
		assert.ok(brokenJson(spec, long).told.includes(`and end with "${'x'.repeat(40)}"`))
		assert.equal(
			brokenJson(spec, '[1]').told,
			`the arguments of look are JSON but not an object. ${expected}`,
		)
	})

	test('wrong types are answered with the problem and the whole signature', () => {
		assert.equal(
			invalidInput(spec, 'path: expected string, got number 7').told,
			`the arguments of look do not fit: path: expected string, got number 7. ${expected}`,
		)
	})
})

describe('a call without arguments', () => {
	test('may be written in every way that servers have for none', async () => {
		const tools = createRegistry([toolWith({ depth: { type: 'integer' } })], ['other'])
		for (const written of ['', ' ', '{}', '""', 'null', '[]']) {
			const ready = await prepareCall({ ...callOf('other', {}), arguments: written }, tools)
			assert.ok('prepared' in ready, JSON.stringify(written))
		}
		for (const written of ['7', '[1]', '"x"', '"[1]"'])
			assert.ok('problem' in (await prepareCall({ ...callOf('other', {}), arguments: written }, tools)))
	})
})

describe('the registry', () => {
	const tools = ['read', 'write', 'mcp__a__x', 'mcp__a__y'].map(name => toolNamed(name))

	test('keeps its order and finds only what was granted', () => {
		const registry = createRegistry(tools, ['write', 'read'])
		assert.deepEqual(registry.names, ['read', 'write'])
		assert.deepEqual(registry.specs, [tools[0]!.spec, tools[1]!.spec])
		assert.equal(registry.find('read'), tools[0])
		assert.deepEqual(
			[registry.find('mcp__a__x'), registry.find('constructor'), registry.find('__proto__')],
			Array(3).fill(undefined),
		)
	})

	test('refuses two tools of one name', () => {
		assert.throws(() => createRegistry([toolNamed('a'), toolNamed('a')]), /two tools are named a/)
	})
})

describe('grants', () => {
	const held = ['read', 'write', 'mcp__a__x', 'mcp__b__y']

	test('are a part of what is held, in its order, and a star stands for the rest of a name', () => {
		assert.deepEqual(grant(held, undefined), held)
		assert.deepEqual(grant(held, ['mcp__a__*', 'read']), ['read', 'mcp__a__x'])
		assert.deepEqual(grant(held, []), [])
	})

	test('cannot be wider than what is held', () => {
		assert.throws(
			() => grant(grant(held, ['read']), ['read', 'write']),
			(error: unknown) =>
				error instanceof AgentError &&
				error.code === 'config-invalid' &&
				error.message === 'tool "write" cannot be granted, only read can',
		)
	})

	test('can be taken away, and taking what is not there takes nothing', () => {
		assert.deepEqual(withhold(held, ['mcp__*', 'none']), ['read', 'write'])
	})
})
