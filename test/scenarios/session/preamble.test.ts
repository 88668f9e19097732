// What stands before a session's history is sent again as it was, whatever has changed meanwhile; what has changed is
// told in front of the newest prompt.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { promptText, textOf } from '../../../src/core/messages.ts'
import { modelName } from '../../../src/core/model-ref.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { noonClock } from '../../support/runtime/noon-clock.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

const TWO_DAYS_LATER = noonClock(2)
const FILES = { 'AGENTS.md': 'Speak plainly.\n', '.git/HEAD': 'ref: refs/heads/main\n' }
const MODEL = { provider: 'mine', model: 'thinker' }

async function open(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime(options)
	opened.push(runtime.stop)
	return runtime
}

/** A runtime of two days later, on a folder in which somebody has been at work. */
async function later(
	{ cwd, home, port }: StartedRuntime,
	options: StartOptions,
	files: Readonly<Record<string, string>> = {
		'AGENTS.md': 'Speak in verse.\n',
		'.git/HEAD': 'ref: refs/heads/other\n',
	},
): Promise<StartedRuntime> {
	await port.send({ type: 'shutdown' })
	for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
	return open({
		selector: { kind: 'last' },
		...options,
		in: { cwd, home },
		runtime: { ...options.runtime, clock: TWO_DAYS_LATER },
	})
}

/** What is stored of a session is told first, so the run is known by its prompt. */
async function say(runtime: StartedRuntime, text: string): Promise<void> {
	await runtime.prompt(text)
	for (;;) {
		await runtime.until('run-end')
		const { envelopes } = runtime
		const runId = envelopes.find(
			({ event }) => event.type === 'run-start' && promptText(event.prompt) === text,
		)?.runId
		if (runId && envelopes.some(each => each.event.type === 'run-end' && each.runId === runId)) return
	}
}

for (const api of ['responses', 'chat', 'messages'] as const)
	test(`${api}: a session taken up again begins with the bytes it was sent with before`, async () => {
		const server = await startModelServer({ wires: [api] })
		opened.push(server.close)
		const provider = {
			id: MODEL.provider,
			api,
			baseUrl: server.url,
			key: async () => ({ value: 'test-key-0123456789', source: 'TEST_API_KEY' }),
			keyName: 'TEST_API_KEY',
			keyOptional: false,
		}
		const runtime = {
			providers: [provider],
			settings: { ...DEFAULT_SETTINGS, models: { [modelName(MODEL)]: { reasoning: true } } },
			chain: { models: [MODEL], isChosen: true },
		}
		server.script({ text: 'One.' }, { text: 'Two.' })
		const first = await open({ files: FILES, runtime })
		await say(first, 'First?')
		const second = await later(first, { runtime })
		await say(second, 'Second?')
		const [before, after] = server.requests.map(({ bytes }) => bytes)
		const closing = ']}'.length
		assert.ok(after!.subarray(0, before!.length - closing).equals(before!.subarray(0, -closing)))
		assert.match(after!.subarray(before!.length).toString(), /Speak in verse\./)
	})

describe('what has changed', () => {
	test('is told once, with the newest prompt, and nothing else is', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'), answer('Three.'), answer('Four.'))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const second = await later(first, { provider })
		await say(second, 'Second?')
		await say(second, 'Third?')
		const third = await later(second, { provider }, {})
		await say(third, 'Fourth?')
		const { requests } = provider
		for (const { messages } of requests) assert.deepEqual(messages[0], requests[0]!.messages[0])
		const told = textOf(requests[1]!.messages.at(-1)!.content)
		assert.match(told, /<changed-since>[\s\S]*Speak in verse\.[\s\S]*<\/changed-since>[\s\S]*Second\?$/)
		assert.match(told, /Git branch: other/)
		assert.match(told, /Date: \d{4}-\d\d-\d\d/)
		assert.doesNotMatch(told, /Platform:|Working folder:|Speak plainly/)
		for (const at of [2, 3])
			assert.doesNotMatch(textOf(requests[at]!.messages.at(-1)!.content), /changed-since/)
	})

	test('a file that is gone is told as gone', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const settings = {
			...DEFAULT_SETTINGS,
			instructions: { ...DEFAULT_SETTINGS.instructions, enabled: false },
		}
		const second = await later(first, { provider, runtime: { settings } })
		await say(second, 'Second?')
		const told = textOf(provider.requests[1]!.messages.at(-1)!.content)
		assert.match(told, /No longer there: what began with “Instructions for this session/)
	})

	test('is still known when history was condensed, and the beginning is still the same', async () => {
		const long = 'So it is said. '.repeat(2_500)
		const provider = scriptedProvider(...[long, long, long, '## Goal\nAnswers.', 'Four.'].map(answer))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const second = await later(first, { provider })
		await say(second, 'Second?')
		await say(second, 'Third?')
		await second.port.send({ type: 'session-compact' })
		await second.until('compaction-end')
		const third = await later(second, { provider }, {})
		await say(third, 'Fourth?')
		const { messages } = provider.requests.at(-1)!
		assert.deepEqual(messages[0], provider.requests[0]!.messages[0])
		assert.match(textOf(messages[1]!.content), /no longer as it was said[\s\S]*Speak in verse\./)
		assert.doesNotMatch(textOf(messages.at(-1)!.content), /changed-since/)
	})

	test('a copy of a session begins like the session', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const copy = await later(first, { provider, fork: true })
		await say(copy, 'Second?')
		assert.deepEqual(provider.requests[1]!.messages.slice(0, 2), provider.requests[0]!.messages)
	})
})

describe('after going back', () => {
	/** Before the newest prompt, or, where the session went back, to before that. */
	async function goBack({ port }: StartedRuntime): Promise<void> {
		const [newest] = await port.queries.rewindPoints()
		assert.ok(newest)
		await port.send({ type: 'rewind', toSeq: newest.toSeq, conversation: true, files: false })
	}
	const CHANGED = /<changed-since>[\s\S]*Speak in verse\.[\s\S]*<\/changed-since>/

	test('what was told in the part that is gone is told again, and once it is back it is not', async () => {
		const provider = scriptedProvider(...['One.', 'Two.', 'Three.', 'Four.'].map(text => answer(text)))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const second = await later(first, { provider })
		await say(second, 'Second?')
		await goBack(second)
		await say(second, 'Third?')
		const { requests } = provider
		const [, told, again] = requests.map(({ messages }) => textOf(messages.at(-1)!.content))
		assert.match(told!, CHANGED)
		assert.equal(again, told!.replace('Second?', 'Third?'))
		assert.equal(requests[2]!.messages.length, requests[1]!.messages.length)
		// Before the third prompt, and then that is taken back: the third one is there, with what it was told.
		await goBack(second)
		await goBack(second)
		await say(second, 'Fourth?')
		const { messages } = requests[3]!
		assert.equal(textOf(messages.at(-1)!.content), 'Fourth?')
		assert.equal(messages.filter(({ content }) => CHANGED.test(textOf(content))).length, 1)
		for (const request of requests) assert.deepEqual(request.messages[0], requests[0]!.messages[0])
	})

	test('to before the first prompt, the preamble is the same bytes, and the change is told with the new first', async () => {
		const provider = scriptedProvider(answer('One.'), answer('Two.'))
		const first = await open({ provider, files: FILES })
		await say(first, 'First?')
		const second = await later(first, { provider })
		await goBack(second)
		await say(second, 'Anew?')
		const [before, after] = provider.requests.map(({ messages }) => messages)
		assert.deepEqual(after![0], before![0])
		assert.equal(after!.length, 2)
		assert.match(textOf(after![1]!.content), new RegExp(`${CHANGED.source}[\\s\\S]*Anew\\?$`))
	})
})
