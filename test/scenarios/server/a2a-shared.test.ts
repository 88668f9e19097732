import assert from 'node:assert/strict'
import { TaskState } from '@a2a-js/sdk'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { filePart } from '../../../src/server/a2a/task/part-content.ts'
import { PICTURE } from '../../support/picture.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { all, asTask, newClient, request, saying, texts } from '../../support/server/a2a.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import { BOB, Servers } from '../../support/server/servers.ts'

describe.skipIf(!hasPostgres)('A2A through two servers on one PostgreSQL', () => {
	let postgres: Postgres
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})

	test('whoever is asked knows the task, and a subscriber of one server sees it end after its own server is killed', {
		timeout: 60_000,
	}, async () => {
		const servers = await Servers.open(await postgres.freshDatabase())
		try {
			const receiver = await startReceiver()
			const flags = ['--approve', 'all', '--allow-push-host', '127.0.0.1']
			await servers.start('one', flags)
			await servers.start('two', flags)
			const held = servers.model.hold({ text: 'half of an answer' })
			servers.model.script({ text: 'the whole answer' }, { text: 'and more' })
			const [one, two] = await Promise.all(
				['one', 'two'].map(name => newClient({ url: servers.urlOf(name) })),
			)
			// Neither server has a folder of the other.
			const asked = saying('what is in it?')
			asked.parts.push(filePart({ bytes: PICTURE.bytes, mediaType: 'image/png', name: 'it.png' }))
			const taskPushNotificationConfig = { ...PUSH, url: receiver.url }
			const sent = asTask(
				await one!.sendMessage(request(asked, { returnImmediately: true, taskPushNotificationConfig })),
			)
			await held.until('text')
			await receiver.until(told => told.some(({ body }) => body.task.status.state === 'TASK_STATE_WORKING'))
			const runner = await servers.runnerOf(sent.id)
			const watching = runner === 'one' ? two! : one!
			assert.equal(
				(await watching.getTask({ tenant: '', id: sent.id })).status?.state,
				TaskState.TASK_STATE_WORKING,
			)
			const stream = watching.resubscribeTask({ tenant: '', id: sent.id })
			assert.equal((await stream.next()).value?.payload?.$case, 'task')
			const rest = all(stream)
			assert.equal(await servers.killRunner(sent.id), runner)
			const last = (await rest).at(-1)?.payload
			assert.ok(last?.$case === 'statusUpdate')
			assert.equal(last.value.status?.state, TaskState.TASK_STATE_COMPLETED)
			await receiver.until(told => told.some(({ body }) => body.task.status.state === 'TASK_STATE_COMPLETED'))
			const whole = await watching.getTask({ tenant: '', id: sent.id })
			assert.equal(texts(whole.artifacts.at(-1)?.parts), 'the whole answer')
			const [first, again] = servers.model.requests.map(({ body }) => JSON.stringify(body))
			assert.ok(first?.includes(PICTURE.base64) && again?.includes(PICTURE.base64))
			// What was said in the same context goes on in the same session.
			const next = asTask(
				await watching.sendMessage(request(saying('go on', { contextId: whole.contextId }))),
			)
			assert.equal(texts(next.artifacts.at(-1)?.parts), 'and more')
			assert.match(JSON.stringify(servers.model.requests.at(-1)?.body), /the whole answer/)
			const [left = ''] = servers.names
			const bob = await newClient({ url: servers.urlOf(left) }, BOB)
			await assert.rejects(bob.getTask({ tenant: '', id: sent.id }), /there is no task/)
			servers.model.assertFinished()
		} finally {
			await servers.close()
		}
	})
})

const PUSH = { tenant: '', taskId: '', id: '', token: '', authentication: undefined }
