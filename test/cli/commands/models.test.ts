import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { listModels } from '../../../src/cli/commands/models.ts'
import { AgentError } from '../../../src/core/errors.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { type Loopback, refuses, startLoopback } from '../../support/providers/loopback.ts'

let root: string
let server: Loopback
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-models-'))
	server = await startLoopback()
})
afterEach(async () => {
	await server.close()
	await rm(root, { recursive: true, force: true })
})

/** Nothing listens there: what runs on this machine must not be found by a test. */
const NOWHERE = { baseUrl: 'http://127.0.0.1:9/v1' }
const NO_LOCAL = { ollama: NOWHERE, lmstudio: NOWHERE, llamacpp: NOWHERE, vllm: NOWHERE }

async function list(
	args: { provider?: string; json?: boolean; env?: Record<string, string>; settings?: JsonObject } = {},
) {
	const { settings = {}, env = {}, provider, json = false } = args
	const home = join(root, 'home')
	await mkdir(home, { recursive: true })
	const providers = { ...NO_LOCAL, ...(settings.providers as JsonObject | undefined) }
	await writeFile(join(home, 'settings.json'), JSON.stringify({ ...settings, providers }))
	let out = ''
	let errors = ''
	const code = await listModels({
		provider,
		json,
		env: { KEELSON_HOME: home, ...env },
		cwd: root,
		home: root,
		output: {
			out: text => {
				out += text
			},
			error: text => {
				errors += text
			},
		},
	})
	return { code, lines: out.trimEnd().split('\n'), errors: errors.trimEnd().split('\n') }
}

const serves = (...data: readonly JsonObject[]) => refuses(200, { object: 'list', data })
const mine = () => ({ providers: { mine: { api: 'chat', baseUrl: `${server.url}/v1` } } })

test('without a key there is the demo, and how to get more', async () => {
	const { code, lines, errors } = await list()
	assert.equal(code, 0)
	assert.deepEqual(lines, ['demo/demo  128k  free  images  default'])
	assert.deepEqual(errors, [
		'anthropic: set ANTHROPIC_API_KEY, or run agent login anthropic (has claude-opus-5-5 and others: agent models anthropic)',
		'openai: set OPENAI_API_KEY, or run agent login openai (has gpt-6.1-sol and others: agent models openai)',
		'openai-chat: set OPENAI_API_KEY, or run agent login openai-chat (has gpt-6.1-sol and others: agent models openai-chat)',
		'gemini: set GEMINI_API_KEY, or run agent login gemini (has gemini-3.1-pro-preview and others: agent models gemini)',
		'openrouter: set OPENROUTER_API_KEY, or run agent login openrouter',
	])
})

test('a server says what it serves; what it does not say is in the catalogue, in the settings, or unknown', async () => {
	server.answerWith(
		serves(
			{ id: 'gpt-5', context_length: 1 },
			{ id: 'big', context_length: 262_144 },
			{ id: 'plain' },
			{ id: 'told', context_length: 1_000 },
			{ id: 'text-embedding-3-small' },
		),
	)
	const settings = {
		model: 'mine/big',
		models: { 'mine/plain': { images: false, price: { input: 1, output: 2.5 } } },
	}
	const { lines } = await list({ provider: 'mine', settings: { ...mine(), ...settings } })
	assert.deepEqual(lines, [
		'mine/gpt-5  400k                   images, reasoning',
		'mine/big    262k                   images             default',
		'mine/plain  128k  $1 in, $2.5 out',
		'mine/told   1k                     images',
	])
	assert.equal(server.asked[0]?.path, '/v1/models')
})

test('as JSON', async () => {
	server.answerWith(serves({ id: 'big', context_length: 262_144 }))
	const { lines } = await list({
		provider: 'mine',
		json: true,
		settings: { ...mine(), model: ['demo', 'mine/big'] },
	})
	assert.deepEqual(JSON.parse(lines[0]!), {
		default: ['demo/demo', 'mine/big'],
		providers: [
			{
				id: 'mine',
				source: 'server',
				problem: null,
				models: [
					{
						model: 'mine/big',
						is_default: true,
						window_tokens: 262_144,
						max_output_tokens: 16_384,
						images: true,
						reasoning: false,
						price: null,
					},
				],
			},
		],
	})
})

test('Anthropic is asked in its own way, with the key in its own header', async () => {
	server.answerWith(serves({ id: 'claude-opus-5-5', max_input_tokens: 7 }))
	const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-secret-1' }
	const { lines, errors } = await list({ provider: 'anthropic', env })
	assert.deepEqual(lines, ['anthropic/claude-opus-5-5  1000k  $4 in, $20 out  images, reasoning'])
	const { path, headers } = server.asked[0]!
	assert.deepEqual(
		[path, headers['x-api-key'], headers['anthropic-version'], headers.authorization],
		['/v1/models?limit=1000', 'sk-ant-secret-1', '2023-06-01', undefined],
	)
	assert.doesNotMatch(errors.join(), /secret/)
})

describe('the answer', () => {
	test('is good for an hour, under the base URL it came from', async () => {
		server.answerWith(serves({ id: 'a' }))
		await list({ provider: 'mine', settings: mine() })
		await list({ provider: 'mine', settings: mine() })
		assert.equal(server.asked.length, 1)
		assert.deepEqual(await readdir(join(root, 'home/cache/models')), ['mine.json'])
		await list({ provider: 'mine', settings: { providers: { mine: { api: 'chat', baseUrl: server.url } } } })
		assert.equal(server.asked.length, 2)
	})

	test('that was good once stands in for a server that is gone', async () => {
		server.answerWith(serves({ id: 'a' }))
		await list({ provider: 'mine', settings: mine() })
		const file = join(root, 'home/cache/models/mine.json')
		await writeFile(file, JSON.stringify({ baseUrl: `${server.url}/v1`, atMs: 1, models: [{ model: 'a' }] }))
		server.answerWith(refuses(503, { error: { message: 'maintenance' } }))
		const { code, lines, errors } = await list({ provider: 'mine', settings: mine() })
		assert.deepEqual([code, lines], [0, ['mine/a  128k  images']])
		assert.deepEqual(errors, ['mine answered 503: maintenance. Listed as it answered last.'])
	})

	test('of a server on this machine is not kept: it serves what it serves now, or does not run', async () => {
		server.answerWith(serves({ id: 'a' }), serves({ id: 'b' }))
		const settings = { providers: { ollama: { baseUrl: `${server.url}/v1` } } }
		await list({ provider: 'ollama', settings })
		const { lines } = await list({ provider: 'ollama', settings })
		assert.deepEqual(lines, ['ollama/b  128k  free  images'])
	})

	test('that never came leaves the catalogue, and nothing where that has nothing', async () => {
		const openai = await list({
			provider: 'openai',
			env: { OPENAI_BASE_URL: NOWHERE.baseUrl, OPENAI_API_KEY: 'k' },
		})
		assert.equal(openai.code, 0)
		assert.match(
			openai.lines[0]!,
			/^openai\/gpt-6\.1-sol +400k +\$2 in, \$10 out +images, reasoning +default$/,
		)
		assert.match(openai.errors[0]!, /refused the connection; .*\. Listed as far as the catalogue knows\.$/)
		const ollama = await list({ provider: 'ollama' })
		assert.deepEqual([ollama.code, ollama.lines], [1, ['']])
		assert.match(ollama.errors[0]!, /^ollama: 127\.0\.0\.1:9 refused the connection/)
	})

	test('that is no list of models is told', async () => {
		server.answerWith(refuses(200, '<html>'))
		const { code, errors } = await list({ provider: 'mine', settings: mine() })
		assert.equal(code, 1)
		assert.match(errors[0]!, /^mine answered with a web page: the base URL is not an API/)
	})
})

test('a name with control characters does not get to the terminal', async () => {
	server.answerWith(serves({ id: 'evil\u001b[2J' }, { id: 'good 模型' }))
	const { lines } = await list({ provider: 'mine', settings: mine() })
	assert.deepEqual(lines, ['mine/good 模型  128k  images'])
})

test('a provider nobody configured is named with the nearest one', async () => {
	await assert.rejects(list({ provider: 'antropic' }), (error: unknown) => {
		assert.ok(error instanceof AgentError)
		assert.equal(error.code, 'model-unknown')
		assert.match(
			error.message,
			/^there is no provider "antropic"; did you mean anthropic\? There are anthropic, /,
		)
		return true
	})
})
