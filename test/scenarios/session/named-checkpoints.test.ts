// Checkpoints with a name, through the runtime: making one, going back to it, and what stays of what was left behind.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { SessionSelector } from '../../../src/core/commands.ts'
import type { AgentError } from '../../../src/core/errors.ts'
import { type Message, promptText, textOf } from '../../../src/core/messages.ts'
import type { RewindPoint } from '../../../src/core/runtime-port.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0).reverse()) await runtime.stop()
})

async function start(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime({ approvals: { kind: 'all' }, ...options })
	started.push(runtime)
	return runtime
}

async function run(runtime: StartedRuntime, prompt: string): Promise<void> {
	await runtime.prompt(prompt)
	const isOver = () => {
		const { envelopes } = runtime
		const from = envelopes.findLastIndex(
			({ event }) => event.type === 'run-start' && promptText(event.prompt) === prompt,
		)
		return from !== -1 && envelopes.slice(from).some(({ event }) => event.type === 'run-end')
	}
	// What was there before it was taken up is told first.
	do await runtime.until('run-end')
	while (!isOver())
}

const texts = (messages: readonly Message[] | undefined) => messages!.map(({ content }) => textOf(content))
const named = async ({ port }: StartedRuntime) =>
	(await port.queries.rewindPoints()).filter(({ name }) => name !== undefined)
const mark = ({ port }: StartedRuntime, name: string) => port.send({ type: 'checkpoint', name })
const back = ({ port }: StartedRuntime, { toSeq }: RewindPoint, withSummary = false) =>
	port.send({ type: 'rewind', toSeq, conversation: true, files: true, ...(withSummary && { withSummary }) })
const code = (expected: string, words: RegExp) => (error: AgentError) =>
	error.code === expected && words.test(error.message)

const edit = (id: string, from: string, to: string) =>
	toolCalls([id, 'edit', { path: 'a.txt', old_text: from, new_text: to }])

test('brings back conversation and files as they were there, changes by hand included, and can be undone', async () => {
	const provider = scriptedProvider(
		toolCalls(['0', 'read', { path: 'a.txt' }]),
		edit('1', 'one', 'two'),
		answer('Edited.'),
		toolCalls(['2', 'shell', { command: 'sed -i s/two/three/ a.txt' }]),
		toolCalls(['3', 'write', { path: 'b.txt', content: 'new' }]),
		answer('Refactored.'),
		answer('As planned.'),
	)
	const runtime = await start({ provider, files: { 'a.txt': 'one\n' } })
	await run(runtime, 'edit it')
	writeFileSync(join(runtime.cwd, 'hand.txt'), 'by hand')
	writeFileSync(join(runtime.cwd, 'a.txt'), 'two\nby hand\n')
	await mark(runtime, 'before-refactor')
	await run(runtime, 'refactor it')

	const [point, ...none] = await named(runtime)
	assert.deepEqual([point?.name, point?.prompt, point?.changedFiles, none], ['before-refactor', '', 2, []])
	await back(runtime, point!)
	assert.deepEqual(readdirSync(runtime.cwd).sort(), ['a.txt', 'hand.txt'])
	assert.equal(readFileSync(join(runtime.cwd, 'a.txt'), 'utf8'), 'two\nby hand\n')
	// It is still there to go back to.
	assert.deepEqual(
		(await named(runtime)).map(({ name }) => name),
		['before-refactor'],
	)
	await run(runtime, 'go on')
	assert.deepEqual(texts(provider.requests.at(-1)?.messages).slice(-2), ['Edited.', 'go on'])
	provider.assertFinished()
})

test('is there after a resume and in a fork, also by going back to before it was made, no more', async () => {
	const provider = scriptedProvider(answer('First.'), answer('Second.'), answer('Third.'))
	const first = await start({ provider })
	await run(first, 'one')
	await mark(first, 'erste-Fassung')
	await run(first, 'two')
	await first.port.send({ type: 'shutdown' })
	const { sessionId } = first.envelopes[0]!
	const selector: SessionSelector = { kind: 'named', selector: sessionId }

	const fork = await start({ provider, in: first, selector, fork: true })
	await back(fork, (await named(fork))[0]!)
	await run(fork, 'three')
	assert.deepEqual(texts(provider.requests.at(-1)?.messages).slice(-3), ['one', 'First.', 'three'])

	const second = await start({ provider, in: first, selector })
	const points = await second.port.queries.rewindPoints()
	assert.deepEqual(
		points.map(({ name, prompt }) => name ?? prompt),
		['two', 'erste-Fassung', 'one'],
	)
	await back(second, points.at(-1)!)
	assert.deepEqual(await named(second), [])
})

describe('a name', () => {
	test('is had once in a session, is one word, and needs something to go back to', async () => {
		const held = scriptedProvider(answer('First.'))
		const runtime = await start({ provider: held })
		await assert.rejects(mark(runtime, 'early'), code('rejected', /nothing to go back to yet/))
		await run(runtime, 'one')
		await mark(runtime, 'v1.0/über_alles')
		await assert.rejects(mark(runtime, 'v1.0/über_alles'), code('rejected', /“v1\.0\/über_alles” already/))
		for (const name of ['', ' ', 'two words', '-rf', 'a\u001b[31m', 'x'.repeat(65), 'list', 'back', '“'])
			await assert.rejects(mark(runtime, name), code('usage', /cannot be called/), name)
		assert.equal((await named(runtime)).length, 1)
	})
})

describe('with a summary', () => {
	test('what was left behind goes along in a few lines from the log, is stored, and goes with the next going back', async () => {
		const provider = scriptedProvider(
			answer('First.'),
			toolCalls(['1', 'write', { path: 'b.txt', content: 'new' }]),
			answer('The cache made it slower, so we drop it.'),
			answer('I see.'),
			answer('Again.'),
			answer('All there.'),
		)
		const runtime = await start({ provider })
		await run(runtime, 'one')
		await mark(runtime, 'here')
		await run(runtime, 'try a cache')
		await back(runtime, (await named(runtime))[0]!, true)
		const { summary } = await runtime.until('rewind')
		assert.match(
			summary!,
			/^Asked: try a cache\nAnswered: The cache made it slower, so we drop it\.\nChanged: .*b\.txt$/,
		)
		await run(runtime, 'go on')
		const [told, prompt] = texts(provider.requests.at(-1)?.messages).slice(-2)
		assert.match(told!, /went back to this point.*left behind.*drop it\./s)
		assert.equal(prompt, 'go on')
		await runtime.port.send({ type: 'shutdown' })

		const selector: SessionSelector = { kind: 'named', selector: runtime.envelopes[0]!.sessionId }
		const again = await start({ provider, in: runtime, selector })
		await run(again, 'and now?')
		assert.match(texts(provider.requests.at(-1)?.messages).at(-4)!, /drop it\./)
		await back(again, (await named(again))[0]!)
		await run(again, 'as if nothing had been')
		assert.doesNotMatch(texts(provider.requests.at(-1)?.messages).join('\n'), /left behind/)
		provider.assertFinished()
	})

	test('the model for summaries writes it where one is set, and the session pays', async () => {
		const provider = scriptedProvider(
			answer('First.'),
			answer('Second.'),
			answer('- a cache was tried and dropped'),
		)
		const context = { ...DEFAULT_SETTINGS.context, summaryModel: 'test/clerk' }
		const runtime = await start({
			provider,
			runtime: {
				settings: { ...DEFAULT_SETTINGS, context, models: { 'test/clerk': { windowTokens: 20_000 } } },
			},
		})
		await run(runtime, 'one')
		await mark(runtime, 'here')
		await run(runtime, 'try a cache')
		await back(runtime, (await named(runtime))[0]!, true)
		assert.equal((await runtime.until('rewind')).summary, '- a cache was tried and dropped')
		const paid = runtime.envelopes
			.flatMap(({ event }) => (event.type === 'attempt-end' ? [event] : []))
			.at(-1)
		assert.deepEqual([paid?.spender, paid?.model.model], ['summary', 'clerk'])
		assert.match(textOf(provider.requests.at(-1)!.messages[0]!.content), /try a cache.*Second\./s)
		provider.assertFinished()
	})

	test('the files alone have none', async () => {
		const runtime = await start({ provider: scriptedProvider(answer('First.')) })
		await run(runtime, 'one')
		await mark(runtime, 'here')
		const [{ toSeq } = { toSeq: 0 }] = await named(runtime)
		const files = { type: 'rewind', toSeq, conversation: false, files: true, withSummary: true } as const
		await assert.rejects(runtime.port.send(files), code('usage', /summary is of the conversation/))
	})
})
