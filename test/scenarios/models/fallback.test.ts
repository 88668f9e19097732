// A run that begins with one provider and ends with another, in the middle of a tool loop, with reasoning on both
// sides. Real providers on real sockets, and servers as strict as the vendors'.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { modelName } from '../../../src/core/model-ref.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { type HandClock, handClock } from '../../support/hand-clock.ts'
import {
	type ModelServer,
	type ModelServerOptions,
	type RecordedRequest,
	startModelServer,
} from '../../support/model-server/model-server.ts'
import type { ScriptedReply, Wire } from '../../support/model-server/reply/reply.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
	for (const each of opened.splice(0).reverse()) await each.stop()
})

async function server(wire: Wire['name']): Promise<ModelServer> {
	const options: ModelServerOptions = { wires: [wire] }
	const started = await startModelServer(options)
	opened.push({ stop: started.close })
	return started
}

function provider(id: string, api: Wire['name'], { url }: ModelServer): ProviderConfig {
	const key = async () => ({ value: 'test-key-0123456789', source: 'TEST_API_KEY' })
	return { id, api, baseUrl: url, key, keyName: 'TEST_API_KEY', keyOptional: false }
}

const FIRST = { provider: 'first', model: 'thinker' }
const SECOND = { provider: 'second', model: 'thinker' }

async function start(providers: readonly ProviderConfig[], clock: HandClock): Promise<StartedRuntime> {
	const thinks = { reasoning: true }
	const settings = {
		...DEFAULT_SETTINGS,
		models: { [modelName(FIRST)]: thinks, [modelName(SECOND)]: thinks },
	}
	const chain = { models: [FIRST, SECOND], isChosen: true }
	const files = { 'a.txt': 'alpha\n', 'b.txt': 'beta\n', 'c.txt': 'gamma\n' }
	const runtime = await startRuntime({ files, runtime: { clock, providers, settings, chain } })
	opened.push(runtime)
	return runtime
}

/** Nobody waits: what is slept is over as soon as it has begun. */
async function run(
	runtime: StartedRuntime,
	clock: HandClock,
	prompt: string,
): Promise<readonly AgentEvent[]> {
	const reading = new AbortController()
	const envelopes = runtime.port.events(Number.MAX_SAFE_INTEGER, reading.signal)
	const events: AgentEvent[] = []
	const heard = (async () => {
		for await (const { event } of envelopes) {
			events.push(event)
			if (event.type === 'retry-wait')
				await clock.asleepFor(event.waitMs).then(() => clock.advance(event.waitMs))
			if (event.type === 'run-end') return
		}
	})()
	await runtime.prompt(prompt)
	await heard
	reading.abort()
	return events
}

const reads = (thought: string, path: string): ScriptedReply => ({
	reasoning: thought,
	text: `Reading ${path}.`,
	calls: [{ name: 'read', arguments: { path } }],
})

const LIMITED: ScriptedReply = { status: 429, error: { message: 'Rate limit reached.' } }

const WIRES = ['responses', 'chat', 'messages'] as const
const PAIRS = WIRES.flatMap(from => WIRES.filter(to => to !== from).map(to => [from, to] as const))

describe('a provider that fails in the middle of a tool loop', () => {
	for (const [from, to] of PAIRS)
		test(`${from}, then ${to}: the run goes on, and comes back with its own thoughts`, async () => {
			const clock = handClock()
			const [first, second] = [await server(from), await server(to)]
			const runtime = await start([provider('first', from, first), provider('second', to, second)], clock)
			first.script(reads('First thought.', 'a.txt'), reads('Second thought.', 'b.txt'))
			first.onRequest(() => LIMITED)
			second.script(reads('Another mind.', 'c.txt'), { reasoning: 'Its end.', text: 'All read.' })

			const events = await run(runtime, clock, 'Read the files.')
			assert.deepEqual(endOf(events), { reason: 'finished', error: undefined, turns: 4 })
			assert.deepEqual(outcomes(events), ['ok', 'ok', 'ok'])
			// Asked once and five times again, then left alone in the turn after it.
			assert.deepEqual([first.requests.length, second.requests.length], [2 + 6, 2])
			assert.deepEqual(notices(events), [
				'first/thinker failed: first answered 429: Rate limit reached. Going on with second/thinker.',
			])
			assert.deepEqual(waitingFor(events), ['first/thinker', 'second/thinker'])
			assert.deepEqual(second.requests.map(thoughtsIn), [[], ['Another mind.']])

			clock.advance(60_000)
			first.onRequest(() => ({ text: 'Back again.' }))
			const later = await run(runtime, clock, 'And now?')
			assert.deepEqual(endOf(later), { reason: 'finished', error: undefined, turns: 1 })
			assert.deepEqual(thoughtsIn(first.requests.at(-1)!), ['First thought.', 'Second thought.'])
			first.assertFinished()
			second.assertFinished()
		})
})

const THOUGHTS = ['First thought.', 'Second thought.', 'Another mind.', 'Its end.']

function thoughtsIn({ bytes }: RecordedRequest): readonly string[] {
	return THOUGHTS.filter(thought => bytes.includes(thought))
}

function endOf(events: readonly AgentEvent[]) {
	const end = events.findLast(event => event.type === 'run-end')
	return end && { reason: end.reason, error: end.error, turns: end.turns }
}

function outcomes(events: readonly AgentEvent[]): readonly string[] {
	return events.flatMap(event => (event.type === 'tool-end' ? [event.result.outcome] : []))
}

function notices(events: readonly AgentEvent[]): readonly string[] {
	return events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
}

/** Whom the input bar says it waits for, each once. */
function waitingFor(events: readonly AgentEvent[]): readonly string[] {
	const texts = events.flatMap(event => (event.type === 'progress' ? [event.text] : []))
	return [...new Set(texts.flatMap(text => /^Waiting for (.*)$/.exec(text)?.[1] ?? []))]
}
