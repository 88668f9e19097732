// A question only the user can answer.

import type { CheckSchema } from '../../core/json.ts'
import { failedResult, okResult } from '../../core/tool.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'

export type AskUserInput = { question: string; options?: string[] }

export function createAskUserTool({ checkSchema }: { checkSchema: CheckSchema }): Tool {
	return defineTool<AskUserInput>({
		name: 'ask_user',
		description:
			'Asks the user one question and waits for the answer. Only for decisions that are theirs and that nothing in ' +
			'the workspace settles.',
		inputSchema: {
			type: 'object',
			properties: {
				question: { type: 'string', minLength: 1 },
				options: {
					type: 'array',
					items: { type: 'string', minLength: 1 },
					description: 'Answers to choose from',
				},
			},
			required: ['question'],
			additionalProperties: false,
		},
		checkSchema,
		subject: ({ question }) => question,
		facts: { access: 'none', phase: 'plan' },
		tier: 'read-only',
		async run({ question, options = [] }, { ask, signal }) {
			const answer = await ask({ text: question, options })
			if (signal.aborted) return { outcome: 'cancelled', content: [{ type: 'text', text: 'not answered' }] }
			return answer === undefined
				? failedResult('no user is present: decide yourself, go on, and say in your answer what you assumed')
				: okResult(answer)
		},
	})
}
