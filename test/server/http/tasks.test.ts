import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { promptText } from '../../../src/core/messages.ts'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import { whenAborted } from '../../support/deferred.ts'
import { answer, finish, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import type { Message } from '../../support/server/client.ts'
import { ANN, BOB, type Serving, startServing } from '../../support/server/serving.ts'

async function all(messages: AsyncIterable<Message>): Promise<readonly Message[]> {
	const found: Message[] = []
	for await (const message of messages) found.push(message)
	return found
}

const types = (messages: readonly Message[]) =>
	messages.filter(({ event }) => event === 'event').map(({ data }) => data.event.type)

describe('a task over HTTP', () => {
	test('is refused where no provider would answer to its model', async () => {
		const serving = await startServing({ runtime: { providers: [] } })
		const { status, json } = await serving.ask('POST', '/v1/tasks', {
			body: { prompt: 'x', model: 'mine/large' },
		})
		assert.deepEqual([status, json.error.code], [400, 'model-unknown'])
	})

	test('is made, streamed to its end, and told again from wherever a reader was', async () => {
		const model = scriptedProvider([
			{ type: 'text-delta', text: 'Hel' },
			{ type: 'text-delta', text: 'lo.' },
			finish('stop'),
		])
		const serving = await startServing({ provider: () => model })
		const made = await serving.ask('POST', '/v1/tasks', { body: { prompt: 'say hello', priority: 2 } })
		assert.deepEqual(
			{
				status: made.status,
				location: made.headers.location,
				state: made.json.state,
				server: made.json.server,
			},
			{ status: 201, location: `/v1/tasks/${made.json.id}`, state: 'submitted', server: 'test' },
		)
		const { id } = made.json
		const messages = await all(await serving.stream(`/v1/tasks/${id}/events`))

		const [first] = messages
		const last = messages.at(-1)!
		assert.deepEqual([first?.event, first?.id, last.event, last.id], ['task', undefined, 'task', undefined])
		assert.deepEqual(
			{ state: last.data.state, result: last.data.result, prompt: last.data.prompt },
			{ state: 'completed', result: 'Hello.', prompt: 'say hello' },
		)
		assert.equal(last.data.usage.outputTokens, 2)
		const stored = messages.filter(({ event }) => event === 'event')
		assert.deepEqual(
			stored.map(({ id, data }) => [id, data.runId]),
			stored.map(({ data }) => [String(data.seq), last.data.runs[0]]),
		)
		assert.deepEqual([types(messages)[0], types(messages).at(-1)], ['run-start', 'run-end'])
		assert.ok(messages.filter(({ event }) => event === 'live').every(({ id }) => id === undefined))

		const { items } = (await serving.ask('GET', `/v1/tasks/${id}/events`)).json
		assert.deepEqual(
			items,
			stored.map(({ data }) => data),
		)
		const middle = stored[2]!
		const rest = await all(
			await serving.stream(`/v1/tasks/${id}/events?after=1`, { headers: { 'Last-Event-ID': middle.id! } }),
		)
		assert.deepEqual(types(rest), types(messages).slice(3))
		const { json: later } = await serving.ask('GET', `/v1/tasks/${id}/events?after=${middle.id}&limit=2`)
		assert.deepEqual(later, { items: items.slice(3, 5), next: items[4].seq })

		const shown = await serving.ask('GET', `/v1/tasks/${id}`)
		assert.deepEqual(shown.json, last.data)
		const list = await serving.ask('GET', '/v1/tasks?state=completed&limit=1')
		assert.deepEqual(
			list.json.items.map((item: { id: string }) => item.id),
			[id],
		)
		assert.equal((await serving.ask('GET', '/v1/health', { token: '' })).json.status, 'ok')
	})

	test('tells its text while it is written, before anything of it is stored', async () => {
		const go = deferred()
		const model = scriptedProvider([
			{ type: 'text-delta', text: 'first words' },
			() => go.promise,
			{ type: 'text-delta', text: ', last words' },
			finish('stop'),
		])
		const serving = await startServing({ provider: () => model })
		const id = await serving.create('talk')
		const seen: Message[] = []
		for await (const message of await serving.stream(`/v1/tasks/${id}/events`)) {
			seen.push(message)
			if (message.event === 'live' && message.data.event.text === 'first words') go.resolve()
		}
		const texts = seen
			.filter(({ data }) => data.event?.type === 'text-delta')
			.map(({ data }) => data.event.text)
		assert.equal(texts[0], 'first words')
		assert.equal(seen.at(-1)?.data.result, 'first words, last words')
	})

	test('waits for an approval, takes the right answer, and goes on', async () => {
		const model = scriptedProvider(
			toolCalls(['c1', 'write', { path: 'made.txt', content: 'by a task\n' }]),
			answer('Written.'),
		)
		const serving = await startServing({ provider: () => model })
		const id = await serving.create('write it')
		const { waiting } = await serving.until(id, ({ state }) => state === 'input-required')
		assert.ok(waiting?.for === 'approval' && waiting.text.includes('made.txt'))
		const input = (body: unknown) => serving.ask('POST', `/v1/tasks/${id}/input`, { body })
		const refused = [
			await input({ approval: 'a-other', decision: 'once' }),
			await input({ text: 'go ahead' }),
			await input({ approval: waiting.approvalId }),
			await input({ approval: waiting.approvalId, decision: 'project' }),
			await input({ approval: waiting.approvalId, decision: 'once', reason: 'because' }),
		]
		assert.deepEqual(
			refused.map(({ status }) => status),
			[409, 409, 400, 400, 400],
		)
		assert.match(refused[0]!.json.error.message, new RegExp(waiting.approvalId))
		const two = [{ decision: 'once' }, { decision: 'once' }].map(each =>
			input({ approval: waiting.approvalId, ...each }),
		)
		assert.deepEqual((await Promise.all(two)).map(({ status }) => status).sort(), [202, 409])
		const task = await serving.until(id, ({ state }) => hasEnded(state))
		assert.deepEqual([task.state, task.waiting], ['completed', undefined])
		assert.equal(await readFile(join(serving.cwd, 'made.txt'), 'utf8'), 'by a task\n')
		assert.equal((await input({ text: 'more' })).status, 409)
		model.assertFinished()
	})

	test('is refused a call with a reason, asks a question, and hears what is said meanwhile', async () => {
		const go = deferred()
		const model = scriptedProvider(
			toolCalls(['c1', 'write', { path: 'never.txt', content: 'x' }]),
			toolCalls(['c2', 'ask_user', { question: 'Tea or coffee?', options: ['tea', 'coffee'] }]),
			[() => go.promise, ...answer('One moment.')],
			answer('Tea it is.'),
		)
		const serving = await startServing({ provider: () => model })
		const id = await serving.create('serve something')
		const input = (body: unknown) => serving.ask('POST', `/v1/tasks/${id}/input`, { body })
		const { waiting } = await serving.until(id, ({ state }) => state === 'input-required')
		assert.ok(waiting?.for === 'approval')
		await input({ approval: waiting.approvalId, decision: 'no', reason: 'not in this house' })
		const asked = await serving.until(id, task => task.waiting?.for === 'answer')
		assert.deepEqual(
			[asked.waiting?.text, asked.waiting],
			['Tea or coffee?', { ...asked.waiting, options: ['tea', 'coffee'] }],
		)
		assert.equal((await input({ text: 'tea' })).status, 202)
		await serving.until(id, ({ state }) => state === 'working')
		assert.equal((await input({ text: 'with milk' })).status, 202)
		go.resolve()
		const task = await serving.until(id, ({ state }) => hasEnded(state))
		assert.deepEqual([task.state, task.result], ['completed', 'Tea it is.'])
		const told = JSON.stringify(model.requests.at(-1)?.messages)
		for (const words of ['not in this house', 'tea', 'with milk']) assert.ok(told.includes(words), words)
	})

	test('is canceled while it works, while it waits in line, and only once', async () => {
		const hangs = () => scriptedProvider([{ type: 'text-delta', text: 'on and on' }, whenAborted])
		const serving = await startServing({ provider: hangs, slots: 1 })
		const going = await serving.create('forever')
		const waiting = await serving.create('later')
		await serving.until(going, ({ state }) => state === 'working')
		const cancel = (id: string) => serving.ask('POST', `/v1/tasks/${id}/cancel`)
		const inLine = await cancel(waiting)
		assert.deepEqual([inLine.status, inLine.json.state], [202, 'canceled'])
		assert.equal((await cancel(going)).status, 202)
		const task = await serving.until(going, ({ state }) => hasEnded(state))
		assert.deepEqual([task.state, task.error], ['canceled', undefined])
		assert.deepEqual([(await cancel(going)).status, (await cancel(waiting)).status], [200, 200])
		const { items } = (await serving.ask('GET', `/v1/tasks/${going}/events`)).json
		assert.equal(items.at(-1).event.reason, 'cancelled')
	})

	test('of a failed run has its error; cancel and input are refused then', async () => {
		const serving = await startServing({ provider: () => scriptedProvider() })
		const id = await serving.create('anything')
		const task = await serving.until(id, ({ state }) => hasEnded(state))
		assert.equal(task.state, 'failed')
		assert.ok(task.error?.message)
		assert.equal((await serving.ask('POST', `/v1/tasks/${id}/cancel`)).status, 409)
	})

	test('goes on with a session of its tenant, and a key makes it once', async () => {
		const models = [scriptedProvider(answer('My name is Ida.')), scriptedProvider(answer('Ida.'))]
		let next = 0
		const serving = await startServing({ provider: () => models[next++]! })
		const body = { prompt: 'who are you?', key: 'k1' }
		const first = await serving.ask('POST', '/v1/tasks', { body })
		const again = await serving.ask('POST', '/v1/tasks', { body })
		assert.deepEqual([again.status, again.json.id], [200, first.json.id])
		const { session } = first.json
		const second = await serving.create('your name?', { session })
		const task = await serving.until(second, ({ state }) => hasEnded(state))
		assert.deepEqual([task.session, task.result], [session, 'Ida.'])
		assert.ok(JSON.stringify(models[1]?.requests[0]?.messages).includes('My name is Ida.'))
		// Each task tells of its own runs alone.
		const { items } = (await serving.ask('GET', `/v1/tasks/${second}/events`)).json
		assert.deepEqual(new Set(items.map((item: { runId: string }) => item.runId)), new Set(task.runs))
		const foreign = await serving.ask('POST', '/v1/tasks', { token: BOB, body: { prompt: 'x', session } })
		const none = await serving.ask('POST', '/v1/tasks', {
			token: BOB,
			body: { prompt: 'x', session: 's-none' },
		})
		assert.deepEqual([foreign.status, none.status], [404, 404])
		assert.equal(foreign.text.replaceAll(session, 's-none'), none.text)
	})
})

describe('tenants', () => {
	test('a foreign task answers on every route as one that does not exist, byte for byte', async () => {
		const serving = await startServing({ provider: () => scriptedProvider(answer('secret')) })
		const id = await serving.create('tell me')
		await serving.until(id, ({ state }) => hasEnded(state))
		const none = 't-00000000000000000000'
		const routes: readonly [string, string, unknown?][] = [
			['GET', ''],
			['GET', '/events'],
			['GET', '/events?after=2'],
			['POST', '/cancel'],
			['POST', '/input', { text: 'hello' }],
			['POST', '/input', { approval: 'a-1', decision: 'once' }],
		]
		const accepts = ['application/json', 'text/event-stream']
		for (const [method, path, body] of routes)
			for (const accept of accepts) {
				const of = (task: string) =>
					serving.ask(method, `/v1/tasks/${task}${path}`, { token: BOB, body, headers: { Accept: accept } })
				const [foreign, absent] = [await of(id), await of(none)]
				assert.deepEqual([foreign.status, absent.status], [404, 404], `${method} ${path}`)
				assert.equal(foreign.text.replaceAll(id, none), absent.text)
				const { date: _d, 'content-length': _l, ...headers } = foreign.headers
				const { date: _e, 'content-length': _m, ...others } = absent.headers
				assert.deepEqual(headers, others)
			}
		assert.deepEqual((await serving.ask('GET', '/v1/tasks', { token: BOB })).json, { items: [] })
		const { session } = (await serving.ask('GET', `/v1/tasks/${id}`)).json
		assert.deepEqual((await serving.ask('GET', `/v1/tasks?session=${session}`, { token: BOB })).json, {
			items: [],
		})
	})

	test('remember what they said themselves, and nothing that another one did', async () => {
		const asked = new Map<string, string>()
		const serving = await startServing({
			provider: ({ auth, task }) => {
				const model = scriptedProvider(answer('Noted.'))
				return {
					...model,
					stream: (request, signal) => {
						asked.set(`${auth.user} ${promptText(task.prompt)}`, JSON.stringify(request.messages))
						return model.stream(request, signal)
					},
				}
			},
		})
		const told = await serving.create('The launch password of the Kestrel project is zebra-4711.', {}, ANN)
		await serving.until(told, ({ state }) => hasEnded(state), ANN)
		const question = 'What is the launch password of the Kestrel project?'
		for (const token of [BOB, ANN])
			await serving.until(await serving.create(question, {}, token), ({ state }) => hasEnded(state), token)
		assert.ok(asked.get(`local ${question}`)?.includes('zebra-4711'))
		assert.ok(asked.get(`bob ${question}`)?.includes('Kestrel'))
		assert.ok(!asked.get(`bob ${question}`)?.includes('zebra'))
	})

	test('keep sessions, memory and index in folders of their own, and no token is in any file of theirs', async () => {
		const serving = await startServing({ provider: () => scriptedProvider(answer('noted')) })
		const ids = [await serving.create('of ann', {}, ANN), await serving.create('of bob', {}, BOB)]
		await serving.until(ids[0]!, ({ state }) => hasEnded(state), ANN)
		const task = await serving.until(ids[1]!, ({ state }) => hasEnded(state), BOB)
		const files = await everyFile(serving)
		const logs = files.filter(file => file.path.endsWith(`${task.session}.jsonl`))
		assert.deepEqual(
			logs.map(({ path }) => path.includes('/tenants/crm/bob/sessions/')),
			[true],
		)
		for (const { path, text } of files)
			if (!path.endsWith('/tokens')) assert.ok(!text.includes(ANN) && !text.includes(BOB), path)
	})
})

async function everyFile({ home }: Serving): Promise<readonly { path: string; text: string }[]> {
	const { readdir } = await import('node:fs/promises')
	const entries = await readdir(home, { recursive: true, withFileTypes: true })
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
	const read = files.map(async path => {
		const text = await readFile(path, 'latin1').catch(unlessGone)
		return text === undefined ? [] : [{ path, text }]
	})
	return (await Promise.all(read)).flat()
}

/** Locks and the like of a session go a moment after its task has ended. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
