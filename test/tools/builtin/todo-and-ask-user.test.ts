import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ToolContext } from '../../../src/core/tool.ts'
import { createAskUserTool } from '../../../src/tools/builtin/ask-user.ts'
import { createTodoTool } from '../../../src/tools/builtin/todo.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

test('a todo list is set whole and carried in the result', async () => {
	const folder = await openWorkFolder()
	const tool = createTodoTool(folder.deps)
	const items = [
		{ text: 'look', status: 'done' },
		{ text: 'change', status: 'in-progress' },
	]
	assert.deepEqual(await folder.call(tool, { items }), {
		outcome: 'ok',
		content: [{ type: 'text', text: 'the plan has 2 items, 1 done' }],
		detail: { type: 'todo', items },
	})
	assert.deepEqual(await tool.prepare({ items: [{ text: 'x', status: 'someday' }] }), {
		problem: 'items[0].status: expected one of "pending", "in-progress", "done", got string "someday"',
	})
})

test('the user is asked, and what they say is the result', async () => {
	const folder = await openWorkFolder()
	const asked: unknown[] = []
	const ask: ToolContext['ask'] = async question => {
		asked.push(question)
		return 'the second'
	}
	const tool = createAskUserTool(folder.deps)
	const { run } = await folder.assess(tool, { question: 'Which?', options: ['a', 'b'] }, { ask })
	assert.deepEqual(await run(), { outcome: 'ok', content: [{ type: 'text', text: 'the second' }] })
	assert.deepEqual(asked, [{ text: 'Which?', options: ['a', 'b'] }])
})

test('without a user the model is told to go on by itself', async () => {
	const folder = await openWorkFolder()
	assert.equal(
		await folder.say(createAskUserTool(folder.deps), { question: 'Which?' }),
		'failed: no user is present: decide yourself, go on, and say in your answer what you assumed',
	)
})
