import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import { isObject } from '../../../src/core/json.ts'
import type { Provider } from '../../../src/core/model.ts'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { asTask, newClient, request, saying, startA2a } from '../../support/server/a2a.ts'
import { BOB, type Serving } from '../../support/server/serving.ts'

type Method = { version: string; method: string; params(id: string): object }

const said = (taskId: string, more: object = {}) => ({
	message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }], taskId, ...more },
})
const saidBefore = (taskId: string) => ({
	message: {
		kind: 'message',
		messageId: 'm',
		role: 'user',
		parts: [{ kind: 'text', text: 'hello' }],
		taskId,
	},
})
// Nothing listens there.
const url = 'http://127.0.0.1:9/'

/** Every method that takes the id of a task, in both versions. */
const METHODS: readonly Method[] = [
	{ version: '1.0', method: 'SendMessage', params: id => said(id) },
	{ version: '1.0', method: 'SendMessage', params: id => said('', { referenceTaskIds: [id] }) },
	{ version: '1.0', method: 'SendStreamingMessage', params: id => said(id) },
	{ version: '1.0', method: 'GetTask', params: id => ({ id }) },
	{ version: '1.0', method: 'CancelTask', params: id => ({ id }) },
	{ version: '1.0', method: 'SubscribeToTask', params: id => ({ id }) },
	{
		version: '1.0',
		method: 'CreateTaskPushNotificationConfig',
		params: taskId => ({ taskId, id: 'c', url }),
	},
	{ version: '1.0', method: 'GetTaskPushNotificationConfig', params: taskId => ({ taskId, id: 'c' }) },
	{ version: '1.0', method: 'ListTaskPushNotificationConfigs', params: taskId => ({ taskId }) },
	{ version: '1.0', method: 'DeleteTaskPushNotificationConfig', params: taskId => ({ taskId, id: 'c' }) },
	{ version: '0.3', method: 'message/send', params: saidBefore },
	{ version: '0.3', method: 'message/stream', params: saidBefore },
	{ version: '0.3', method: 'tasks/get', params: id => ({ id }) },
	{ version: '0.3', method: 'tasks/cancel', params: id => ({ id }) },
	{ version: '0.3', method: 'tasks/resubscribe', params: id => ({ id }) },
	{
		version: '0.3',
		method: 'tasks/pushNotificationConfig/set',
		params: taskId => ({ taskId, pushNotificationConfig: { url } }),
	},
	{
		version: '0.3',
		method: 'tasks/pushNotificationConfig/get',
		params: id => ({ id, pushNotificationConfigId: 'c' }),
	},
	{ version: '0.3', method: 'tasks/pushNotificationConfig/list', params: id => ({ id }) },
	{
		version: '0.3',
		method: 'tasks/pushNotificationConfig/delete',
		params: id => ({ id, pushNotificationConfigId: 'c' }),
	},
]

async function call(serving: Serving, { version, method, params }: Method, id: string, token: string) {
	const { status, headers, text } = await serving.ask('POST', '/a2a', {
		token,
		headers: { 'A2A-Version': version },
		body: { jsonrpc: '2.0', id: 7, method, params: params(id) },
	})
	const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
	return { status, type: headers['content-type'], body: JSON.parse(data) }
}

describe('the task of another tenant', () => {
	test('answers on every method of both versions as one that does not exist, and nothing happens to it', async () => {
		const go = deferred()
		const serving = await startA2a({
			provider: () => scriptedProvider([() => go.promise, ...answer('done')]),
			pushHosts: ['127.0.0.1'],
		})
		const client = await newClient(serving)
		const { id } = asTask(await client.sendMessage(request(saying('work'), { returnImmediately: true })))
		await client.createTaskPushNotificationConfig({
			tenant: '',
			taskId: id,
			id: 'c',
			url,
			token: '',
			authentication: undefined,
		})
		await serving.until(id, ({ state }) => state === 'working')
		const unknown = id.replace(/[0-9a-f]{6}$/, end => [...end].reverse().join('').replaceAll(/./g, 'f'))
		for (const method of METHODS) {
			const foreign = await call(serving, method, id, BOB)
			const missing = await call(serving, method, unknown, BOB)
			assert.equal(foreign.body.error?.code, -32001, `${method.method}: ${JSON.stringify(foreign.body)}`)
			assert.deepEqual(
				JSON.stringify(foreign).replaceAll(id, 'ID'),
				JSON.stringify(missing).replaceAll(unknown, 'ID'),
				method.method,
			)
		}
		const { items } = await serving.hub.tasks.list({ app: 'crm', user: 'bob' }, { limit: 10 })
		assert.deepEqual(items, [])
		const configs = await client.listTaskPushNotificationConfig({
			tenant: '',
			taskId: id,
			pageSize: 0,
			pageToken: '',
		})
		assert.deepEqual(
			configs.configs.map(({ url }) => url),
			[url],
		)
		go.resolve()
		assert.equal((await serving.until(id, ({ state }) => state === 'completed')).result, 'done')
	})
})

describe('what is no good request', () => {
	const raw = (body: string | object, headers: Record<string, string> = {}) => ({
		headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0', ...headers },
		raw: typeof body === 'string' ? body : JSON.stringify(body),
	})
	const ofMethod = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 'x', method, params })
	const hello = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] }

	test('has the error that JSON-RPC and A2A have for it', async () => {
		const serving = await startA2a()
		const cases: readonly (readonly [code: number, asked: ReturnType<typeof raw>])[] = [
			[-32700, raw('{"jsonrpc": "2.0", ')],
			[-32700, raw('')],
			[-32600, raw('[]')],
			[-32600, raw({ jsonrpc: '1.0', id: 1, method: 'GetTask' })],
			[-32600, raw({ jsonrpc: '2.0', id: {}, method: 'GetTask' })],
			[-32600, raw({ jsonrpc: '2.0', id: 1 })],
			[-32601, raw(ofMethod('DropTables'))],
			[-32601, raw(ofMethod('tasks/drop'))],
			[-32602, raw(ofMethod('GetTask', []))],
			[-32602, raw(ofMethod('GetTask', { id: '' }))],
			[-32602, raw(ofMethod('SendMessage', {}))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, messageId: '' } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, parts: [] } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, parts: [{ text: '  ' }] } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, contextId: 'x'.repeat(300) } }))],
			[-32602, raw(ofMethod('SendMessage', { message: hello, metadata: { priority: 'high' } }))],
			[-32602, raw(ofMethod('SendMessage', { message: hello, metadata: { workspace: '/etc' } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, role: 'ROLE_AGENT' } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { messageId: 'm', parts: hello.parts } }))],
			[-32602, raw(ofMethod('SendMessage', { message: { ...hello, parts: [{ raw: '***' }] } }))],
			[-32602, raw(ofMethod('ListTasks', { historyLength: -1 }))],
			[-32602, raw(ofMethod('message/send', { message: { messageId: 'm', role: 'user' } }))],
			[
				-32005,
				raw(ofMethod('SendMessage', { message: { ...hello, parts: [{ raw: 'AAEC', mediaType: 'x/y' }] } })),
			],
			[
				-32005,
				raw(
					ofMethod('SendMessage', {
						message: { ...hello, parts: [{ raw: 'aGVsbG8=', mediaType: 'image/png' }] },
					}),
				),
			],
			[-32005, raw('hello', { 'Content-Type': 'text/plain' })],
			[-32004, raw(ofMethod('GetExtendedAgentCard'))],
			[-32009, raw(ofMethod('GetTask', { id: 't' }), { 'A2A-Version': '2.0' })],
			[-32001, raw(ofMethod('GetTask', { id: 't' }), { 'A2A-Version': '1.0.3' })],
		]
		for (const [code, asked] of cases) {
			const { status, json } = await serving.ask('POST', '/a2a', asked)
			assert.deepEqual([status, json?.error?.code], [200, code], asked.raw)
			assert.ok(json.error.message.length > 10, json.error.message)
		}
		assert.equal(
			(await serving.hub.tasks.list({ app: 'local', user: 'local' }, { limit: 5 })).items.length,
			0,
		)
		assert.equal((await serving.ask('GET', '/a2a')).status, 405)
		assert.equal((await serving.ask('POST', '/a2a/nobody', raw(ofMethod('GetTask')))).status, 404)
	})

	test('is answered, whatever it is, and never with a fault of ours', async () => {
		const model: Provider = {
			id: 'test',
			async *stream() {
				yield* answer('done')
			},
		}
		const serving = await startA2a({ provider: () => model })
		const { id } = asTask(
			await (await newClient(serving)).sendMessage(request(saying('x'), { returnImmediately: true })),
		)
		const value = fc.oneof(
			{ withCrossShrink: true },
			fc.constantFrom(id, '', url, 'ROLE_USER', 'user', 'message', 'text', 7, -1, null, true),
			fc.jsonValue({ maxDepth: 2 }),
		)
		const fields = [
			'id',
			'taskId',
			'contextId',
			'message',
			'messageId',
			'role',
			'parts',
			'kind',
			'text',
			'raw',
			'data',
			'url',
		]
		const more = [
			'configuration',
			'historyLength',
			'pushNotificationConfig',
			'taskPushNotificationConfig',
			'metadata',
		]
		const others = [
			'pageSize',
			'pageToken',
			'status',
			'statusTimestampAfter',
			'referenceTaskIds',
			'tenant',
			'authentication',
		]
		const name = fc.constantFrom(...fields, ...more, ...others)
		const nested = fc.dictionary(name, value, { maxKeys: 6 })
		const params = fc.dictionary(name, fc.oneof(value, nested, fc.array(nested, { maxLength: 2 })), {
			maxKeys: 8,
		})
		const method = fc.constantFrom(...METHODS.map(each => each.method), 'ListTasks', 'GetExtendedAgentCard')
		const message = { messageId: 'm', role: 'user', parts: 7 }
		await fc.assert(
			fc.asyncProperty(method, fc.oneof(params, value), async (method, params) => {
				const given =
					isObject(params) && 'message' in params
						? { ...params, message: { ...message, parts: params.message } }
						: params
				const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: given })
				const { status, text } = await serving.ask('POST', '/a2a', raw(body))
				const answer = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
				assert.equal(status, 200, body)
				assert.notEqual(answer.error?.code, -32603, `${body} ${text}`)
			}),
			{ numRuns: 300 },
		)
	})

	test('has 429 and when to come back where too much waits already', async () => {
		const serving = await startA2a()
		const send = () =>
			serving.ask(
				'POST',
				'/a2a',
				raw(ofMethod('SendMessage', { message: hello, configuration: { returnImmediately: true } })),
			)
		for (let made = 0; made < 100; made++) assert.equal((await send()).status, 200)
		const { status, headers, json } = await send()
		assert.deepEqual([status, headers['retry-after'], json.error.code], [429, '5', -32603])
		assert.match(json.error.message, /100 of your tasks are waiting/)
	})
})
