import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Part, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { AgentError } from '../../../src/core/errors.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import {
	all,
	asTask,
	clientOf,
	data,
	dataOf,
	newClient,
	oldCard,
	request,
	saying,
	startA2a,
	texts,
	VERSIONS,
} from '../../support/server/a2a.ts'

const WRITE = toolCalls(['c1', 'write', { path: 'made.txt', content: 'by a task\n' }])
const UNKNOWN = 't-0000000000000000000'

const stateOf = (task: Task) => task.status?.state
const answerOf = (task: Task) =>
	texts(task.artifacts.find(({ artifactId }) => artifactId === 'answer')?.parts)

/** A stream as lines: what comes in which order. */
function lines(events: readonly StreamResponse[]): readonly string[] {
	return events.map(({ payload }) => {
		switch (payload?.$case) {
			case 'task':
				return `task ${payload.value.status?.state}`
			case 'statusUpdate':
				return `status ${payload.value.status?.state} ${texts(payload.value.status?.message?.parts)}`.trim()
			case 'artifactUpdate': {
				const { artifact, append, lastChunk } = payload.value
				return `${artifact?.artifactId}${append ? ' +' : ''}${lastChunk ? ' last' : ''} ${texts(artifact?.parts)}`
			}
			case 'message':
				return `message ${texts(payload.value.parts)}`
			default:
				return 'nothing'
		}
	})
}

describe('the agent card', () => {
	test('is open to everybody and names an interface for each version, a token and what the agent can do', async () => {
		const serving = await startA2a()
		const card = await (await newClient(serving, 'nobody')).getAgentCard()
		assert.deepEqual(
			card.supportedInterfaces.map(({ url, protocolBinding, protocolVersion }) => [
				url,
				protocolBinding,
				protocolVersion,
			]),
			[
				[`${serving.url}/a2a`, 'JSONRPC', '1.0'],
				[`${serving.url}/a2a`, 'JSONRPC', '0.3'],
			],
		)
		assert.deepEqual(card.capabilities, {
			streaming: true,
			pushNotifications: true,
			extendedAgentCard: false,
			extensions: [],
		})
		assert.equal(card.securitySchemes.bearer?.scheme?.$case, 'httpAuthSecurityScheme')
		assert.deepEqual(card.securityRequirements, [{ schemes: { bearer: { list: [] } } }])
		assert.ok(card.skills.length > 0 && card.skills.every(({ id, tags }) => id !== '' && tags.length > 0))
		const { raw, card: old } = await oldCard(serving)
		assert.deepEqual(
			{ url: old.supportedInterfaces[0]?.url, version: old.supportedInterfaces[0]?.protocolVersion },
			{ url: `${serving.url}/a2a`, version: '0.3.0' },
		)
		for (const path of ['/.well-known/agent.json', '/a2a/keelson/.well-known/agent-card.json']) {
			const { status, json } = await serving.ask('GET', path, { token: '' })
			assert.deepEqual([status, json.name], [200, 'Keelson'])
			if (!path.startsWith('/a2a')) assert.deepEqual(json, raw)
		}
	})

	test('is refused to a foreign host and page, and what is behind it to whoever has no token', async () => {
		const serving = await startA2a()
		const asked = async (headers: Record<string, string>, token = '') =>
			(await serving.ask('GET', '/.well-known/agent-card.json', { token, headers })).status
		assert.deepEqual(
			[
				await asked({ Host: 'evil.example' }),
				await asked({ Origin: 'null' }),
				await asked({ Host: 'tasks.example' }),
			],
			[421, 403, 200],
		)
		const tls = { Host: 'tasks.example', 'X-Forwarded-Proto': 'https' }
		const behind = await serving.ask('GET', '/.well-known/agent-card.json', { token: '', headers: tls })
		assert.equal(behind.json.url, 'https://tasks.example/a2a')
		for (const token of ['', 'wrong']) {
			const { status, headers } = await serving.ask('POST', '/a2a', { token, body: {} })
			assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'])
		}
	})

	test('is one for each agent, by name', async () => {
		const agents = ['one', 'two'].map(name => ({
			name,
			title: `Agent ${name}`,
			description: name,
			skills: [],
		}))
		const serving = await startA2a({ agents })
		const names = ['', '/a2a/one', '/a2a/two'].map(async path => {
			const { json } = await serving.ask('GET', `${path}/.well-known/agent-card.json`, { token: '' })
			return [json.name, json.url.replace(serving.url, '')]
		})
		assert.deepEqual(await Promise.all(names), [
			['Agent one', '/a2a'],
			['Agent one', '/a2a/one'],
			['Agent two', '/a2a/two'],
		])
		const { status } = await serving.ask('GET', '/a2a/three/.well-known/agent-card.json')
		assert.equal(status, 404)
	})
})

describe.each(VERSIONS)('a client of A2A %s', version => {
	test('sends a message and has the task when it is done, with history, artifacts and what it cost', async () => {
		const serving = await startA2a({ provider: () => scriptedProvider(answer('{"sum": 4}')) })
		const client = await clientOf(version, serving)
		const task = asTask(await client.sendMessage(request(saying('what is 2 + 2? as JSON'))))
		assert.equal(stateOf(task), TaskState.TASK_STATE_COMPLETED)
		assert.deepEqual([answerOf(task), data(task.artifacts[0]?.parts)], ['{"sum": 4}', [{ sum: 4 }]])
		assert.deepEqual(
			task.history.map(({ role, parts }) => [role, texts(parts)]),
			[
				[1, 'what is 2 + 2? as JSON'],
				[2, '{"sum": 4}'],
			],
		)
		assert.equal(task.metadata?.usage.outputTokens, 2)
		assert.deepEqual(await client.getTask({ tenant: '', id: task.id }), task)
		const short = await client.getTask({ tenant: '', id: task.id, historyLength: 1 })
		assert.deepEqual(short.history, task.history.slice(-1))
		assert.deepEqual((await client.getTask({ tenant: '', id: task.id, historyLength: 0 })).history, [])
		await assert.rejects(client.getTask({ tenant: '', id: task.id, historyLength: -1 }), /historyLength -1/)
	})

	test('has the task at once where it does not want to wait, streams the rest and comes back in the middle', async () => {
		const [first, second] = [deferred(), deferred()]
		const model = scriptedProvider([
			() => first.promise,
			{ type: 'text-delta', text: 'first words' },
			() => second.promise,
			{ type: 'text-delta', text: ', last words' },
			finish('stop'),
		])
		const serving = await startA2a({ provider: () => model })
		const client = await clientOf(version, serving)
		const { id } = asTask(await client.sendMessage(request(saying('talk'), { returnImmediately: true })))
		const early = client.resubscribeTask({ tenant: '', id })
		assert.equal((await early.next()).value?.payload?.$case, 'task')
		first.resolve()
		const seen: StreamResponse[] = []
		let late: Promise<readonly StreamResponse[]> | undefined
		for await (const event of early) {
			seen.push(event)
			if (event.payload?.$case !== 'artifactUpdate' || late) continue
			const again = client.resubscribeTask({ tenant: '', id })
			const task = await again.next()
			assert.equal(task.value?.payload?.$case, 'task')
			late = all(again)
			second.resolve()
		}
		const told = lines(seen).filter(line => line.startsWith('answer'))
		assert.deepEqual([told[0], told.at(-1)], ['answer first words', 'answer last first words, last words'])
		const end = ['answer last first words, last words', `status ${TaskState.TASK_STATE_COMPLETED}`]
		assert.deepEqual(lines(seen).slice(-2), end)
		assert.deepEqual(lines((await late) ?? []).slice(-2), end)
		await assert.rejects(all(client.resubscribeTask({ tenant: '', id })), /has ended/)
	})

	test('is asked for an approval in the middle, answers with the same task, and it goes on', async () => {
		const model = scriptedProvider(
			[{ type: 'text-delta', text: 'I write it.' }, ...WRITE],
			toolCalls(['c2', 'ask_user', { question: 'Tea or coffee?', options: ['tea', 'coffee'] }]),
			answer('Tea it is.'),
		)
		const serving = await startA2a({ provider: () => model })
		const client = await clientOf(version, serving)
		const events = await all(client.sendMessageStream(request(saying('write it'))))
		const [begin] = events
		assert.ok(begin?.payload?.$case === 'task')
		const { id, contextId } = begin.payload.value
		// A stream that began later than that has it in the history of its first event.
		const history = begin.payload.value.history.map(({ parts }) => texts(parts))
		assert.ok(
			[...history, ...lines(events).map(line => line.replace(/^status 2 /, ''))].includes('I write it.'),
		)
		const asked = events.at(-1)?.payload
		assert.ok(asked?.$case === 'statusUpdate')
		assert.equal(asked.value.status?.state, TaskState.TASK_STATE_INPUT_REQUIRED)
		const [{ approval, decisions }] = data(asked.value.status?.message?.parts) as [
			{ approval: string; decisions: string[] },
		]
		assert.deepEqual(decisions, ['once', 'session', 'no'])
		assert.match(texts(asked.value.status?.message?.parts), /made\.txt/)

		const reply = (parts: Parameters<typeof saying>[0], more = {}) =>
			client.sendMessage(request(saying(parts, { taskId: id, ...more })))
		await assert.rejects(reply('what would that be?'), /no answer to an approval/)
		await assert.rejects(reply('allow', { contextId: 'another' }), /is not of context another/)
		await assert.rejects(reply([dataOf({ approval: 'a-0', decision: 'once' })]), /is not waited for/)
		const next = asTask(await reply([dataOf({ approval, decision: 'once' })], { contextId }))
		assert.equal(stateOf(next), TaskState.TASK_STATE_INPUT_REQUIRED)
		const [question] = data(next.status?.message?.parts) as [{ options: string[] }]
		assert.deepEqual(
			[texts(next.status?.message?.parts), question.options],
			['Tea or coffee?', ['tea', 'coffee']],
		)
		const rest = await all(client.sendMessageStream(request(saying('tea', { taskId: id }))))
		assert.equal(lines(rest)[0], `task ${TaskState.TASK_STATE_WORKING}`)
		assert.equal(lines(rest).at(-1), `status ${TaskState.TASK_STATE_COMPLETED}`)
		assert.equal(await readFile(join(serving.cwd, 'made.txt'), 'utf8'), 'by a task\n')

		const task = await client.getTask({ tenant: '', id })
		const said = task.history.map(
			({ role, parts }) => `${role} ${texts(parts) || JSON.stringify(data(parts)[0])}`,
		)
		assert.deepEqual(
			[said[0], said[1], said[3], said[5], said[6]],
			[
				'1 write it',
				'2 I write it.',
				`1 {"approval":"${approval}","decision":"once"}`,
				'1 tea',
				'2 Tea it is.',
			],
		)
		await assert.rejects(reply('more'), /has ended/)
		model.assertFinished()
	})

	test('refuses in words with a reason, says something meanwhile, and goes on in the same context', async () => {
		const go = deferred()
		const models = [
			scriptedProvider(WRITE, [() => go.promise, ...answer('One moment.')], answer('Left alone.')),
			scriptedProvider(answer('Still alone.')),
		]
		let model = models[0]
		const serving = await startA2a({ provider: () => model! })
		const client = await clientOf(version, serving)
		const first = asTask(await client.sendMessage(request(saying('write it'))))
		assert.equal(stateOf(first), TaskState.TASK_STATE_INPUT_REQUIRED)
		const { id, contextId } = first
		const reply = (text: string) =>
			client.sendMessage(request(saying(text, { taskId: id, contextId }), { returnImmediately: true }))
		assert.equal(stateOf(asTask(await reply('deny: not in that folder'))), TaskState.TASK_STATE_WORKING)
		await serving.until(id, ({ state }) => state === 'working')
		await reply('and be quick')
		go.resolve()
		const done = await serving.until(id, ({ state }) => state === 'completed')
		assert.equal(done.result, 'Left alone.')
		const requests = JSON.stringify(models[0]?.requests.at(-1)?.messages)
		assert.ok(requests.includes('not in that folder') && requests.includes('and be quick'))
		model = models[1]
		const second = asTask(
			await client.sendMessage(request(saying('and now?', { contextId, referenceTaskIds: [id] }))),
		)
		assert.deepEqual([second.contextId, answerOf(second)], [contextId, 'Still alone.'])
		const seen = JSON.stringify(models[1]?.requests[0]?.messages)
		assert.ok(seen.includes('write it') && seen.includes(`Task ${id}, which the following refers to`))
	})

	test('ends a task that waits and one that runs, and cannot end one that is done', async () => {
		const hold = deferred()
		const serving = await startA2a({
			provider: () => scriptedProvider([() => hold.promise, ...answer('never')]),
			slots: 1,
		})
		const client = await clientOf(version, serving)
		const begin = async () =>
			asTask(await client.sendMessage(request(saying('work'), { returnImmediately: true }))).id
		const running = await begin()
		await serving.until(running, ({ state }) => state === 'working')
		const waiting = await begin()
		for (const id of [waiting, running]) {
			const task = await client.cancelTask({ tenant: '', id, metadata: undefined })
			assert.equal(stateOf(task), TaskState.TASK_STATE_CANCELED)
		}
		hold.resolve()
		assert.equal(
			stateOf(await client.cancelTask({ tenant: '', id: running, metadata: undefined })),
			TaskState.TASK_STATE_CANCELED,
		)
	})

	test('is told what went wrong of a task that has failed', async () => {
		const serving = await startA2a({
			provider: () => scriptedProvider([{ type: 'error', error: FORBIDDEN }]),
		})
		const task = asTask(await (await clientOf(version, serving)).sendMessage(request(saying('work'))))
		assert.equal(stateOf(task), TaskState.TASK_STATE_FAILED)
		assert.match(texts(task.status?.message?.parts), /the key is wrong/)
	})
})

const FORBIDDEN = new AgentError('auth-failed', 'the key is wrong')

test('a context of the client’s own name is kept, and is nobody else’s', async () => {
	const serving = await startA2a({ provider: () => scriptedProvider(answer('yes')) })
	const client = await newClient(serving)
	const first = asTask(await client.sendMessage(request(saying('one', { contextId: 'my chat' }))))
	const second = asTask(await client.sendMessage(request(saying('two', { contextId: 'my chat' }))))
	assert.deepEqual([first.contextId, second.contextId], ['my chat', 'my chat'])
	const listed = (await client.listTasks(listing({ contextId: 'my chat' }))).tasks
	assert.deepEqual(
		listed.map(({ id, contextId }) => [id, contextId]),
		[second, first].map(({ id }) => [id, 'my chat']),
	)
	const session =
		(await serving.hub.tasks.list({ app: 'local', user: 'local' }, { limit: 1 })).items[0]?.session ?? ''
	const bob = await newClient(serving, 'token-of-bob-0123456789')
	for (const contextId of ['my chat', session]) {
		const task = asTask(await bob.sendMessage(request(saying('three', { contextId }))))
		assert.deepEqual([task.contextId, task.history.length], [contextId, 2])
		assert.equal((await bob.listTasks(listing({ contextId }))).totalSize, 1)
	}
	assert.equal((await client.listTasks(listing({}))).totalSize, 2)
})

test('a client that leaves a stream ends nothing, and nobody waits for it', async () => {
	const go = deferred()
	const model = scriptedProvider([() => go.promise, ...answer('done')])
	const serving = await startA2a({ provider: () => model })
	const client = await newClient(serving)
	const leaving = new AbortController()
	const stream = client.sendMessageStream(request(saying('work')), { signal: leaving.signal })
	const { value } = await stream.next()
	assert.ok(value?.payload?.$case === 'task')
	leaving.abort()
	await assert.rejects(all(stream))
	go.resolve()
	const task = await serving.until(value.payload.value.id, ({ state }) => state === 'completed')
	assert.equal(task.result, 'done')
})

test('a message with a key that was there before is the same task', async () => {
	const serving = await startA2a()
	const client = await newClient(serving)
	const send = async (key: string) => {
		const sent = { ...request(saying('work'), { returnImmediately: true }), metadata: { key, priority: 3 } }
		const { id, contextId } = asTask(await client.sendMessage(sent))
		return { id, contextId }
	}
	const first = await send('order-1')
	assert.deepEqual(await send('order-1'), first)
	assert.notEqual((await send('order-2')).id, first.id)
	assert.equal((await serving.ask('GET', `/v1/tasks/${first.id}`)).json.priority, 3)
})

test('a task is part of the trace that its message came with', async () => {
	const serving = await startA2a()
	const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
	const params = {
		message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] },
		configuration: { returnImmediately: true },
	}
	const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params }
	await serving.ask('POST', '/a2a', { headers: { traceparent }, body })
	const { items } = await serving.hub.tasks.list({ app: 'local', user: 'local' }, { limit: 1 })
	assert.equal(items[0]?.traceparent, traceparent)
})

test('tasks are listed a page at a time, by state, context and time', async () => {
	const serving = await startA2a()
	const client = await newClient(serving)
	const made: string[] = []
	for (const text of ['a', 'b', 'c', 'd', 'e'])
		made.unshift(asTask(await client.sendMessage(request(saying(text), { returnImmediately: true }))).id)
	const ids: string[] = []
	let pageToken = ''
	for (const size of [2, 2, 1]) {
		const page = await client.listTasks(listing({ pageSize: 2, pageToken }))
		assert.deepEqual([page.tasks.length, page.totalSize, page.pageSize], [size, 5, 2])
		ids.push(...page.tasks.map(({ id }) => id))
		pageToken = page.nextPageToken
	}
	assert.deepEqual([ids, pageToken], [made, ''])
	await client.cancelTask({ tenant: '', id: made[1]!, metadata: undefined })
	const state = async (status: TaskState) =>
		(await client.listTasks(listing({ status }))).tasks.map(({ id }) => id)
	assert.deepEqual(await state(TaskState.TASK_STATE_CANCELED), [made[1]])
	const [first, ...others] = (await client.listTasks(listing({}))).tasks.map(({ id }) => id)
	assert.deepEqual([first, others], [made[1], made.filter(id => id !== made[1])])
	assert.deepEqual(await state(TaskState.TASK_STATE_AUTH_REQUIRED), [])
	const { updatedAt } = (await serving.ask('GET', `/v1/tasks/${made[1]}`)).json
	const since = await client.listTasks(listing({ statusTimestampAfter: new Date(updatedAt).toISOString() }))
	assert.deepEqual(
		since.tasks.map(({ id }) => id),
		[made[1]],
	)
	assert.deepEqual((await client.listTasks(listing({ contextId: 'unheard of' }))).tasks, [])
	for (const wrong of [
		{ pageSize: 0 },
		{ pageSize: 101 },
		{ statusTimestampAfter: 'yesterday' },
		{ pageToken: 'x' },
	])
		await assert.rejects(client.listTasks(listing(wrong)), { name: /RequestMalformed/ })
	await assert.rejects(client.getTask({ tenant: '', id: UNKNOWN }), { name: /TaskNotFound/ })
})

function listing(more: object) {
	return { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined, ...more }
}

test('data, files and pictures of a message reach the model', async () => {
	const models = [scriptedProvider(answer('Seen.')), scriptedProvider(answer('Seen.'))]
	let used = 0
	const serving = await startA2a({ provider: () => models[used++]! })
	const client = await newClient(serving)
	const part = (content: Part['content'], filename = '', mediaType = ''): Part => ({
		content,
		filename,
		mediaType,
		metadata: undefined,
	})
	const parts = [
		part({ $case: 'text', value: 'look at these' }),
		part({ $case: 'data', value: { level: 3 } }),
		part({ $case: 'raw', value: Buffer.from('a,b\n1,2\n') }, 'table.csv', 'text/csv'),
		part({ $case: 'url', value: 'https://example.com/page' }),
		part({ $case: 'raw', value: Buffer.from(PICTURE, 'base64') }, 'dot.png', 'image/png'),
	]
	for (const sent of [parts, parts.slice(-1)])
		assert.equal(
			stateOf(asTask(await client.sendMessage(request(saying(sent))))),
			TaskState.TASK_STATE_COMPLETED,
		)
	const [first, second] = models.map(({ requests }) => requests[0]?.messages.at(-1)?.content ?? [])
	const seen = JSON.stringify(first)
	for (const text of ['look at these', 'level', 'table.csv', 'a,b', 'https://example.com/page'])
		assert.ok(seen.includes(text), text)
	assert.ok([first, second].every(content => content?.some(({ type }) => type === 'image')))
})

/** One point. */
const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
