// A question only the user can answer.

import type { CheckSchema } from '../../core/json.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, okResult, resultWithout } from '../../core/tool.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'

export type AskUserInput = {
	question: string
	header?: string
	options?: string[]
	descriptions?: string[]
	multiple?: boolean
}

export function createAskUserTool({ checkSchema }: { checkSchema: CheckSchema }): Tool {
	return defineTool<AskUserInput>({
		name: 'ask_user',
		description:
			'Asks the user one question and waits for the answer. Only for decisions that are theirs and that nothing in ' +
			'the workspace settles. Several calls in one reply are asked together.',
		inputSchema: {
			type: 'object',
			properties: {
				question: { type: 'string', minLength: 1 },
				header: { type: 'string', description: 'Its topic in a word or two' },
				options: {
					type: 'array',
					items: { type: 'string', minLength: 1 },
					description: 'Answers to choose from',
				},
				descriptions: { type: 'array', items: { type: 'string' }, description: 'What each option means' },
				multiple: { type: 'boolean', description: 'Several options may be chosen' },
			},
			required: ['question'],
			additionalProperties: false,
		},
		checkSchema,
		subject: ({ question }) => question,
		facts: { access: 'none', phase: 'plan' },
		tier: 'read-only',
		async run({ question, header = '', options = [], descriptions = [], multiple }, { ask, signal }) {
			const answer = await ask({
				text: question,
				options,
				...(header.trim() !== '' && { header }),
				...(descriptions.length > 0 && { descriptions }),
				...(multiple && options.length > 1 && { allowsSeveral: true }),
			})
			if (signal.aborted) return resultWithout('cancelled', 'not answered')
			return answer === undefined
				? failedResult(
						problem`${NOBODY}${advice(': decide yourself, go on, and say in your answer what you assumed')}`,
					)
				: okResult(answer)
		},
	})
}

const NOBODY = { told: 'no user is present', cause: 'nobody was there to answer' }
