import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished, test } from 'vitest'
import { memoryPassages } from '../../../src/core/memory.ts'
import { textOf, userText } from '../../../src/core/messages.ts'
import type { Provider, ProviderConfig } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { installOfflinePackages } from '../../support/memory/offline-packages.ts'
import { nextLook } from '../../support/next-look.ts'
import { startEmbeddings, TOKENS_PER_TEXT } from '../../support/providers/embedding-server.ts'
import { patientClock } from '../../support/runtime/patient-clock.ts'
import { answer } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const SAID = 'The staging database is called heron.'
const ASKED = 'Which bird stands for our rehearsal store?'

test('a run embeds what was said while it waits for the model, and never its question without anything to compare', async () => {
	const embeddings = await startEmbeddings(texts =>
		texts.map((text, index) => ({ index, embedding: /heron|bird/.test(text) ? [1, 0] : [0, 1] })),
	)
	onTestFinished(() => embeddings.close())
	const first = await start(embeddings.url, OVER_AT_ONCE)
	await run(first, SAID)
	await first.port.send({ type: 'shutdown' })
	assert.equal(embeddings.requests.length, 0)

	const waits = [() => embeddings.asked(1), () => embeddings.asked('I see.')]
	const second = await start(embeddings.url, async () => waits.shift()?.(), first)
	await run(second, 'Good morning to the colleagues.')
	assert.ok(embeddings.requests[0]!.body.input.includes(SAID))
	// The answer is embedded behind what was there before.
	await run(second, 'Good night to the colleagues.')
	await second.port.send({ type: 'shutdown' })

	embeddings.requests.splice(0)
	const third = await start(embeddings.url, OVER_AT_ONCE, first)
	await run(third, ASKED)
	assert.deepEqual(embeddings.requests[0]?.body.input, [ASKED])
	const { prompt } = await third.until('run-start')
	assert.equal(memoryPassages(prompt), 1)
})

test('what ten short runs left without vectors has them when the next session has answered once, paid for by that', async () => {
	const embeddings = await startEmbeddings(texts =>
		texts.map((text, index) => ({ index, embedding: /heron|bird/.test(text) ? [1, 0] : [0, 1] })),
	)
	onTestFinished(() => embeddings.close())
	let place: StartedRuntime | undefined
	for (let number = 1; number <= 10; number++) {
		const short = await start(embeddings.url, OVER_AT_ONCE, place)
		await run(short, number === 4 ? SAID : `Question ${number} is about stones.`)
		await short.port.send({ type: 'shutdown' })
		place ??= short
	}
	assert.equal(embeddings.requests.length, 0)

	const waits = [() => embeddings.asked(SAID)]
	const next = await start(embeddings.url, async () => waits.shift()?.(), place)
	await run(next, 'Good morning to the colleagues.')
	await run(next, ASKED)
	const sent = embeddings.requests.flatMap(({ body }) => body.input)
	for (const number of [1, 2, 3, 5, 6, 7, 8, 9, 10])
		assert.equal(sent.filter(text => text === `Question ${number} is about stones.`).length, 1)
	assert.equal(sent.filter(text => text === ASKED).length, 1)
	const prompts = next.envelopes.flatMap(({ event }) => (event.type === 'run-start' ? [event.prompt] : []))
	assert.match(textOf(prompts[1]!.content), /<passage .*heron/s)
	const paid = next.envelopes.flatMap(({ event }) =>
		event.type === 'attempt-end' && event.spender === 'embedding' ? [event.usage.inputTokens] : [],
	)
	assert.equal(
		paid.reduce((sum, tokens) => sum + tokens, 0),
		sent.length * TOKENS_PER_TEXT,
	)
})

test('an offline embedder finds what was said in other words, and nothing is paid', async () => {
	const first = await start('', OVER_AT_ONCE, undefined, {}, 'offline')
	await installOfflinePackages(first.home)
	await run(first, SAID)
	await first.port.send({ type: 'shutdown' })
	const vectorsMade = async () => {
		for (;;) {
			if (hasVectors(join(first.home, 'index.db'))) return
			await nextLook()
		}
	}
	const waits = [vectorsMade]
	const second = await start('', async () => waits.shift()?.(), first, {}, 'offline')
	await run(second, 'Good morning to the colleagues.')
	await run(second, ASKED)
	const prompts = second.envelopes.flatMap(({ event }) => (event.type === 'run-start' ? [event.prompt] : []))
	assert.match(textOf(prompts[1]!.content), /<passage .*heron/s)
	for (const { event } of second.envelopes) {
		assert.notEqual(event.type, 'notice')
		if (event.type === 'attempt-end') assert.equal(event.spender, undefined)
	}
})

test('an embedder that never answers holds up neither a run nor its end', async () => {
	const embeddings = await startEmbeddings(() => 'silence')
	onTestFinished(() => embeddings.close())
	const first = await start(embeddings.url, () => embeddings.asked(1))
	await run(first, SAID)
	await first.port.send({ type: 'shutdown' })
	assert.ok(!first.envelopes.some(({ event }) => event.type === 'notice'))
})

test('under a limit on cost an embedder without a price keeps the run from starting, and what to do is told', async () => {
	const embeddings = await startEmbeddings(() => 'silence')
	onTestFinished(() => embeddings.close())
	const free = { price: { input: 0, output: 0 } }
	const runtime: StartedRuntime = await start(
		embeddings.url,
		async () => assert.fail('the model is not asked'),
		undefined,
		{ budget: { ...DEFAULT_SETTINGS.budget, maxCostUsd: 1 }, models: { 'test/scripted': free } },
	)
	await run(runtime, SAID)
	const ends = runtime.envelopes.flatMap(({ event }) => (event.type === 'run-end' ? [event] : []))
	assert.equal(ends[0]?.error?.code, 'config-invalid')
	assert.match(ends[0]?.error?.message ?? '', /emb\/e.*models\."emb\/e"\.price/s)
	assert.equal(embeddings.requests.length, 0)
})

/** A model that answers before the log has stopped growing for a moment, however long a busy machine takes for it. */
const OVER_AT_ONCE = async () => {}
const FOLLOW_AFTER_MS = 300
/** How long a prompt waits for its vector; here it always comes in time. */
const EMBED_LIMIT_MS = 1_500

async function run(runtime: StartedRuntime, text: string): Promise<void> {
	await runtime.port.send({ type: 'prompt', message: userText(text), whenBusy: 'queue' })
	await runtime.until('run-end')
}

async function start(
	url: string,
	thinking: () => Promise<void>,
	earlier?: StartedRuntime,
	settings: Partial<Settings> = {},
	embedder = 'emb/e',
): Promise<StartedRuntime> {
	const provider: Provider = {
		id: 'test',
		stream: async function* () {
			await thinking()
			yield* answer('I see.')
		},
	}
	const config: ProviderConfig = {
		id: 'emb',
		api: 'chat',
		baseUrl: url,
		key: async () => undefined,
		keyName: 'EMB_API_KEY',
		keyOptional: true,
	}
	const memory = { ...DEFAULT_SETTINGS.memory, embedder }
	const runtime = await startRuntime({
		provider,
		...(earlier && { in: earlier }),
		runtime: {
			settings: { ...DEFAULT_SETTINGS, ...settings, memory },
			providers: [config],
			clock: patientClock(EMBED_LIMIT_MS, ...(thinking === OVER_AT_ONCE ? [FOLLOW_AFTER_MS] : [])),
		},
	})
	onTestFinished(() => runtime.stop())
	return runtime
}

/** Not as long as it is being made, or written. */
function hasVectors(path: string): boolean {
	let index: DatabaseSync | undefined
	try {
		index = new DatabaseSync(path, { readOnly: true })
		return index.prepare("SELECT 1 FROM vector WHERE embedder = 'offline'").get() !== undefined
	} catch {
		return false
	} finally {
		index?.close()
	}
}
