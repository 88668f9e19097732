import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { makeDesk, startAgent } from '../../support/run-agent.ts'
import { asTask, newClient, request, saying, texts } from '../../support/server/a2a.ts'
import { startReceiver } from '../../support/server/receiver.ts'

test('the program says where it speaks A2A, negotiates with one request without tools, and tells of its tasks', async () => {
	const model = await startModelServer()
	const desk = await makeDesk()
	const receiver = await startReceiver()
	model.script(
		{ text: '{"action":"answer","text":"Hello!"}' },
		{ text: '{"action":"task"}' },
		{ text: 'All is done.' },
	)
	const flags = ['-m', 'openai/test-model', '--negotiate', '--allow-push-host', '127.0.0.1']
	const agent = startAgent(['serve', ...flags], { desk, env: model.environment })
	try {
		await agent.says('"listening"')
		const url = (await readFile(join(desk.home, 'tasks', '.listening'), 'utf8')).trim()
		const token = (await readFile(join(desk.home, 'server-token'), 'utf8')).trim()
		const client = await newClient({ url }, token)
		const reply = await client.sendMessage(request(saying('hello')))
		assert.ok('messageId' in reply && texts(reply.parts) === 'Hello!')
		assert.ok(reply.metadata?.negotiation.usage.outputTokens > 0)
		const pushed = {
			tenant: '',
			taskId: '',
			id: '',
			url: receiver.url,
			token: 'mine',
			authentication: undefined,
		}
		const sent = request(saying('do it'), { taskPushNotificationConfig: pushed })
		const task = asTask(await client.sendMessage(sent))
		assert.equal(texts(task.artifacts[0]?.parts), 'All is done.')
		await receiver.until(all => all.some(({ body }) => body.task.status.state === 'TASK_STATE_COMPLETED'))
		const tools = model.requests.map(({ body }) => (Array.isArray(body.tools) ? body.tools.length : 0))
		assert.deepEqual([tools[0], tools[1], tools.length], [0, 0, 3])
		assert.ok(tools[2]! > 3)
		model.assertFinished()
		agent.child.kill('SIGTERM')
		const { code, stdout } = await agent.ended
		const [first = '', ...more] = stdout.trimEnd().split('\n')
		const { server, ...addresses } = JSON.parse(first)
		assert.deepEqual([code, more, typeof server], [143, [], 'string'])
		assert.deepEqual(addresses, {
			listening: url,
			a2a: `${url}/a2a`,
			card: `${url}/.well-known/agent-card.json`,
		})
	} finally {
		agent.child.kill('SIGKILL')
		await agent.ended
		await model.close()
		await desk.remove()
	}
}, 60_000)
