import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, onTestFinished, test } from 'vitest'
import { doctorNetwork } from '../../../src/cli/commands/doctor-network.ts'
import { type JsonObject, parseJson } from '../../../src/core/json.ts'
import { objectIn, objectsIn } from '../../../src/providers/http/read-json.ts'
import { type ModelServerOptions, startModelServer } from '../../support/model-server/model-server.ts'
import { makeDesk, runAgent } from '../../support/run-agent.ts'

let root: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-doctor-network-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const KEY = 'sk-test-0123456789abcdef'

type Examined = {
	network?: string | true | undefined
	model?: string
	json?: boolean
	env?: Record<string, string>
	settings?: JsonObject
}

async function examine({ network = true, model, json = false, env = {}, settings = {} }: Examined) {
	const home = join(root, 'home')
	await mkdir(home, { recursive: true })
	await writeFile(join(home, 'settings.json'), JSON.stringify(settings))
	let out = ''
	const code = await doctorNetwork({
		network,
		model,
		json,
		env: { KEELSON_HOME: home, ...env },
		cwd: root,
		home: root,
		output: {
			out: text => {
				out += text
			},
		},
	})
	assert.ok(!out.includes(KEY), out)
	return { code, out, answer: json ? objectIn(parseJson(out)) : {} }
}

async function modelServer(options: ModelServerOptions = {}) {
	const server = await startModelServer(options)
	onTestFinished(() => server.close())
	server.onRequest(() => ({ text: 'OK' }))
	return server
}

describe('agent doctor --network', () => {
	test('needs no network where only the demo is there', async () => {
		const { code, out } = await examine({})
		assert.equal(code, 0)
		assert.match(out, /^demo\nok {6}configuration.*demo needs no network/)
		assert.equal((await examine({ network: 'demo' })).out, out)
	})

	test('tells a reply without a token from one with a token, whatever its headers say', async () => {
		const server = await modelServer()
		const headers = { 'x-ratelimit-remaining-requests': '59' }
		server.onRequest(() => ({ text: '', stop: 'length', headers }))
		const env = { ...server.environment, OPENAI_API_KEY: KEY }
		const { out } = await examine({ env, network: 'openai-chat' })
		assert.match(out, /first byte after \d+ ms, no token to be seen/)
	})

	test('walks to each provider that has a key, once for two formats of one server', async () => {
		const server = await modelServer()
		const env = { ...server.environment, OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY }
		const { code, out } = await examine({ env })
		assert.equal(code, 0, out)
		assert.deepEqual(out.match(/^[a-z-]+$/gm), ['anthropic', 'openai'])
		assert.deepEqual(
			server.requests.map(({ body }) => body.model),
			['claude-sonnet-5-5', 'gpt-6.1-sol'],
		)
		const chosen = await examine({ env, settings: { model: 'openai-chat/mine' } })
		assert.deepEqual(chosen.out.match(/^[a-z-]+$/gm), ['anthropic', 'openai-chat'])
		assert.equal(server.requests.at(-1)?.body.model, 'mine')
	})

	test('walks to a local server that the settings choose', async () => {
		const server = await modelServer()
		const settings = { model: 'ollama/qwen', providers: { ollama: { baseUrl: server.url } } }
		const { code, out } = await examine({ settings })
		assert.equal(code, 0, out)
		assert.match(out, /^ollama\n/)
		assert.match(out, /no key, and none is needed/)
		assert.match(out, /token .* ollama\/qwen: first byte/)
	})

	test.each([
		['openai', 'gpt-5-mini'],
		['openai', 'openai/gpt-5-mini'],
		[true as const, 'openai/gpt-5-mini'],
	])('asks %s for the model that -m %s names', async (network, model) => {
		const server = await modelServer()
		await examine({ network, model, env: { ...server.environment } })
		assert.deepEqual(
			server.requests.map(({ body }) => body.model),
			['gpt-5-mini'],
		)
	})

	test('is one object with --json', async () => {
		const server = await modelServer()
		const { code, answer } = await examine({ network: 'openai', json: true, env: { ...server.environment } })
		assert.equal(code, 0)
		assert.equal(answer.ok, true)
		const [provider] = objectsIn(answer.providers)
		assert.equal(provider?.id, 'openai')
		const token = objectsIn(provider?.steps).find(({ step }) => step === 'token')
		assert.deepEqual(Object.keys(token ?? {}), ['step', 'state', 'duration_ms', 'text', 'details'])
	})

	test.each<[number, string, Record<string, string>]>([
		[1, 'nobody listens', { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }],
		[3, 'there is no key', { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }],
		[3, 'the proxy is none', { OPENAI_API_KEY: KEY, HTTPS_PROXY: 'socks5://127.0.0.1:1080' }],
		[3, 'the base URL is none', { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'api.openai.example' }],
	])('ends with %i where %s', async (expected, _, env) => {
		const { code, out } = await examine({ network: 'openai', env })
		assert.equal(code, expected, out)
		assert.match(out, /^FAILED /m)
	})

	test('knows the names of providers', async () => {
		await assert.rejects(examine({ network: 'opnai' }), /no provider "opnai"; did you mean openai\?/)
		await assert.rejects(examine({ network: 'openai', model: 'openai/' }), /is not a model of openai/)
	})

	test('is typed with a provider or without, and -m and --json are nothing without it', async () => {
		const desk = await makeDesk()
		onTestFinished(desk.remove)
		const server = await modelServer()
		const env = { ...server.environment, OPENAI_API_KEY: KEY }
		const named = await runAgent(['doctor', '--network', 'openai'], { desk, env })
		assert.equal(named.code, 0, named.stdout + named.stderr)
		assert.match(named.stdout, /^openai\nok {6}configuration/)
		const without = await runAgent(['doctor', '--network', '--json'], { desk, env: {} })
		assert.equal(without.code, 0)
		assert.match(without.stdout, /^\{"ok":true,"providers":\[\{"id":"demo"/)
		const alone = await runAgent(['doctor', '--json'], { desk, env: {} })
		assert.equal(alone.code, 2)
		assert.match(alone.stderr, /go with --network/)
	})
})
