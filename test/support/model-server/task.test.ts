import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { test } from 'vitest'
import { startModelServer } from './model-server.ts'
import { taskReply } from './task.ts'

const task = {
	files: ['a.ts', 'b.ts'],
	edit: { oldText: 'old', newText: 'new' },
	command: 'git status',
} as const

test('the task goes from two reads over an edit and a command to a report, and again with the next prompt', async () => {
	const server = await startModelServer()
	server.onRequest(request => taskReply(task, request))
	const client = new Anthropic({ baseURL: server.anthropicUrl, apiKey: 'test', maxRetries: 0 })
	const messages: Anthropic.MessageParam[] = []
	const used: string[][] = []
	try {
		for (const prompt of ['first', 'second']) {
			messages.push({ role: 'user', content: prompt })
			for (;;) {
				const reply = await client.messages.create({ model: 'test-model', max_tokens: 99, messages })
				messages.push({ role: 'assistant', content: reply.content as Anthropic.ContentBlockParam[] })
				const calls = reply.content.filter(block => block.type === 'tool_use')
				used.push(calls.map(call => call.name))
				if (calls.length === 0) break
				const results = calls.map(call => ({
					type: 'tool_result' as const,
					tool_use_id: call.id,
					content: 'ok',
				}))
				messages.push({ role: 'user', content: results })
			}
		}
		const once = [['read', 'read'], ['edit'], ['shell'], []]
		assert.deepEqual(used, [...once, ...once])
		server.assertFinished()
	} finally {
		await server.close()
	}
})
