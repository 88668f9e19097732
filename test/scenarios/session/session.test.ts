import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import type { ApprovalRequest } from '../../../src/core/approval.ts'
import { AgentError } from '../../../src/core/errors.ts'
import { textOf } from '../../../src/core/messages.ts'
import { whenAborted } from '../../support/deferred.ts'
import { livingInGroup } from '../../support/process-group.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0).reverse()) await runtime.stop()
})

async function start(options: StartOptions): Promise<StartedRuntime> {
	const runtime = await startRuntime(options)
	started.push(runtime)
	return runtime
}

test('a task: two files read side by side, one edited, a command run, and a report', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: 'a.txt' }], ['2', 'read', { path: 'b.txt' }]),
		toolCalls(['3', 'edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }]),
		toolCalls(['4', 'shell', { command: 'cat a.txt' }]),
		answer('Changed a.txt.'),
	)
	const runtime = await start({
		provider,
		files: { 'a.txt': 'one\n', 'b.txt': 'other\n' },
		approvals: { kind: 'all' },
	})
	await runtime.prompt('change one to two')
	const end = await runtime.until('run-end')
	assert.deepEqual([end.reason, end.turns], ['finished', 4])
	assert.equal(await readFile(join(runtime.cwd, 'a.txt'), 'utf8'), 'two\n')
	const [shell] = provider.requests[3]!.messages.slice(-1)
	assert.match(textOf(shell!.content), /two/)
	provider.assertFinished()
})

describe('a command in the background that ends', () => {
	const background = (id: string, command: string) => toolCalls([id, 'shell', { command, background: true }])
	const waits = 'until [ -e go ]; do sleep 0.01; done; exit 3'
	const told = (provider: ReturnType<typeof scriptedProvider>) =>
		provider.requests.map(({ messages }) =>
			messages.flatMap(message => {
				const text = textOf(message.content)
				return text.startsWith('<background-command>') ? [text] : []
			}),
		)

	test('is told to the user at once, and to the model with its next request, once', async () => {
		const provider = scriptedProvider(background('1', waits), answer('it runs'), answer('so it failed'))
		const runtime = await start({ provider, approvals: { kind: 'all' } })
		await runtime.prompt('start it')
		await runtime.until('run-end')
		await writeFile(join(runtime.cwd, 'go'), '')
		const { level, text } = await runtime.until('notice')
		assert.equal(level, 'warning')
		assert.match(text, /^bg-1 has ended: exit code 3 after [\d.]+s · until \[ -e go \]; do sleep/)

		await runtime.prompt('and?')
		await runtime.until('run-end')
		const words = `<background-command>\n${text}\n</background-command>\nshell_output has what it printed since you last looked.`
		assert.deepEqual(told(provider), [[], [], [words]])
		provider.assertFinished()
	})

	test('is nothing new to a model that has ended it, or has seen its end', async () => {
		const provider = scriptedProvider(
			background('1', 'sleep 600'),
			toolCalls(['2', 'shell_output', { id: 'bg-1', kill: true }]),
			answer('ended'),
		)
		const runtime = await start({ provider, approvals: { kind: 'all' } })
		await runtime.prompt('start it and end it')
		await runtime.until('run-end')
		assert.deepEqual(told(provider), [[], [], []])
		assert.deepEqual(
			runtime.envelopes.filter(({ event }) => event.type === 'notice'),
			[],
		)
		provider.assertFinished()
	})
})

describe('approvals', () => {
	const edit = toolCalls(['1', 'write', { path: 'new.txt', content: 'hello\n' }])

	test('a question waits for its answer, and the first answer wins', async () => {
		const provider = scriptedProvider(edit, answer('done'))
		const runtime = await start({ provider })
		await runtime.prompt('write it')
		const { request } = await runtime.until('approval-request')
		await approve(runtime, request, { answer: 'once' })
		await assert.rejects(approve(runtime, request, { answer: 'no' }), rejected)
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(await readFile(join(runtime.cwd, 'new.txt'), 'utf8'), 'hello\n')
	})

	test('a refusal with a reason reaches the model in those words', async () => {
		const provider = scriptedProvider(edit, answer('then not'))
		const runtime = await start({ provider })
		await runtime.prompt('write it')
		const { request } = await runtime.until('approval-request')
		await approve(runtime, request, { answer: 'no-with-reason', reason: 'use the docs folder' })
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.match(textOf(provider.requests[1]!.messages.at(-1)!.content), /use the docs folder/)
	})

	test('"this session" is not asked about again', async () => {
		const again = toolCalls(['2', 'write', { path: 'second.txt', content: 'again\n' }])
		const provider = scriptedProvider(edit, again, answer('done'))
		const runtime = await start({ provider })
		await runtime.prompt('write both')
		const { request } = await runtime.until('approval-request')
		await approve(runtime, request, { answer: 'session' })
		await runtime.until('run-end')
		const asked = runtime.envelopes.filter(envelope => envelope.event.type === 'approval-request')
		assert.equal(asked.length, 1)
	})

	test('with nobody there a question is a refusal at once, and the run says so', async () => {
		const provider = scriptedProvider(edit, answer('I could not'))
		const runtime = await start({ provider, isInteractive: false })
		await runtime.prompt('write it')
		assert.equal((await runtime.until('run-end')).reason, 'tool-denied')
		await assert.rejects(readFile(join(runtime.cwd, 'new.txt')))
	})

	test('shutting down refuses what is pending', async () => {
		const provider = scriptedProvider(edit)
		const runtime = await start({ provider })
		await runtime.prompt('write it')
		await runtime.until('approval-request')
		await runtime.port.send({ type: 'shutdown' })
		assert.equal((await runtime.until('approval-end')).by, 'cancel')
		assert.equal((await runtime.until('run-end')).reason, 'cancelled')
	})
})

describe('cancelling', () => {
	test('kills the whole group of a running command and leaves a history the next prompt can use', async () => {
		const provider = scriptedProvider(
			toolCalls(['1', 'shell', { command: 'echo $$; sleep 600 & sleep 600' }]),
			answer('hello again'),
		)
		const runtime = await start({ provider, approvals: { kind: 'all' } })
		await runtime.prompt('wait')
		const { text } = await runtime.until('tool-progress')
		const group = Number(text.trim())
		await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
		assert.equal((await runtime.until('run-end')).reason, 'cancelled')
		assert.deepEqual(livingInGroup(group), [])
		await runtime.prompt('and now?')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const roles = provider.requests[1]!.messages.map(message => message.role)
		// The result of the call, the word that the run was interrupted, the new prompt.
		assert.deepEqual(roles.slice(-4), ['assistant', 'tool', 'user', 'user'])
	})

	test('only reaches the run it names', async () => {
		const provider = scriptedProvider(answer('hi'))
		const runtime = await start({ provider })
		await runtime.prompt('hello')
		await runtime.until('run-end')
		await assert.rejects(runtime.port.send({ type: 'cancel', runId: runtime.runId() }), rejected)
	})
})

describe('one prompt at a time', () => {
	test('a queued prompt runs afterwards, steering goes into the run, and what waits can be taken back', async () => {
		let open = () => {}
		const gate = new Promise<void>(resolve => {
			open = resolve
		})
		const provider = scriptedProvider([() => gate, ...answer('first')], answer('steered'), answer('second'))
		const runtime = await start({ provider })
		await runtime.prompt('one')
		await runtime.prompt('two')
		await runtime.prompt('never mind')
		await runtime.prompt('one more thing', 'steer')
		const waiting = (await untilQueued(runtime, 3)).items
		await runtime.port.send({ type: 'take-back', queueId: waiting[1]!.queueId })
		open()
		await runtime.until('run-end')
		await runtime.until('run-end')
		const said = provider.requests.map(request => textOf(request.messages.at(-1)!.content))
		assert.deepEqual(said, ['one', 'one more thing', 'two'])
	})

	test('the model cannot be switched while a run is active', async () => {
		const provider = scriptedProvider([whenAborted])
		const runtime = await start({ provider })
		await runtime.prompt('go')
		await runtime.until('attempt-start')
		const chain = [{ provider: 'test', model: 'other' }]
		await assert.rejects(runtime.port.send({ type: 'set-model', chain }), rejected)
	})
})

describe('coming back', () => {
	test('a resumed session goes on with everything that was said', async () => {
		const first = await start({ provider: scriptedProvider(answer('I am Keelson')), files: { 'a.txt': 'x' } })
		await first.prompt('who are you?')
		await first.until('run-end')
		await first.port.send({ type: 'shutdown' })
		const provider = scriptedProvider(answer('as I said'))
		const second = await start({ provider, in: first, selector: { kind: 'last' } })
		await second.until('run-end')
		await second.prompt('again?')
		await second.until('run-end')
		const said = provider.requests[0]!.messages.map(message => textOf(message.content)).slice(-3)
		assert.deepEqual(said, ['who are you?', 'I am Keelson', 'again?'])
	})

	test('a fork goes on in a copy and leaves the original alone, each with the branch of its last run', async () => {
		const onBranch = (name: string) => ({ '.git/HEAD': `ref: refs/heads/${name}\n` })
		const files = onBranch('fix/parser')
		const first = await start({ provider: scriptedProvider(answer('one')), files })
		await first.prompt('say one')
		await first.until('run-end')
		await first.port.send({ type: 'shutdown' })
		const second = await start({
			provider: scriptedProvider(answer('two')),
			in: first,
			files: onBranch('main'),
			selector: { kind: 'last' },
			fork: true,
		})
		await second.prompt('say two')
		await second.until('run-end')
		const sessions = await second.port.queries.sessions()
		assert.deepEqual(sessions.map(({ branch }) => branch).sort(), ['fix/parser', 'main'])
	})

	test('a run that failed leaves a session that works', async () => {
		const broken = { type: 'error' as const, error: new AgentError('bad-request', 'no such thing') }
		const provider = scriptedProvider([broken], answer('now it works'))
		const runtime = await start({ provider })
		await runtime.prompt('one')
		assert.deepEqual((await runtime.until('run-end')).error, {
			code: 'bad-request',
			message: 'no such thing',
		})
		await runtime.prompt('two')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
	})
})

test('the prefix of each request is the whole of the one before it', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: 'a.txt' }]),
		toolCalls(['2', 'list', {}]),
		answer('first'),
		answer('second'),
	)
	const runtime = await start({ provider, files: { 'a.txt': 'x\n' } })
	await runtime.prompt('look')
	await runtime.until('run-end')
	await runtime.prompt('and again')
	await runtime.until('run-end')
	for (const [index, request] of provider.requests.entries()) {
		const before = provider.requests[index - 1]
		if (!before) continue
		assert.deepEqual(request.messages.slice(0, before.messages.length), before.messages)
		assert.deepEqual([request.system, request.tools], [before.system, before.tools])
	}
})

test('an unfinished reply is not lost when the model says it was cut off', async () => {
	const provider = scriptedProvider([{ type: 'text-delta', text: 'half an ans' }, finish('length')])
	const runtime = await start({ provider })
	await runtime.prompt('long')
	const { message } = await runtime.until('message-end')
	assert.equal(textOf(message.content), 'half an ans')
	assert.equal((await runtime.until('run-end')).error?.code, 'output-limit')
})

function approve(
	runtime: StartedRuntime,
	request: ApprovalRequest,
	decision: { answer: 'once' | 'session' | 'no' } | { answer: 'no-with-reason'; reason: string },
): Promise<void> {
	return runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision })
}

async function untilQueued(runtime: StartedRuntime, count: number) {
	for (;;) {
		const change = await runtime.until('queue-change')
		if (change.items.length === count) return change
	}
}

function rejected(error: unknown): boolean {
	return error instanceof AgentError && error.code === 'rejected'
}
