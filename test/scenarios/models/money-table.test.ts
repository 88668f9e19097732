// The table of money: every spender under every limit. How often it was asked, what was said where it was not, what was
// spent on it, and how the run ended.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart, ModelRequest, Provider, ProviderConfig } from '../../../src/core/model.ts'
import type { ModelSettings } from '../../../src/workspace/settings/groups/model-settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { PICTURE } from '../../support/picture.ts'
import { startEmbeddings } from '../../support/providers/embedding-server.ts'
import { type Loopback, startLoopback } from '../../support/providers/loopback.ts'
import { delegate } from '../../support/runtime/delegating.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const LIMITS = ['no limit near', 'run limit', 'session limit', 'unknown price', 'limit used up'] as const
type Limit = (typeof LIMITS)[number]

/** `spent` in micro-dollars. */
type Outcome = { asked: number; said: string; spent: number; end: string }

const OVER_RUN = 'for this run'
const OVER_SESSION = 'for this session'
const unknown = (model: string) => `the price of ${model} is not known`

/** An attempt of the script is ten tokens sent and two received. */
const CHAT = 12_000
const row = (asked: number, said: string, spent: number, end: string): Outcome => ({
	asked,
	said,
	spent,
	end,
})

const TABLE: Readonly<Record<string, Readonly<Record<Limit, Outcome>>>> = {
	chat: {
		'no limit near': row(1, '', CHAT, 'finished'),
		'run limit': row(0, OVER_RUN, 0, 'cost-limit'),
		'session limit': row(0, OVER_SESSION, 0, 'cost-limit'),
		'unknown price': row(0, unknown('test/scripted'), 0, 'failed'),
		'limit used up': row(1, OVER_SESSION, CHAT, 'cost-limit'),
	},
	// It can be done without: a digest takes its place.
	'summary in a run': {
		'no limit near': row(1, '', CHAT, 'finished'),
		'run limit': row(0, OVER_RUN, 0, 'finished'),
		'session limit': row(0, OVER_SESSION, 0, 'finished'),
		'unknown price': row(0, unknown('test/short'), 0, 'failed'),
		'limit used up': row(1, OVER_SESSION, CHAT, 'cost-limit'),
	},
	'/compact': {
		'no limit near': row(1, '', CHAT, 'condensed'),
		'run limit': row(0, OVER_RUN, 0, 'as it was'),
		'session limit': row(0, OVER_SESSION, 0, 'as it was'),
		'unknown price': row(0, unknown('test/short'), 0, 'as it was'),
		'limit used up': row(0, OVER_SESSION, 0, 'as it was'),
	},
	// So can this: words alone are searched. Without a price nobody knows what may be spent, so nothing begins.
	embedding: {
		'no limit near': row(1, '', 10_000, 'finished'),
		'run limit': row(0, OVER_RUN, 0, 'finished'),
		'session limit': row(0, OVER_SESSION, 0, 'finished'),
		'unknown price': row(0, unknown('emb/e'), 0, 'failed'),
		'limit used up': row(1, OVER_SESSION, 10_000, 'finished'),
	},
	// The model is told, and answers without.
	picture: {
		'no limit near': row(2, '', 82_000, 'finished'),
		'run limit': row(0, OVER_RUN, 0, 'finished'),
		'session limit': row(0, OVER_SESSION, 0, 'finished'),
		'unknown price': row(0, unknown('painter/p'), 0, 'failed'),
		'limit used up': row(1, OVER_SESSION, 41_000, 'cost-limit'),
	},
	'sub-agent': {
		'no limit near': row(2, '', 2 * CHAT, 'finished'),
		'run limit': row(0, OVER_RUN, 0, 'finished'),
		'session limit': row(0, OVER_SESSION, 0, 'finished'),
		'unknown price': row(0, unknown('test/helper'), 0, 'finished'),
		'limit used up': row(1, OVER_SESSION, CHAT, 'cost-limit'),
	},
}

const ROWS = Object.entries(TABLE).flatMap(([spender, limits]) =>
	LIMITS.map(limit => {
		const { asked, said, spent, end } = limits[limit]
		const words = said === '' ? 'nothing' : `“${said}”`
		const dollars = `$${(spent / 1e6).toFixed(3)}`
		const title = `${spender}, ${limit}: asked ${asked} times for ${dollars}, said ${words}, ${end}`
		return { title, spender, limit, expected: limits[limit] }
	}),
)

test.each(ROWS.map(({ title, ...each }) => [title, each] as const))(
	'%s',
	async (_, { spender, limit, expected }) => {
		const observed = await SCENES[spender]!(limit)
		const said = observed.said.includes(expected.said) ? expected.said : observed.said
		assert.deepEqual({ ...observed, said }, expected)
		// Nothing was kept from being asked without a word.
		if (expected.said === '') assert.doesNotMatch(observed.said, /limit is|price/)
	},
)

/** What it is asked costs next to nothing, what it answers does. */
const BY_OUTPUT: ModelSettings = { price: { input: 0.001, output: 6_000 } }
const FREE: ModelSettings = { price: { input: 0, output: 0 } }
/** A thousand dollars for a thousand tokens: no request is below a limit. */
const TOO_DEAR: ModelSettings = { price: { input: 1_000_000, output: 1_000_000 } }

const BUDGETS: Readonly<Record<Limit, (usedUp: number) => Partial<Settings['budget']>>> = {
	'no limit near': () => ({ maxCostUsd: 5, maxSessionCostUsd: 5 }),
	'run limit': () => ({ maxCostUsd: 1 }),
	'session limit': () => ({ maxSessionCostUsd: 1 }),
	'unknown price': () => ({ maxCostUsd: 5 }),
	// Less than one request costs, more than it was thought to.
	'limit used up': maxSessionCostUsd => ({ maxSessionCostUsd }),
}

type Priced = { model: string; fair: ModelSettings; usedUpUsd: number }

function settingsFor(
	limit: Limit,
	{ model, fair, usedUpUsd }: Priced,
	more: Partial<Omit<Settings, 'models'>> & { models?: Settings['models'] } = {},
): Settings {
	const dear = limit === 'run limit' || limit === 'session limit'
	const own = limit === 'unknown price' ? {} : dear ? TOO_DEAR : fair
	const window = more.models?.[model]
	return {
		...DEFAULT_SETTINGS,
		...more,
		models: { 'test/scripted': FREE, ...more.models, [model]: { ...window, ...own } },
		budget: { ...DEFAULT_SETTINGS.budget, ...BUDGETS[limit](usedUpUsd) },
	}
}

/** Answers what is asked of each model, and remembers who was. */
function modelsOf(chat: (request: ModelRequest) => readonly ModelPart[] = () => answer('So be it.')) {
	const asked: string[] = []
	const provider: Provider = {
		id: 'test',
		async *stream(request) {
			asked.push(request.model)
			const isAnswered = request.messages.at(-1)?.role === 'tool'
			switch (request.model) {
				case 'short':
					return yield* answer('## Goal\nGo on.')
				case 'helper':
					return yield* isAnswered ? answer('It is empty.') : toolCalls(['d1', 'list', {}])
				default:
					return yield* isAnswered ? answer('So be it.') : chat(request)
			}
		},
	}
	return { provider, timesOf: (model: string) => asked.filter(each => each === model).length }
}

async function start(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime({ approvals: { kind: 'all' }, ...options })
	onTestFinished(() => runtime.stop())
	return runtime
}

async function say(runtime: StartedRuntime, text: string) {
	await runtime.prompt(text)
	return runtime.until('run-end')
}

type End = Awaited<ReturnType<typeof say>>

function outcomeOf(runtime: StartedRuntime, asked: number, last: End | undefined, spender?: string): Outcome {
	const events = runtime.envelopes.map(({ event }) => event)
	const spent = events.map(event => {
		if (event.type === 'agent-end') return spender === 'agent' ? event.costMicroUsd : 0
		return event.type === 'attempt-end' && event.spender === spender ? event.costMicroUsd : 0
	})
	const said = events.map(event => {
		if (event.type === 'notice') return event.text
		return event.type === 'tool-end' ? textOf(event.result.content) : ''
	})
	const cost = spent.reduce<number>((sum, each) => sum + (each ?? Number.NaN), 0)
	return {
		asked,
		said: [...said, last?.error?.message].join('\n'),
		spent: Math.round(cost),
		end: last?.reason ?? '',
	}
}

const SEED = 'The staging database is called heron.'
const LONG_ANSWER = 'heron '.repeat(3_000)
/** Which the answer and the tools fill. */
const SMALL: ModelSettings = { windowTokens: 10_000, maxOutputTokens: 1_000 }
/** Which they do not. */
const FAIR: ModelSettings = { windowTokens: 14_000, maxOutputTokens: 1_000 }

/** A session with a long answer in it, which has cost something: made once, gone on with by copies. */
let seed: Pick<StartedRuntime, 'cwd' | 'home'> & { sessionId: string }
let embeddings: Awaited<ReturnType<typeof startEmbeddings>>
let painter: Loopback
let stopSeed = async () => {}

beforeAll(async () => {
	embeddings = await startEmbeddings(texts => texts.map((_, index) => ({ index, embedding: [1, 0] })))
	painter = await startLoopback()
	painter.answerWith(response => {
		const usage = { input_tokens: 100, output_tokens: 1_000 }
		response.end(JSON.stringify({ data: [{ b64_json: PICTURE.base64 }], usage }))
	})
	const runtime = await startRuntime({
		provider: modelsOf(() => answer(LONG_ANSWER)).provider,
		runtime: { settings: { ...DEFAULT_SETTINGS, models: { 'test/scripted': BY_OUTPUT } } },
	})
	stopSeed = runtime.stop
	await say(runtime, SEED)
	seed = { ...runtime, sessionId: runtime.envelopes[0]!.sessionId }
	await runtime.port.send({ type: 'shutdown' })
})
afterAll(async () => {
	await stopSeed()
	embeddings.close()
	await painter.close()
})

const serverConfig = (id: string, baseUrl: string): ProviderConfig => ({
	id,
	api: 'chat',
	baseUrl,
	key: async () => undefined,
	keyName: `${id.toUpperCase()}_KEY`,
	keyOptional: true,
})

/** A copy of the session above, with summaries by a model of their own. */
async function goOn(limit: Limit, usedUpUsd: number, window: ModelSettings) {
	const { provider, timesOf } = modelsOf()
	const settings = settingsFor(
		limit,
		{ model: 'test/short', fair: BY_OUTPUT, usedUpUsd },
		{
			context: { ...DEFAULT_SETTINGS.context, summaryModel: 'test/short' },
			models: { 'test/scripted': { ...FREE, ...window }, 'test/short': { windowTokens: 100_000 } },
		},
	)
	const copied = { in: seed, selector: { kind: 'named', selector: seed.sessionId }, fork: true } as const
	const runtime = await start({ ...copied, provider, runtime: { settings } })
	// That of the run it was copied with.
	await runtime.until('run-end')
	return { runtime, timesOf }
}

const SCENES: Readonly<Record<string, (limit: Limit) => Promise<Outcome>>> = {
	async chat(limit) {
		const { provider, timesOf } = modelsOf()
		const priced = { model: 'test/scripted', fair: BY_OUTPUT, usedUpUsd: 0.0119 }
		const runtime = await start({ provider, runtime: { settings: settingsFor(limit, priced) } })
		let last = await say(runtime, 'hello')
		if (limit === 'limit used up') last = await say(runtime, 'hello again')
		return outcomeOf(runtime, timesOf('scripted'), last)
	},

	async 'summary in a run'(limit) {
		const { runtime, timesOf } = await goOn(limit, 0.0239, SMALL)
		const last = await say(runtime, 'go on')
		return outcomeOf(runtime, timesOf('short'), last, 'summary')
	},

	async '/compact'(limit) {
		const { runtime, timesOf } = await goOn(limit, 0.0119, FAIR)
		await runtime.port.send({ type: 'session-compact' })
		await runtime.until('compaction-end')
		const outcome = outcomeOf(runtime, timesOf('short'), undefined, 'summary')
		return { ...outcome, end: outcome.said.includes('history is as it was') ? 'as it was' : 'condensed' }
	},

	/** Behind the run: the model waits for what comes of it, so that nothing else is there to be embedded. */
	async embedding(limit) {
		const before = embeddings.requests.length
		// A dollar for a thousand tokens, of which each text is said to have ten.
		const priced = { model: 'emb/e', fair: { price: { input: 1_000, output: 0 } }, usedUpUsd: 0.0105 }
		const outcomes: Outcome[] = []
		const isRefused = () => limit !== 'no limit near' && (limit !== 'limit used up' || outcomes.length > 0)
		const provider: Provider = {
			id: 'test',
			async *stream() {
				if (isRefused()) while (!(await runtime.until('notice')).text.includes('is not asked'));
				else await runtime.until('attempt-end')
				outcomes.push(outcomeOf(runtime, embeddings.requests.length - before, undefined, 'embedding'))
				yield* answer('So be it.')
			},
		}
		const memory = { ...DEFAULT_SETTINGS.memory, embedder: 'emb/e' }
		const settings = settingsFor(limit, priced, { memory })
		const runtime: StartedRuntime = await start({
			provider,
			runtime: { providers: [serverConfig('emb', embeddings.url)], settings },
		})
		let last = await say(runtime, SEED)
		if (limit === 'limit used up') last = await say(runtime, 'And what is it for?')
		const unasked = () => outcomeOf(runtime, embeddings.requests.length - before, last, 'embedding')
		return { ...(outcomes.at(-1) ?? unasked()), end: last.reason }
	},

	async picture(limit) {
		const before = painter.asked.length
		const draw = (id: string): [string, string, object] => [id, 'generate_image', { prompt: 'a grey pixel' }]
		const priced = { model: 'painter/p', fair: { price: { input: 10, output: 40 } }, usedUpUsd: 0.03 }
		const runtime = await start({
			provider: modelsOf(() => toolCalls(draw('c1'), draw('c2'))).provider,
			runtime: {
				settings: settingsFor(limit, priced, { imageModel: 'painter/p' }),
				imageModel: { provider: 'painter', model: 'p' },
				providers: [serverConfig('painter', `${painter.url}/v1`)],
			},
		})
		const last = await say(runtime, 'Draw two grey pixels.')
		return outcomeOf(runtime, painter.asked.length - before, last, 'picture')
	},

	async 'sub-agent'(limit) {
		const { provider, timesOf } = modelsOf(() => toolCalls(delegate('c1', 'helper', 'look around')))
		const priced = { model: 'test/helper', fair: BY_OUTPUT, usedUpUsd: 0.0119 }
		const text = '---\ndescription: helps\nmodel: test/helper\n---\nHelp.'
		const runtime = await start({
			provider,
			runtime: {
				settings: settingsFor(limit, priced),
				providers: [serverConfig('test', 'http://127.0.0.1:9/v1')],
				extensions: {
					commands: [],
					skills: [],
					hooks: [],
					servers: [],
					problems: [],
					agents: [{ origin: { scope: 'user' }, name: 'helper', path: '/a/helper.md', text }],
				},
			},
		})
		const last = await say(runtime, 'ask somebody')
		return outcomeOf(runtime, timesOf('helper'), last, 'agent')
	},
}
