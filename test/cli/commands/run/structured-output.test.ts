import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { testInTurn } from '../../../support/in-turn.ts'
import {
	type ModelServer,
	type RecordedRequest,
	startModelServer,
} from '../../../support/model-server/model-server.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../support/run-agent.ts'

const SCHEMA: JsonObject = {
	$schema: 'http://json-schema.org/draft-07/schema#',
	type: 'object',
	properties: { files: { type: 'integer' } },
	required: ['files'],
	additionalProperties: false,
}

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'a.txt': 'alpha\n', 'schema.json': JSON.stringify(SCHEMA) })
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const agent = (...args: string[]) => runAgent(args, { desk, env: server.environment })

const FORMATS: readonly (readonly [string, (body: JsonObject) => unknown])[] = [
	['openai/test-model', body => body.text],
	['openai-chat/test-model', body => body.response_format],
	['anthropic/test-model', body => body.output_config],
]

describe.each(FORMATS)('%s', (model, formatOf) => {
	const testItsTurn = testInTurn(
		model,
		FORMATS.map(([name]) => name),
	)
	const run = (...args: string[]) => agent('run', '-m', model, '--json-schema', 'schema.json', ...args)

	test('is given the schema as its format and in words, and the answer is the JSON alone', async () => {
		server.script({ calls: [{ name: 'list', arguments: {} }] }, { text: '```json\n{"files": 2}\n```' })
		const { code, stdout, stderr } = await run('-o', 'answer.json', 'How many files?')
		assert.deepEqual([code, stdout], [0, '{"files": 2}\n'], stderr)
		assert.equal(await readFile(join(desk.cwd, 'answer.json'), 'utf8'), '{"files": 2}\n')
		for (const { body } of server.requests) {
			assert.deepEqual(schemasIn(formatOf(body)), [SCHEMA])
			assert.match(JSON.stringify(body), /answer with one JSON value that fits this JSON Schema/)
		}
		server.assertFinished()
	})

	testItsTurn('may put a wrong answer right once; the result line carries the value', async () => {
		server.script({ text: '{"files": "two"}' }, { text: 'Sorry:\n```json\n{"files": 2}\n```' })
		const { code, stdout } = await run('--output-format', 'json', 'How many files?')
		const [result] = jsonLines(stdout)
		assert.deepEqual(
			[code, result?.subtype, result?.result, result?.structured_output, result?.num_turns],
			[0, 'success', '{"files": 2}', { files: 2 }, 2],
		)
		assert.match(lastWords(server.requests[1]), /files: expected integer, got string \\"two\\"/)
		server.assertFinished()
	})

	testItsTurn('ends with 1 and invalid-output after a second wrong answer', async () => {
		server.script({ text: 'Two.' }, { text: '{"files": null}' })
		const { code, stdout } = await run('--output-format', 'json', 'How many files?')
		const [result] = jsonLines(stdout)
		assert.deepEqual(
			[code, result?.subtype, result?.is_error, 'structured_output' in (result ?? {})],
			[1, 'error_invalid-output', true, false],
		)
		assert.match(JSON.stringify(result?.error), /files: expected integer, got null/)
		server.assertFinished()
	})

	test('is asked without the format when its server does not know it, and the answer is checked all the same', async () => {
		const message = "Invalid parameter: 'json_schema' (text.format, response_format) is not supported"
		server.script({ status: 400, error: { message } }, { text: 'Two.' }, { text: '{"files": 2}' })
		const { code, stdout, stderr } = await run('How many files?')
		assert.deepEqual([code, stdout], [0, '{"files": 2}\n'], stderr)
		assert.deepEqual(
			server.requests.map(({ body }) => schemasIn(formatOf(body)).length),
			[1, 0, 0],
		)
	})
})

test('a schema that is no object at the top is only told in words, because servers refuse it', async () => {
	await writeFile(join(desk.cwd, 'list.json'), JSON.stringify({ type: 'array', items: { type: 'string' } }))
	for (const model of ['openai/test-model', 'openai-chat/test-model', 'anthropic/test-model']) {
		server.script({ text: '["a.txt"]' })
		const { code, stdout } = await agent('run', '-m', model, '--json-schema', 'list.json', 'Which files?')
		assert.deepEqual([code, stdout], [0, '["a.txt"]\n'])
	}
	for (const { body } of server.requests)
		assert.deepEqual([body.text, body.response_format, body.output_config], [undefined, undefined, undefined])
})

describe('a schema file that cannot be used ends with 2 before anything is asked', () => {
	test.each([
		['that is missing', undefined, /missing\.json: the file cannot be read: ENOENT/],
		['that is no JSON', '{"type": "object",}', /schema\.json: this is not valid JSON: line 1, column 18/],
		['that is no object', '[]', /schema\.json: a schema is a JSON object/],
		['with an unknown type', '{"type": "strng"}', /no usable JSON Schema: .*type/],
		['with a broken keyword', '{"type": "object", "required": "a"}', /schema\/required must be array/],
		['that points nowhere', '{"$ref": "#/$defs/gone"}', /no usable JSON Schema: .*gone/],
	])('one %s', async (_, content, words) => {
		const file = content === undefined ? 'missing.json' : 'schema.json'
		if (content !== undefined) await writeFile(join(desk.cwd, file), content)
		const { code, stdout, stderr } = await agent(
			'run',
			'-m',
			'openai/test-model',
			'--json-schema',
			file,
			'hi',
		)
		assert.deepEqual([code, stdout], [2, ''])
		assert.match(stderr, /^error: --json-schema /)
		assert.match(stderr, words)
		assert.equal(server.requests.length, 0)
	})

	test('and says so in a result, too', async () => {
		const { code, stdout } = await agent('run', '--json', '--json-schema', 'missing.json', 'hi')
		const lines = jsonLines(stdout)
		assert.deepEqual([code, lines.length, lines[0]?.subtype], [2, 1, 'error_usage'])
	})
})

/** Schemas anywhere in a request's format. */
function schemasIn(value: unknown): readonly unknown[] {
	if (typeof value !== 'object' || value === null) return []
	return Object.entries(value).flatMap(([name, inner]) => (name === 'schema' ? [inner] : schemasIn(inner)))
}

/** What was said last, as JSON. */
function lastWords(request: RecordedRequest | undefined): string {
	const { messages, input } = request?.body ?? {}
	const list = Array.isArray(input) ? input : Array.isArray(messages) ? messages : []
	return JSON.stringify(list.at(-1))
}
