// Money: spenders × limits. Whoever asks a model for something asks first whether it may be paid for.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import {
	DEFAULT_SETTINGS,
	type ModelSettings,
	type Settings,
} from '../../../src/workspace/settings/settings-schema.ts'
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

	test('holds for a summary between two runs: it is not asked for, history is as it was, and this is told', async () => {
		const long = 'word '.repeat(60_000)
		const provider = scriptedProvider(answer(long), answer('second'))
		const started = await start({
			provider,
			runtime: {
				settings: settings(
					{ maxSessionCostUsd: 0.05 },
					{ 'test/scripted': CHEAP_IN, 'test/dear': DEAR },
					{ summaryModel: 'test/dear' },
				),
			},
		})
		await started.prompt('hello')
		await started.until('run-end')
		await started.prompt('again')
		await started.until('run-end')
		const asked = provider.requests.length
		await started.port.send({ type: 'session-compact' })
		await started.until('compaction-end')
		const notices = started.envelopes.flatMap(({ event }) => (event.type === 'notice' ? [event.text] : []))
		assert.match(notices.join('\n'), /no summary could be had \(.*for this session\); history is as it was/)
		assert.equal(provider.requests.length, asked)
	})
})

/** What is sent costs next to nothing: only what has been answered counts. */
const CHEAP_IN = { price: { input: 0.001, output: 6_000 } }
