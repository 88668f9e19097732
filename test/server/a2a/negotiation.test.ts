import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { AgentError } from '../../../src/core/errors.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import type { AskOnce } from '../../../src/server/a2a/negotiation.ts'
import { whenAborted } from '../../support/deferred.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import {
	all,
	asTask,
	clientOf,
	newClient,
	request,
	saying,
	startA2a,
	texts,
	VERSIONS,
} from '../../support/server/a2a.ts'
import { BOB } from '../../support/server/serving.ts'

type Asked = Parameters<AskOnce>[0]

/** A model that says what the test wrote down. */
function judge(...answers: readonly (string | Error)[]): AskOnce & { asked: Asked[] } {
	const asked: Asked[] = []
	const left = [...answers]
	const ask: AskOnce = async one => {
		asked.push(one)
		const next = left.shift() ?? assert.fail('it was asked too often')
		if (next instanceof Error) throw next
		return { text: next, usage: { ...NO_USAGE, inputTokens: 100 }, costMicroUsd: 12 }
	}
	return Object.assign(ask, { asked })
}

const tasksOf = async (serving: Awaited<ReturnType<typeof startA2a>>) =>
	(await serving.ask('GET', '/v1/tasks')).json.items

test.each(VERSIONS)(
	'over A2A %s a greeting is answered with a message, and no task is made',
	async version => {
		const negotiate = judge(
			'{"action":"answer","text":"Hello!"}',
			'```json\n{"action":"answer","text":"Hi!"}\n```',
		)
		const serving = await startA2a({ negotiate })
		const client = await clientOf(version, serving)
		const reply = await client.sendMessage(request(saying('hello')))
		assert.ok('messageId' in reply)
		assert.deepEqual([texts(reply.parts), reply.role, reply.taskId], ['Hello!', 2, ''])
		assert.deepEqual(reply.metadata?.negotiation, {
			usage: { ...NO_USAGE, inputTokens: 100 },
			costMicroUsd: 12,
			state: 'completed',
		})
		const [only, ...more] = await all(client.sendMessageStream(request(saying('hi'))))
		assert.ok(only?.payload?.$case === 'message' && more.length === 0)
		assert.equal(texts(only.payload.value.parts), 'Hi!')
		assert.deepEqual(await tasksOf(serving), [])
	},
)

test('what is missing is asked for first, and the task that follows knows what was said', async () => {
	const negotiate = judge('{"action":"ask","text":"Which file?"}', '{"action":"task"}', '{"action":"task"}')
	const models = [scriptedProvider(answer('Done.'), answer('Again.')), scriptedProvider(answer('Bob’s.'))]
	const serving = await startA2a({
		negotiate,
		provider: ({ auth }) => models[auth.user === 'bob' ? 1 : 0]!,
	})
	const client = await newClient(serving)
	const back = await client.sendMessage(request(saying('rename it')))
	assert.ok('messageId' in back)
	const { contextId } = back
	assert.deepEqual([texts(back.parts), back.metadata?.negotiation.state], ['Which file?', 'input-required'])
	// Somebody else has nothing of it under the same name.
	const bob = asTask(
		await (await newClient(serving, BOB)).sendMessage(request(saying('a.ts', { contextId }))),
	)
	assert.ok(!JSON.stringify(bob).includes('Which file?'))
	const task = asTask(await client.sendMessage(request(saying('a.ts', { contextId }))))
	assert.equal(task.contextId, contextId)
	assert.equal(task.metadata?.negotiation.costMicroUsd, 12)
	assert.equal(texts(task.history[0]?.parts), 'a.ts')
	const prompt = JSON.stringify(models[0]?.requests[0]?.messages)
	for (const part of ['rename it', 'Which file?', 'a.ts']) assert.ok(prompt.includes(part), prompt)
	assert.match(negotiate.asked[2]?.prompt ?? '', /Which file\?.*a\.ts/)
	// A context in which something is done already is work.
	const next = asTask(await client.sendMessage(request(saying('once more', { contextId }))))
	assert.equal(texts(next.artifacts[0]?.parts), 'Again.')
	assert.equal(negotiate.asked.length, 3)
})

test('what the model cannot tell, or nobody can ask it, is a task', async () => {
	const answers = ['I would say: a task', '{"action":"answer"}', '{"action":"dance","text":"x"}', '[]']
	const negotiate = judge(...answers, new AgentError('overloaded', 'try later'), new Error('a bug'))
	const serving = await startA2a({ negotiate })
	const client = await newClient(serving)
	for (let times = 0; times < 6; times++)
		assert.ok('status' in (await client.sendMessage(request(saying('hello'), { returnImmediately: true }))))
	assert.equal((await tasksOf(serving)).length, 6)
})

test('a client that leaves while it is negotiated leaves no task behind', async () => {
	const [asked, over] = [deferred(), deferred()]
	const negotiate: AskOnce = async (_, signal) => {
		asked.resolve()
		await whenAborted(signal)
		over.resolve()
		throw new Error('it was left')
	}
	const serving = await startA2a({ negotiate })
	const leaving = new AbortController()
	const sent = (await newClient(serving)).sendMessage(request(saying('work')), { signal: leaving.signal })
	await asked.promise
	leaving.abort()
	await assert.rejects(sent)
	await over.promise
	assert.deepEqual(await tasksOf(serving), [])
})
