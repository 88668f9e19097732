import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { userText } from '../../../src/core/messages.ts'
import { EMPTY_VIEW } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
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

function rejectedWith(words: RegExp): (error: unknown) => boolean {
	return error => error instanceof AgentError && error.code === 'rejected' && words.test(error.message)
}

/** One that is at work, and one beside it that only looks. */
async function pair(...replies: readonly ReturnType<typeof answer>[]) {
	const writing = await start({ provider: scriptedProvider(...replies) })
	await writing.prompt('the first prompt')
	await writing.until('run-end')
	const { sessionId } = writing.envelopes.at(-1)!
	const watching = await start({
		provider: scriptedProvider(answer('in the copy')),
		in: writing,
		runtime: {
			session: {
				selector: { kind: 'named', selector: sessionId },
				fork: false,
				isStored: true,
				whenBusy: 'watch',
			},
		},
	})
	return { writing, watching, sessionId }
}

test('a session that another one has open is looked at: what that one writes is seen, prompts are refused', async () => {
	const { writing, watching, sessionId } = await pair(
		answer('The first answer.'),
		toolCalls(['1', 'write', { path: 'a.txt', content: 'x' }]),
		answer('The second answer.'),
	)
	await watching.until('run-end')
	await writing.prompt('the second prompt')
	const { request } = await writing.until('approval-request')
	// The notices about opening come first: who has it, and then that it waits.
	const notices = [await watching.until('notice'), await watching.until('notice')].map(({ text }) => text)
	assert.match(notices.join('\n'), new RegExp(`process ${process.pid} has this session open`))
	assert.match(notices.join('\n'), /waits for an answer: .*a\.txt/)
	await writing.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
	await writing.until('run-end')
	await watching.until('run-end')
	const texts = (of: StartedRuntime) =>
		of.envelopes.flatMap(({ event }) => (event.type === 'message-end' ? [JSON.stringify(event.message)] : []))
	assert.deepEqual(texts(watching), texts(writing))
	assert.ok(
		!watching.envelopes.some(({ event }) => event.type === 'approval-request'),
		'nothing is asked here',
	)
	await assert.rejects(
		watching.port.send({ type: 'prompt', message: userText('me too'), whenBusy: 'queue' }),
		rejectedWith(/has this session open, and here it is only looked at; \/fork/),
	)
	await writing.port.send({ type: 'shutdown' })
	await assert.rejects(
		watching.port.send({ type: 'prompt', message: userText('me too'), whenBusy: 'queue' }),
		rejectedWith(new RegExp(`has let go of this session; /resume ${sessionId}`)),
	)
})

test('that the other one has let go is said when it happens', async () => {
	const { writing, watching, sessionId } = await pair(answer('The first answer.'))
	await watching.until('notice')
	await writing.port.send({ type: 'shutdown' })
	const { text } = await watching.until('notice')
	assert.match(text, new RegExp(`process ${process.pid} has let go of this session; /resume ${sessionId}`))
})

test('what is noted while looking is kept, for notes belong to the project', async () => {
	const { watching } = await pair(answer('The first answer.'))
	await watching.port.send({ type: 'remember', text: 'uses pnpm', scope: 'project' })
	const notices = [await watching.until('notice'), await watching.until('notice')].map(({ text }) => text)
	assert.match(notices[1]!, /^Noted in /)
	const [project] = await watching.port.queries.notes()
	assert.match(project!.notes.join('\n'), /uses pnpm/)
	await assert.rejects(
		watching.port.send({ type: 'remember', text: 'for later', scope: 'session' }),
		rejectedWith(/only looked at/),
	)
})

test('a session that was let go of is taken up where it was looked at', async () => {
	const { writing, watching, sessionId } = await pair(answer('The first answer.'))
	await writing.port.send({ type: 'shutdown' })
	await watching.port.send({ type: 'session-resume', selector: sessionId })
	await watching.prompt('go on here')
	const prompts = watching.envelopes.filter(({ event }) => event.type === 'run-start')
	assert.equal(prompts.at(-1)?.sessionId, sessionId)
	await assert.rejects(
		watching.port.send({ type: 'session-resume', selector: sessionId }),
		rejectedWith(/the session you are in/),
	)
})

test('from looking one goes on in a copy, which knows whose it is', async () => {
	const { watching, sessionId } = await pair(answer('The first answer.'))
	await watching.port.send({ type: 'session-fork' })
	await watching.prompt('go on here')
	const start = watching.envelopes.findLast(({ event }) => event.type === 'session-start')?.event
	assert.ok(start?.type === 'session-start')
	assert.equal(start.parent?.sessionId, sessionId)
	const sessions = await watching.port.queries.sessions()
	assert.deepEqual(
		sessions.map(session => session.parent?.sessionId),
		[sessionId, undefined],
	)
})

test('a fork at an earlier prompt knows nothing of it and what came after', async () => {
	const provider = scriptedProvider(answer('one'), answer('two'), answer('other'))
	const runtime = await start({ provider })
	for (const text of ['the first prompt', 'the second prompt']) {
		await runtime.prompt(text)
		await runtime.until('run-end')
	}
	const [newest] = await runtime.port.queries.rewindPoints()
	assert.equal(newest?.prompt, 'the second prompt')
	await runtime.port.send({ type: 'session-fork', atSeq: newest.toSeq })
	await runtime.prompt('another second prompt')
	const sent = JSON.stringify(await lastRequest(provider.requests))
	assert.ok(sent.includes('the first prompt') && sent.includes('another second prompt'))
	assert.ok(!sent.includes('the second prompt'))
	// The copy's own first, which was told again.
	await runtime.until('run-end')
	await runtime.until('run-end')
	await assert.rejects(
		runtime.port.send({ type: 'session-fork', atSeq: 1 }),
		rejectedWith(/no message up to number 1/),
	)
})

async function lastRequest<Request>(requests: readonly Request[]): Promise<Request | undefined> {
	while (requests.length < 3) await new Promise(resolve => setImmediate(resolve))
	return requests.at(-1)
}

test('a screen that takes up a session shows what its next run goes by, not what the last one did', async () => {
	const first = await start({ provider: scriptedProvider(answer('one')), approvals: { kind: 'all' } })
	await first.prompt('the first prompt')
	await first.until('run-end')
	const { sessionId } = first.envelopes.at(-1)!
	await first.port.send({ type: 'shutdown' })
	const second = await start({
		provider: scriptedProvider(),
		in: first,
		selector: { kind: 'named', selector: sessionId },
		runtime: { approvals: { mode: { kind: 'ask' }, isChosen: false } },
	})
	await second.until('approvals-set')
	assert.deepEqual(second.envelopes.reduce(foldView, EMPTY_VIEW).approvals, { kind: 'ask' })
})
