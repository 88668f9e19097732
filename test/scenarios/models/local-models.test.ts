// Model servers on this machine, with what they are known for: they run before anybody configured them, have room for
// less than their model could read, and let it write its calls as text.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { type Answer, type Loopback, startLoopback } from '../../support/providers/loopback.ts'
import { patientClock } from '../../support/runtime/patient-clock.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

/** Answers by path; what is not there is a 404, as with servers that lack an endpoint. */
async function serving(answers: Readonly<Record<string, unknown>>): Promise<Loopback> {
	const server = await startLoopback()
	opened.push(server.close)
	server.answerWith((response, asked) => {
		const answer = answers[asked.path]
		if (answer === undefined) response.writeHead(404).end('not here')
		else if (typeof answer === 'function') return (answer as Answer)(response, asked)
		else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
	})
	return server
}

function local(id: string, { url }: Pick<Loopback, 'url'>): ProviderConfig {
	const key = async () => undefined
	return { id, api: 'chat', baseUrl: `${url}/v1`, key, keyName: undefined, keyOptional: true }
}

const NOWHERE = { url: 'http://127.0.0.1:9' }

/** What a server of this machine is given to answer; here it always answers in time. */
const PATIENCE_MS = 300

async function start(runtime: Partial<RuntimeOptions>): Promise<StartedRuntime> {
	const clock = patientClock(PATIENCE_MS)
	const started = await startRuntime({ files: { 'a.txt': 'alpha\n' }, runtime: { clock, ...runtime } })
	opened.push(started.stop)
	return started
}

function says(text: string, promptTokens: number): Answer {
	return response => {
		const chunks = [
			{ choices: [{ index: 0, delta: { content: text } }] },
			{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
			{ choices: [], usage: { prompt_tokens: promptTokens, completion_tokens: 5 } },
		]
		const events = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')
		response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events}data: [DONE]\n\n`)
	}
}

const QWEN = { provider: 'ollama', model: 'qwen3' }

async function askOnce(runtime: StartedRuntime): Promise<readonly AgentEvent[]> {
	await runtime.prompt('Hello?')
	await runtime.until('run-end')
	return runtime.envelopes.map(envelope => envelope.event)
}

const warnings = (events: readonly AgentEvent[]) =>
	events.flatMap(event => (event.type === 'notice' && event.level === 'warning' ? [event.text] : []))

const windows = (events: readonly AgentEvent[]) =>
	events.flatMap(event => (event.type === 'context-use' ? [event.windowTokens] : []))

describe('at the first start', () => {
	test('a server that runs is offered with its models', async () => {
		const server = await serving({
			'/v1/models': { data: [{ id: 'qwen3:8b' }, { id: 'nomic-embed-text' }, { id: 'b' }] },
		})
		const providers = [local('ollama', server), local('vllm', NOWHERE)]
		const runtime = await start({ providers, looksForServers: true })
		assert.deepEqual(await runtime.until('notice'), {
			type: 'notice',
			level: 'info',
			text: 'Ollama runs on this machine and serves ollama/qwen3:8b and 1 more. To use it: /model ollama/qwen3:8b, or for good: agent config set model ollama/qwen3:8b',
		})
	})

	test('what has no models, or is something else, is not worth a word', async () => {
		const empty = await serving({ '/v1/models': { data: [] } })
		const other = await serving({ '/v1/models': { hello: 'world' } })
		const real = await serving({ '/v1/models': { data: [{ id: 'm' }] } })
		const providers = [local('ollama', empty), local('lmstudio', other), local('vllm', real)]
		const runtime = await start({ providers, looksForServers: true, isInteractive: false })
		const { text } = await runtime.until('notice')
		assert.equal(
			text,
			'vLLM runs on this machine and serves vllm/m. To use it: -m vllm/m, or for good: agent config set model vllm/m',
		)
		assert.equal(runtime.envelopes.filter(({ event }) => event.type === 'notice').length, 1)
	})

	test('with something configured nobody is asked', async () => {
		const server = await serving({
			'/v1/models': { data: [{ id: 'm' }] },
			'/v1/chat/completions': says('Hi.', 9),
		})
		const runtime = await start({
			providers: [local('mine', server)],
			chain: { models: [{ provider: 'mine', model: 'm' }], isChosen: true },
		})
		await askOnce(runtime)
		assert.deepEqual(
			server.asked.map(({ path }) => path),
			['/v1/chat/completions'],
		)
	})
})

describe('a window smaller than the model is believed to have', () => {
	const chain = { models: [QWEN], isChosen: true }

	test('is told once where the server says nothing of what it drops, and counts from then on', async () => {
		const server = await serving({
			'/v1/chat/completions': says('Hi.', 3_000),
			'/api/ps': {
				models: [
					{ name: 'other', context_length: 9 },
					{ name: 'qwen3:latest', context_length: 4_096 },
				],
			},
		})
		const runtime = await start({ providers: [local('ollama', server)], chain })
		await askOnce(runtime)
		const events = await askOnce(runtime)
		assert.deepEqual(warnings(events), [
			'ollama/qwen3 runs with a window of 4096 tokens, and Ollama silently drops the beginning of a longer prompt. Give it more room (OLLAMA_CONTEXT_LENGTH=64000 ollama serve), or choose another model.',
		])
		assert.deepEqual(windows(events), [4_096, 4_096])
		assert.equal(server.asked.filter(({ path }) => path === '/api/ps').length, 1)
	})

	test('is found in the file of a model when an older server does not list it', async () => {
		const server = await serving({
			'/v1/chat/completions': says('Hi.', 3_900),
			'/api/show': { parameters: 'temperature 0.7\nnum_ctx                        8192\nstop "x"' },
		})
		const runtime = await start({ providers: [local('ollama', server)], chain })
		assert.match(
			warnings(await askOnce(runtime))[0] ?? '',
			/^ollama\/qwen3 runs with a window of 8192 tokens/,
		)
		assert.equal(server.asked.at(-1)?.text, '{"model":"qwen3"}')
	})

	test('is no news to whoever has set it so', async () => {
		const server = await serving({
			'/v1/chat/completions': says('Hi.', 3_900),
			'/api/ps': { models: [{ name: 'qwen3', context_length: 4_096 }] },
		})
		const settings = { ...DEFAULT_SETTINGS, models: { 'ollama/qwen3': { windowTokens: 4_096 } } }
		const events = await askOnce(await start({ providers: [local('ollama', server)], chain, settings }))
		assert.deepEqual([warnings(events), windows(events)], [[], [4_096]])
	})

	test('only counts where the server refuses what does not fit', async () => {
		const answers = {
			llamacpp: { '/props': { default_generation_settings: { n_ctx: 8_192 } } },
			vllm: { '/v1/models': { data: [{ id: 'qwen3', max_model_len: 8_192 }] } },
		}
		for (const [id, answer] of Object.entries(answers)) {
			const server = await serving({ '/v1/chat/completions': says('Hi.', 3_900), ...answer })
			const models = [{ provider: id, model: 'qwen3' }]
			const events = await askOnce(
				await start({ providers: [local(id, server)], chain: { models, isChosen: true } }),
			)
			assert.deepEqual([warnings(events), windows(events)], [[], [8_192]])
		}
	})

	test('is found where LM Studio tells what is loaded', async () => {
		const loaded = { id: 'qwen3', state: 'loaded', loaded_context_length: 4_096, max_context_length: 40_960 }
		const server = await serving({
			'/v1/chat/completions': says('Hi.', 3_900),
			'/api/v0/models': { data: [loaded] },
		})
		const models = [{ provider: 'lmstudio', model: 'qwen3' }]
		const events = await askOnce(
			await start({ providers: [local('lmstudio', server)], chain: { models, isChosen: true } }),
		)
		assert.match(
			warnings(events)[0] ?? '',
			/^lmstudio\/qwen3 runs with a window of 4096 tokens, and LM Studio/,
		)
	})

	test('is given away by a server that has read far less than it was sent', async () => {
		const server = await serving({ '/v1/chat/completions': says('Hi.', 1_000) })
		const runtime = await start({ providers: [local('ollama', server)], chain })
		await askOnce(runtime)
		const told = warnings(await askOnce(runtime))
		assert.equal(told.length, 1)
		assert.match(
			told[0]!,
			/^ollama\/qwen3 has read only 1000 of about \d{4} tokens: its server has silently dropped the rest\./,
		)
	})

	test('is not suspected of a server that reports nothing', async () => {
		const server = await serving({ '/v1/chat/completions': says('Hi.', 0) })
		assert.deepEqual(
			warnings(await askOnce(await start({ providers: [local('ollama', server)], chain }))),
			[],
		)
	})
})

test('a call written as text runs, and is not shown as an answer', async () => {
	const written = '<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>'
	const replies = [says(`Let me look.\n${written}`, 4_000), says('It says alpha.', 4_000)]
	const server = await serving({
		'/v1/chat/completions': (...args: Parameters<Answer>) => replies.shift()?.(...args),
	})
	const runtime = await start({
		providers: [local('ollama', server)],
		chain: { models: [QWEN], isChosen: true },
	})
	const events = await askOnce(runtime)
	const shown = events.flatMap(event => (event.type === 'text-delta' ? [event.text] : [])).join('')
	assert.equal(shown, 'Let me look.\nIt says alpha.')
	const results = events.flatMap(event => (event.type === 'tool-end' ? [textOf(event.result.content)] : []))
	assert.deepEqual(results, ['1\talpha'])
	const again = JSON.parse(server.asked.at(-1)!.text).messages.slice(-2)
	assert.deepEqual(again, [
		{
			role: 'assistant',
			content: 'Let me look.\n',
			tool_calls: [
				{ id: 'call-2', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } },
			],
		},
		{ role: 'tool', tool_call_id: 'call-2', content: '1\talpha' },
	])
})

describe('/model', () => {
	test('offers what can be used now: no provider without its key, no server that does not run', async () => {
		const server = await serving({ '/v1/models': { data: [{ id: 'm', context_length: 9_000 }] } })
		const key = async () => undefined
		const keyless: ProviderConfig = {
			id: 'openai',
			api: 'responses',
			baseUrl: NOWHERE.url,
			key,
			keyName: 'K',
			keyOptional: false,
		}
		const demo: ProviderConfig = { ...local('demo', NOWHERE), api: 'demo' }
		const runtime = await start({
			providers: [keyless, local('ollama', NOWHERE), local('mine', server), demo],
		})
		const names = (await runtime.port.queries.models()).map(({ ref, windowTokens }) => [
			ref.provider,
			ref.model,
			windowTokens,
		])
		assert.deepEqual(names, [
			['mine', 'm', 9_000],
			['demo', 'demo', 128_000],
		])
	})

	test('without any of them shows what a key would bring', async () => {
		const key = async () => undefined
		const keyless: ProviderConfig = {
			id: 'gemini',
			api: 'chat',
			baseUrl: NOWHERE.url,
			key,
			keyName: 'K',
			keyOptional: false,
		}
		const runtime = await start({ providers: [keyless] })
		const models = await runtime.port.queries.models()
		assert.ok(models.some(({ ref }) => ref.model === 'gemini-2.5-pro'))
	})
})
