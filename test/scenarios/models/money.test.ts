// Money: spenders × limits. Whoever asks a model for something asks first whether it may be paid for.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { ProviderConfig } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import type { ModelSettings } from '../../../src/workspace/settings/groups/model-settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { PICTURE } from '../../support/picture.ts'
import { startLoopback } from '../../support/providers/loopback.ts'
import { delegate, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
	for (const each of open.splice(0).reverse()) await each.stop()
})

async function start(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime(options)
	open.push(runtime)
	return runtime
}

/** A dollar for a thousand tokens either way: an attempt of the script is 12 000 micro-dollars. */
const DEAR = { price: { input: 1_000, output: 1_000 } }
const CHEAP = { price: { input: 0.001, output: 1_000 } }

function settings(
	budget: Partial<Settings['budget']>,
	models: Record<string, ModelSettings>,
	context: Partial<Settings['context']> = {},
): Settings {
	return {
		...DEFAULT_SETTINGS,
		models,
		budget: { ...DEFAULT_SETTINGS.budget, ...budget },
		context: { ...DEFAULT_SETTINGS.context, ...context },
	}
}

const ANYWHERE: ProviderConfig = {
	id: 'test',
	api: 'chat',
	baseUrl: 'http://127.0.0.1:9/v1',
	key: async () => undefined,
	keyName: undefined,
	keyOptional: true,
}

const run = { maxCostUsd: 5 }
const session = { maxSessionCostUsd: 5 }
const SCRIPTED: ModelRef = { provider: 'test', model: 'scripted' }

describe('with a limit, a model without a price', () => {
	test.each<[string, Partial<Settings['budget']>, Partial<StartOptions['runtime'] & object>, string]>([
		['that is talked to', run, { settings: settings(run, {}) }, 'test/scripted'],
		['that is talked to, of a session', session, { settings: settings(session, {}) }, 'test/scripted'],
		[
			'that comes later in the chain',
			run,
			{
				settings: settings(run, { 'test/scripted': CHEAP }),
				chain: { models: [SCRIPTED, { provider: 'test', model: 'other' }], isChosen: true },
			},
			'test/other',
		],
		[
			'that writes summaries',
			run,
			{ settings: settings(run, { 'test/scripted': CHEAP }, { summaryModel: 'test/short' }) },
			'test/short',
		],
		[
			'that draws',
			run,
			{
				settings: { ...settings(run, { 'test/scripted': CHEAP }), imageModel: 'test/brush' },
				imageModel: { provider: 'test', model: 'brush' },
				providers: [ANYWHERE],
			},
			'test/brush',
		],
	])('%s: the run does not start', async (_, _budget, runtime, name) => {
		const provider = scriptedProvider()
		const started = await start({ provider, runtime })
		await started.prompt('hello')
		const { reason, error, costMicroUsd } = await started.until('run-end')
		assert.deepEqual([reason, error?.code, costMicroUsd], ['failed', 'config-invalid', 0])
		assert.ok(error?.message.includes(`the price of ${name} is not known`), error?.message)
		assert.ok(error?.message.includes(`models."${name}".price`), error?.message)
		assert.equal(provider.requests.length, 0)
	})

	test('that searches the web at a provider whose fee nobody knows does not start either', async () => {
		const limited = settings(run, { 'test/scripted': CHEAP })
		const native = { ...limited.webSearch, native: true }
		const providers = [{ ...ANYWHERE, api: 'messages' as const }]
		const provider = scriptedProvider(answer('hi'))
		const refused = await start({
			provider,
			runtime: { providers, settings: { ...limited, webSearch: native } },
		})
		await refused.prompt('hello')
		const { error } = await refused.until('run-end')
		assert.match(error?.message ?? '', /a search of the web by test\/scripted .* webSearch\.priceUsdPer1000/)
		assert.equal(provider.requests.length, 0)

		const webSearch = { ...native, priceUsdPer1000: 10 }
		const started = await start({ provider, runtime: { providers, settings: { ...limited, webSearch } } })
		await started.prompt('hello')
		assert.equal((await started.until('run-end')).reason, 'finished')
	})

	test('without a limit is asked, and its cost is unknown, not nothing', async () => {
		const provider = scriptedProvider(answer('hi'))
		const started = await start({ provider })
		await started.prompt('hello')
		const { reason, costMicroUsd } = await started.until('run-end')
		assert.deepEqual([reason, costMicroUsd], ['finished', undefined])
	})
})

describe('a limit that is reached', () => {
	test.each([
		['of a run', { maxCostUsd: 0.001 }],
		['of a session', { maxSessionCostUsd: 0.001 }],
	])('%s: nothing is sent', async (_, budget) => {
		const provider = scriptedProvider()
		const started = await start({
			provider,
			runtime: { settings: settings(budget, { 'test/scripted': DEAR }) },
		})
		await started.prompt('hello')
		assert.equal((await started.until('run-end')).reason, 'cost-limit')
		assert.equal(provider.requests.length, 0)
	})

	test('holds for a sub-agent as well, which is never asked', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'spend it all')), answer('never said')],
		})
		const runtime = await startDelegating({
			provider,
			runtime: { settings: settings({ maxCostUsd: 0.012 }, { 'test/scripted': CHEAP_IN }) },
		})
		await runtime.prompt('ask somebody')
		assert.equal((await runtime.until('run-end')).reason, 'cost-limit')
		assert.equal(provider.requests('spend it all').length, 0)
	})
})

describe('a picture', () => {
	const DRAWN = { data: [{ b64_json: PICTURE.base64 }], usage: { input_tokens: 100, output_tokens: 1_000 } }

	/** What is talked costs nothing. */
	async function draw(
		price: ModelSettings['price'],
		budget: Partial<Settings['budget']> = { maxCostUsd: 0.1 },
		reply: object = DRAWN,
		status = 200,
	) {
		const server = await startLoopback()
		open.push({ stop: server.close })
		server.answerWith(response => void response.writeHead(status).end(JSON.stringify(reply)))
		const models = { 'test/scripted': FREE, ...(price && { 'painter/gpt-image-x': { price } }) }
		const picture = toolCalls(['1', 'generate_image', { prompt: 'a grey pixel' }])
		const started = await start({
			provider: scriptedProvider(picture, answer('so much for that')),
			approvals: { kind: 'all' },
			runtime: {
				settings: settings(budget, models),
				imageModel: { provider: 'painter', model: 'gpt-image-x' },
				providers: [
					{
						id: 'painter',
						api: 'chat',
						baseUrl: `${server.url}/v1`,
						key: async () => undefined,
						keyName: 'PAINTER_KEY',
						keyOptional: true,
					},
				],
			},
		})
		await started.prompt('Draw a grey pixel.')
		const end = await started.until('run-end')
		const { result } = await started.until('tool-end')
		const events = started.envelopes.map(({ event }) => event)
		const attempts = events.filter(event => event.type === 'attempt-end' && event.spender === 'picture')
		return { asked: server.asked.length, end, result, attempts, started }
	}

	test.each<[string, ModelSettings['price'], number]>([
		['by its tokens', { input: 10, output: 40 }, 41_000],
		['by the piece', { input: 0, output: 0, picture: 0.05 }, 50_000],
	])('is charged %s, to the run and the session', async (_, price, cost) => {
		const { asked, end, attempts, started } = await draw(price)
		assert.deepEqual([asked, end.reason, end.costMicroUsd], [1, 'finished', cost])
		const [attempt] = attempts
		assert.ok(attempt?.type === 'attempt-end')
		assert.deepEqual([attempt.costMicroUsd, attempt.model.model], [cost, 'gpt-image-x'])
		await started.port.send({ type: 'shutdown' })
		const again = await start({
			provider: scriptedProvider(),
			in: started,
			selector: { kind: 'last' },
			runtime: { settings: settings({ maxSessionCostUsd: cost / 1e6 - 0.001 }, { 'test/scripted': FREE }) },
		})
		await again.until('run-end')
		await again.prompt('more')
		assert.match((await again.until('run-end')).error?.message ?? '', /for this session/)
	})

	test.each<[string, ModelSettings['price'], Partial<Settings['budget']>, RegExp]>([
		['over the limit of the run', { input: 0, output: 0, picture: 0.2 }, { maxCostUsd: 0.1 }, /for this run/],
		['over it by its tokens', { input: 10, output: 1_000 }, { maxCostUsd: 0.1 }, /for this run/],
		[
			'over the limit of the session',
			{ input: 0, output: 0, picture: 0.2 },
			{ maxSessionCostUsd: 0.1 },
			/for this session/,
		],
	])('%s is not asked for, and the model is told why', async (_, price, budget, why) => {
		const { asked, end, result, attempts } = await draw(price, budget)
		assert.deepEqual([asked, result.outcome, end.reason, end.costMicroUsd], [0, 'failed', 'finished', 0])
		assert.match(JSON.stringify(result.content).replaceAll('\\', ''), why)
		assert.deepEqual(attempts, [])
	})

	test('without a price and without a limit is drawn, and the cost of the run is unknown', async () => {
		const { asked, end } = await draw(undefined, {})
		assert.deepEqual([asked, end.reason, end.costMicroUsd], [1, 'finished', undefined])
	})

	test('that is refused costs nothing and is an event all the same', async () => {
		const { asked, end, attempts } = await draw(
			{ input: 10, output: 40 },
			{},
			{ error: { message: 'no' } },
			500,
		)
		assert.deepEqual([asked, end.costMicroUsd, attempts.length], [1, 0, 1])
	})
})

const FREE = { price: { input: 0, output: 0 } }

/** What is sent costs next to nothing: only what has been answered counts. */
const CHEAP_IN = { price: { input: 0.001, output: 6_000 } }
