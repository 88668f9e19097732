import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { memoryPassages } from '../../../src/core/memory.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { Provider } from '../../../src/core/model.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const FACT = `The staging database is called heron. ${'It keeps the orders of the staging shop. '.repeat(12)}`
const QUESTION = 'What is the staging database called?'

test('a prompt that only fits without what memory found is sent without it, now and whenever its session goes on', async () => {
	const first = await start({}, scriptedProvider(answer('ok')))
	await run(first, FACT)
	await first.port.send({ type: 'shutdown' })
	// As large as the window takes it with nothing in front.
	const window = await windowThatFits(first)
	const provider = scriptedProvider(answer('heron'), answer('again heron'))
	const second = await start({ in: first, window }, provider)
	await run(second, QUESTION)
	const { prompt } = await second.until('run-start')
	assert.ok(memoryPassages(prompt) > 0, 'the log has what was found')
	await second.until('memory-drop')
	assert.equal(textOf(provider.requests[0]!.messages.at(-1)!.content), QUESTION)
	const { sessionId } = second.envelopes.at(-1)!
	await second.port.send({ type: 'shutdown' })

	// In a window that would take it: what was sent once stays the same.
	const later = scriptedProvider(answer('still heron'))
	const third = await start({ in: first, selector: { kind: 'named', selector: sessionId } }, later)
	await third.until('run-end')
	await run(third, 'Thanks.')
	const [sent] = provider.requests
	assert.deepEqual(later.requests[0]!.messages.slice(0, sent!.messages.length), sent!.messages)
})

test('a server that refuses the first prompt as too long is asked once more without what memory found', async () => {
	const first = await start({}, scriptedProvider(answer('ok')))
	await run(first, FACT)
	await first.port.send({ type: 'shutdown' })
	const asked: string[] = []
	const provider: Provider = {
		id: 'test',
		stream: async function* ({ messages }) {
			asked.push(textOf(messages.at(-1)!.content))
			if (asked.length === 1) throw new AgentError('context-overflow', 'prompt is too long')
			yield* answer('heron')
		},
	}
	const second = await start({ in: first }, provider)
	await second.prompt(QUESTION)
	const end = await second.until('run-end')
	assert.equal(end.reason, 'finished', JSON.stringify(end))
	assert.equal(asked.length, 2)
	assert.match(asked[0]!, /called heron/)
	assert.equal(asked[1], QUESTION)
})

test('a prompt that does not fit even without it is told by how much', async () => {
	const first = await start({}, scriptedProvider(answer('ok')))
	await run(first, FACT)
	await first.port.send({ type: 'shutdown' })
	const second = await start({ in: first, window: 6_000 }, scriptedProvider())
	await second.prompt(`${QUESTION} ${'or of the and to '.repeat(2_000)}`)
	const end = await second.until('run-end')
	assert.equal(end.error?.code, 'context-overflow')
	assert.match(end.error!.message, /and what memory found taken out still \d+ more than fit/)
	assert.ok(!second.envelopes.some(({ event }) => event.type === 'memory-drop'))
})

/** The smallest one that the question alone fits, found by being told by how much it does not. */
async function windowThatFits(place: Pick<StartedRuntime, 'cwd' | 'home'>): Promise<number> {
	const settings = { ...DEFAULT_SETTINGS, memory: { ...DEFAULT_SETTINGS.memory, limitTokens: 0 } }
	const runtime = await start({ in: place, window: 2_000, runtime: { settings } }, scriptedProvider())
	await runtime.prompt(QUESTION)
	const { error } = await runtime.until('run-end')
	const [, tokens] = /would be (\d+) tokens/.exec(error?.message ?? '') ?? []
	// Of a window 85 % is for what is sent.
	return Math.ceil((Number(tokens) + 20) / 0.85)
}

async function start(
	{ window, ...options }: Omit<StartOptions, 'provider'> & { window?: number },
	provider: Provider,
): Promise<StartedRuntime> {
	const settings = options.runtime?.settings ?? DEFAULT_SETTINGS
	const models = { 'test/scripted': { windowTokens: window ?? 200_000, maxOutputTokens: 16_000 } }
	const runtime = await startRuntime({
		...options,
		provider,
		runtime: { ...options.runtime, settings: { ...settings, models } },
	})
	onTestFinished(() => runtime.stop())
	return runtime
}

async function run(runtime: StartedRuntime, text: string): Promise<void> {
	await runtime.prompt(text)
	await runtime.until('run-end')
}
