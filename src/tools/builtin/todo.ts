// The visible plan: set whole at each call.

import type { CheckSchema } from '../../core/json.ts'
import { okResult, type TodoItem } from '../../core/tool.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'

export type TodoInput = { items: TodoItem[] }

const GUIDANCE = `# Plan
For work of three or more steps keep a todo list: one item in progress at a time, done as soon as it is done. No list for small things.`

export function createTodoTool({ checkSchema }: { checkSchema: CheckSchema }): Tool {
	return defineTool<TodoInput>({
		name: 'todo',
		description:
			'Sets the plan the user sees; give all items each time. For work of three steps or more. ' +
			'Keep one item in-progress, and mark each done as soon as it is.',
		inputSchema: {
			type: 'object',
			properties: {
				items: {
					type: 'array',
					items: {
						type: 'object',
						properties: {
							text: { type: 'string', minLength: 1 },
							status: { type: 'string', enum: ['pending', 'in-progress', 'done'] },
						},
						required: ['text', 'status'],
						additionalProperties: false,
					},
				},
			},
			required: ['items'],
			additionalProperties: false,
		},
		checkSchema,
		subject: ({ items }) => items.find(({ status }) => status === 'in-progress')?.text ?? '',
		guidance: GUIDANCE,
		facts: { access: 'none', phase: 'plan', kind: 'think' },
		tier: 'read-only',
		async run({ items }) {
			const done = items.filter(({ status }) => status === 'done').length
			return okResult(`the plan has ${items.length} items, ${done} done`, { type: 'todo', items })
		},
	})
}
