// Going back through the runtime: what the model sees afterwards, what is on the disk, and what is said about it.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { type Message, textOf } from '../../../src/core/messages.ts'
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

const read = ({ cwd }: StartedRuntime, name: string) => readFileSync(join(cwd, name), 'utf8')
const texts = (messages: readonly Message[] | undefined) => messages!.map(({ content }) => textOf(content))

async function run(runtime: StartedRuntime, prompt: string): Promise<void> {
	await runtime.prompt(prompt)
	await runtime.until('run-end')
}

async function goBack(
	{ port }: StartedRuntime,
	{ toSeq }: RewindPoint,
	what: { conversation?: boolean; files?: boolean } = {},
): Promise<void> {
	await port.send({ type: 'rewind', toSeq, conversation: true, files: true, ...what })
}

const shell = (id: string, command: string) => toolCalls([id, 'shell', { command }])

test('what two runs did by tools and by the shell is undone to before the second, then the first, then not at all', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: 'a.txt' }]),
		toolCalls(['2', 'edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }]),
		answer('Edited.'),
		shell('3', 'mkdir out && echo built > out/b.txt && rm c.txt && mv a.txt moved.txt'),
		answer('Built.'),
		answer('Hello again.'),
	)
	const runtime = await start({ provider, files: { 'a.txt': 'one\n', 'c.txt': 'c\n' } })
	await run(runtime, 'edit it')
	await run(runtime, 'build it')
	const [second, first] = await runtime.port.queries.rewindPoints()
	assert.deepEqual(
		[second?.prompt, second?.changedFiles, second?.preview?.changes],
		[
			'build it',
			4,
			[
				{ path: 'a.txt', what: 'back' },
				{ path: 'c.txt', what: 'back' },
				{ path: 'moved.txt', what: 'removed' },
				{ path: 'out/b.txt', what: 'removed' },
			],
		],
	)

	await goBack(runtime, second!)
	assert.deepEqual(readdirSync(runtime.cwd).sort(), ['a.txt', 'c.txt'])
	assert.equal(read(runtime, 'a.txt'), 'two\n')
	const { files } = await runtime.until('rewind')
	assert.equal(files?.changed, 4)

	await goBack(runtime, first!)
	assert.equal(read(runtime, 'a.txt'), 'one\n')

	const [undo] = await runtime.port.queries.rewindPoints()
	assert.equal(undo?.isUndo, true)
	await goBack(runtime, undo!)
	assert.equal(read(runtime, 'a.txt'), 'two\n')

	await run(runtime, 'and now?')
	assert.deepEqual(texts(provider.requests.at(-1)?.messages).slice(-2), ['Edited.', 'and now?'])
	provider.assertFinished()
})

describe('the conversation', () => {
	const twoAnswers = () => scriptedProvider(answer('First.'), answer('Second.'), answer('Third.'))

	test('goes on from before the prompt, for the next request and for a session that is taken up again', async () => {
		const provider = twoAnswers()
		const runtime = await start({ provider })
		await run(runtime, 'one')
		await run(runtime, 'two')
		const [last] = await runtime.port.queries.rewindPoints()
		await goBack(runtime, last!, { files: false })
		await run(runtime, 'three')
		assert.deepEqual(texts(provider.requests[2]?.messages).slice(-3), ['one', 'First.', 'three'])
		await runtime.port.send({ type: 'shutdown' })
		const again = scriptedProvider(answer('Fourth.'))
		const resumed = await start({ provider: again, in: runtime, selector: { kind: 'last' } })
		await resumed.prompt('four')
		// Three of them are told again from the log.
		for (let ended = 0; ended < 4; ended++) await resumed.until('run-end')
		assert.deepEqual(texts(again.requests[0]?.messages).slice(-5), [
			'one',
			'First.',
			'three',
			'Third.',
			'four',
		])
	})

	test('stays when only the files go back', async () => {
		const provider = scriptedProvider(
			toolCalls(['1', 'write', { path: 'new.txt', content: 'new\n' }]),
			answer('Written.'),
			answer('Yes.'),
		)
		const runtime = await start({ provider })
		await run(runtime, 'write')
		const [point] = await runtime.port.queries.rewindPoints()
		await goBack(runtime, point!, { conversation: false })
		assert.equal(existsSync(join(runtime.cwd, 'new.txt')), false)
		await run(runtime, 'still there?')
		assert.deepEqual(texts(provider.requests[2]?.messages).slice(-2), ['Written.', 'still there?'])
	})
})

test('a file that went back must be read again before it is edited, unless it was known as it is now', async () => {
	const edit = (id: string) => toolCalls([id, 'edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }])
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: 'a.txt' }]),
		answer('Read.'),
		edit('2'),
		answer('Edited.'),
		// Only the files went back: the model believes in what it wrote.
		edit('3'),
		answer('Could not.'),
		// The conversation did as well: it knows the file as it was read.
		edit('4'),
		answer('Edited.'),
	)
	const runtime = await start({ provider, files: { 'a.txt': 'one\n' } })
	await run(runtime, 'read it')
	await run(runtime, 'edit it')
	const [point] = await runtime.port.queries.rewindPoints()
	await goBack(runtime, point!, { conversation: false })
	await run(runtime, 'again')
	assert.match(texts(provider.requests[5]?.messages).at(-1)!, /read it again/i)
	assert.equal(read(runtime, 'a.txt'), 'one\n')
	await goBack(runtime, point!)
	await run(runtime, 'again')
	assert.equal(read(runtime, 'a.txt'), 'two\n')
})

test('an ignored file and one outside of the folder go back when tools edited them by name', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: '.env' }], ['2', 'read', { path: '../beside.txt' }]),
		toolCalls(['3', 'write', { path: '.env', content: 'KEY=2\n' }]),
		toolCalls(['4', 'write', { path: '../beside.txt', content: 'changed\n' }]),
		answer('Done.'),
	)
	const runtime = await start({
		provider,
		files: { '.gitignore': '.env\n', '.env': 'KEY=1\n', '../beside.txt': 'beside\n' },
		runtime: { yolo: true },
	})
	await run(runtime, 'change both')
	assert.deepEqual([read(runtime, '.env'), read(runtime, '../beside.txt')], ['KEY=2\n', 'changed\n'])
	const [point] = await runtime.port.queries.rewindPoints()
	await goBack(runtime, point!)
	assert.deepEqual([read(runtime, '.env'), read(runtime, '../beside.txt')], ['KEY=1\n', 'beside\n'])
})

test('what was also changed by hand is told of, and what was made by hand stays', async () => {
	const provider = scriptedProvider(shell('1', 'echo run > a.txt; echo run > new.txt'), answer('Done.'))
	const runtime = await start({ provider, files: { 'a.txt': 'a\n' } })
	await run(runtime, 'go')
	writeFileSync(join(runtime.cwd, 'a.txt'), 'by hand\n')
	writeFileSync(join(runtime.cwd, 'mine.txt'), 'mine\n')
	const [point] = await runtime.port.queries.rewindPoints()
	await goBack(runtime, point!)
	assert.deepEqual(readdirSync(runtime.cwd).sort(), ['a.txt', 'mine.txt'])
	const { text } = await runtime.until('notice')
	assert.equal(text, 'Also changed by hand since, and kept for /undo: a.txt.')
})

describe('is not paid for', () => {
	test('by a run that changes nothing', async () => {
		const provider = scriptedProvider(
			toolCalls(['1', 'read', { path: 'a.txt' }], ['2', 'shell', { command: 'ls' }]),
			answer('Read.'),
		)
		const runtime = await start({ provider, files: { 'a.txt': 'a\n' } })
		await run(runtime, 'look')
		assert.equal(existsSync(join(runtime.home, 'checkpoints')), false)
		const [point] = await runtime.port.queries.rewindPoints()
		assert.equal(point?.changedFiles, undefined)
	})

	test('where it is switched off', async () => {
		const provider = scriptedProvider(shell('1', 'echo > new.txt'), answer('Done.'))
		const settings = { ...DEFAULT_SETTINGS, checkpoints: { ...DEFAULT_SETTINGS.checkpoints, enabled: false } }
		const runtime = await start({ provider, runtime: { settings } })
		await run(runtime, 'go')
		assert.equal(existsSync(join(runtime.home, 'checkpoints')), false)
		assert.deepEqual(
			runtime.envelopes.filter(({ event }) => event.type === 'checkpoint'),
			[],
		)
	})

	test('by a session that is not stored', async () => {
		const provider = scriptedProvider(shell('1', 'echo > new.txt'), answer('Done.'))
		const session = { selector: { kind: 'new' as const }, fork: false, isStored: false }
		const runtime = await start({ provider, runtime: { session } })
		await run(runtime, 'go')
		assert.equal(existsSync(join(runtime.home, 'checkpoints')), false)
	})
})

describe('is refused', () => {
	const refused = (error: unknown) => error instanceof AgentError && error.code === 'rejected'

	test('while a run is active', async () => {
		const provider = scriptedProvider(answer('Hello.'), shell('1', 'sleep 600'))
		const runtime = await start({ provider })
		await run(runtime, 'hello')
		const [point] = await runtime.port.queries.rewindPoints()
		await runtime.prompt('wait')
		await runtime.until('tool-start')
		await assert.rejects(goBack(runtime, point!), refused)
		await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
		await runtime.until('run-end')
	})

	test('to a place that is none', async () => {
		const runtime = await start({ provider: scriptedProvider(answer('Hello.')) })
		await run(runtime, 'hello')
		await assert.rejects(goBack(runtime, { toSeq: 77, at: 0, prompt: '', changedFiles: undefined }), refused)
	})

	test('for files only when none was changed', async () => {
		const runtime = await start({ provider: scriptedProvider(answer('Hello.')) })
		await run(runtime, 'hello')
		const [point] = await runtime.port.queries.rewindPoints()
		await assert.rejects(goBack(runtime, point!, { conversation: false }), refused)
	})
})

test('a copy of a session goes back to what the original kept', async () => {
	const provider = scriptedProvider(shell('1', 'echo run > a.txt'), answer('Done.'))
	const runtime = await start({ provider, files: { 'a.txt': 'a\n' } })
	await run(runtime, 'go')
	await runtime.port.send({ type: 'session-fork' })
	const [point] = await runtime.port.queries.rewindPoints()
	assert.equal(point?.changedFiles, 1)
	await goBack(runtime, point!)
	assert.equal(read(runtime, 'a.txt'), 'a\n')
})

test('a run whose change is cancelled can be gone back on like any other', async () => {
	const provider = scriptedProvider(shell('1', 'echo run > a.txt; echo > new.txt; sleep 600'))
	const runtime = await start({ provider, files: { 'a.txt': 'a\n' } })
	await runtime.prompt('go')
	await runtime.until('tool-start')
	while (!existsSync(join(runtime.cwd, 'new.txt'))) await new Promise(resolve => setTimeout(resolve, 10))
	await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
	await runtime.until('run-end')
	const [point] = await runtime.port.queries.rewindPoints()
	await goBack(runtime, point!)
	assert.deepEqual(readdirSync(runtime.cwd), ['a.txt'])
	assert.equal(read(runtime, 'a.txt'), 'a\n')
})
