import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import type { Provider } from '../../../src/core/model.ts'
import { nextLook } from '../../support/next-look.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { asTask, clientOf, newClient, request, saying, startA2a, VERSIONS } from '../../support/server/a2a.ts'
import { type Notification, startReceiver } from '../../support/server/receiver.ts'
import { BOB } from '../../support/server/serving.ts'

const config = (url: string, more: object = {}) => ({
	tenant: '',
	taskId: '',
	id: '',
	url,
	token: '',
	authentication: undefined,
	...more,
})

/** Version 1.0 says which kind of event it is, 0.3 sends the task as it is. */
const taskIn = ({ body }: Notification) => body.task ?? body
const stateIn = (told: Notification) =>
	String(taskIn(told).status.state).replace('TASK_STATE_', '').toLowerCase().replace('_', '-')

describe.each(VERSIONS)('push notifications of A2A %s', version => {
	test('tell of every change of a task, with the token that was given, and again where nobody took them', async () => {
		const receiver = await startReceiver(told => (told === 1 ? 503 : 204))
		const model = scriptedProvider(
			toolCalls(['c1', 'ask_user', { question: 'Tea or coffee?', options: ['tea', 'coffee'] }]),
			answer('Tea it is.'),
		)
		const serving = await startA2a({ provider: () => model, pushHosts: ['127.0.0.1'] })
		const client = await clientOf(version, serving)
		const pushed = config(receiver.url, { token: 'secret of the client' })
		const { id } = asTask(
			await client.sendMessage(
				request(saying('drinks?'), { taskPushNotificationConfig: pushed, returnImmediately: true }),
			),
		)
		const [{ id: configId, url } = config('')] = (
			await client.listTaskPushNotificationConfig({ tenant: '', taskId: id, pageSize: 0, pageToken: '' })
		).configs
		assert.deepEqual([url, configId === ''], [receiver.url, false])
		await receiver.until(all => all.some(told => stateIn(told) === 'input-required'))
		await client.sendMessage(request(saying('tea', { taskId: id })))
		const all = await receiver.until(told => told.some(each => stateIn(each) === 'completed'))

		assert.ok(all.every(told => told.headers['x-a2a-notification-token'] === 'secret of the client'))
		assert.ok(all.every(told => taskIn(told).id === id))
		assert.equal(
			all[0]?.headers['content-type'],
			version === '1.0' ? 'application/a2a+json' : 'application/json',
		)
		assert.deepEqual(all[1]?.body, all[0]?.body)
		const last = taskIn(all.at(-1)!)
		assert.equal(last.artifacts[0].parts[0].text, 'Tea it is.')
		assert.equal(last.history ?? undefined, undefined)
	})
})

test('a push notification config is made, shown, replaced and removed, and told by its own kind of credentials', async () => {
	const receiver = await startReceiver()
	const go = deferred()
	const serving = await startA2a({
		provider: () => scriptedProvider([() => go.promise, ...answer('done')]),
		pushHosts: ['127.0.0.1'],
	})
	const client = await newClient(serving)
	const { id: taskId } = asTask(
		await client.sendMessage(request(saying('work'), { returnImmediately: true })),
	)
	await serving.until(taskId, ({ state }) => state === 'working')
	const create = (id: string, more: object) =>
		client.createTaskPushNotificationConfig({ ...config(`${receiver.url}/${id}`), taskId, id, ...more })
	await create('one', { token: 'first' })
	const replaced = await create('one', { authentication: { scheme: 'Bearer', credentials: 'second' } })
	await create('two', { token: 'third' })
	assert.deepEqual(await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'one' }), replaced)
	for (let times = 0; times < 2; times++)
		await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: 'two' })
	await assert.rejects(client.getTaskPushNotificationConfig({ tenant: '', taskId, id: 'two' }), {
		name: /TaskNotFound/,
	})
	await assert.rejects(
		(await newClient(serving, BOB)).getTaskPushNotificationConfig({ tenant: '', taskId, id: 'one' }),
		{ name: /TaskNotFound/ },
	)
	go.resolve()
	const all = await receiver.until(told => told.some(each => stateIn(each) === 'completed'))
	const headers = new Set(
		all.map(told => [told.headers.authorization, told.headers['x-a2a-notification-token']].join()),
	)
	assert.ok(headers.has('Bearer second,') && !headers.has(',third'))
})

test('nothing is told to an address of this machine or its network that was not let in', async () => {
	const receiver = await startReceiver()
	const serving = await startA2a()
	const client = await newClient(serving)
	const urls = [
		receiver.url,
		receiver.url.replace('127.0.0.1', 'localhost'),
		receiver.url.replace('127.0.0.1', '2130706433'),
		'http://[::1]/',
		'http://169.254.169.254/latest/meta-data',
		'http://10.0.0.1/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'https://user:password@example.com/',
		'not a url',
		'',
	]
	for (const url of urls) {
		const asked = client.sendMessage(request(saying('work'), { taskPushNotificationConfig: config(url) }))
		await assert.rejects(asked, { name: /RequestMalformed/ }, url)
	}
	const injected = config('https://example.com/', { token: 'a\r\nX-Evil: 1' })
	await assert.rejects(
		client.sendMessage(request(saying('work'), { taskPushNotificationConfig: injected })),
		/cannot stand in a header/,
	)
	assert.deepEqual((await serving.ask('GET', '/v1/tasks')).json.items, [])
	assert.equal(receiver.told.length, 0)
})

test('a name that leads into this network is looked up once for each try, and not connected to', async () => {
	const [looked, connected]: [string[], string[]] = [[], []]
	const internet = {
		async resolve(host: string) {
			looked.push(host)
			return ['10.0.0.7', '::1', '169.254.169.254']
		},
		connect(address: string) {
			connected.push(address)
			throw new Error('there is no way')
		},
	}
	const serving = await startA2a({ internet })
	const client = await newClient(serving)
	const pushed = { taskPushNotificationConfig: config('https://receiver.example/'), returnImmediately: true }
	const { id: taskId } = asTask(await client.sendMessage(request(saying('work'), pushed)))
	await client.cancelTask({ tenant: '', id: taskId, metadata: undefined })
	const listed = () =>
		client.listTaskPushNotificationConfig({ tenant: '', taskId, pageSize: 0, pageToken: '' })
	while ((await listed()).configs.length > 0) await nextLook()
	assert.ok(looked.length >= 3 && looked.every(host => host === 'receiver.example'))
	assert.deepEqual(connected, [])
})

test('a receiver that refuses, or sends elsewhere, is not asked for ever', async () => {
	const broken = await startReceiver(() => 500)
	const moved = await startReceiver(() => 302)
	const serving = await startA2a({ pushHosts: ['127.0.0.1'] })
	const client = await newClient(serving)
	const { id: taskId } = asTask(
		await client.sendMessage(request(saying('work'), { returnImmediately: true })),
	)
	for (const { url } of [broken, moved])
		await client.createTaskPushNotificationConfig({ ...config(url), taskId })
	await client.cancelTask({ tenant: '', id: taskId, metadata: undefined })
	const listed = () =>
		client.listTaskPushNotificationConfig({ tenant: '', taskId, pageSize: 0, pageToken: '' })
	const isEnd = (told: Notification) => stateIn(told) === 'canceled'
	await broken.until(all => all.filter(isEnd).length === 3)
	// Whom it was to be told is forgotten when all of it is over.
	while ((await listed()).configs.length > 0) await nextLook()
	const counts = [broken, moved].map(({ told }) => [
		told.filter(isEnd).length,
		new Set(told.map(stateIn)).size,
	])
	assert.deepEqual(counts[0]?.[0], 3)
	assert.deepEqual(counts[1]?.[0], 1)
})

test('a task that ends at once is told all the same, and one that has ended is told as it is', async () => {
	const receiver = await startReceiver()
	const model: Provider = {
		id: 'test',
		async *stream() {
			yield* answer('done')
		},
	}
	const serving = await startA2a({ provider: () => model, pushHosts: ['127.0.0.1'] })
	const client = await newClient(serving)
	const isDone = (id: string) => (told: readonly Notification[]) =>
		told.some(each => taskIn(each).id === id && stateIn(each) === 'completed')
	const sent = request(saying('work'), { taskPushNotificationConfig: config(receiver.url) })
	const made = await Promise.all(
		Array.from({ length: 8 }, async () => asTask(await client.sendMessage(sent)).id),
	)
	for (const id of made) await receiver.until(isDone(id))
	const { id: taskId } = asTask(await client.sendMessage(request(saying('work'))))
	await client.createTaskPushNotificationConfig({ ...config(receiver.url), taskId })
	await receiver.until(isDone(taskId))
})
