// A question only the user can answer.

import type { CallId } from '../../core/ids.ts'
import type { CheckSchema } from '../../core/json.ts'
import { failed, ok } from '../../core/tool.ts'
import { defineTool } from '../define-tool.ts'
import type { Tool } from '../tool.ts'

export type AskUserInput = { question: string; options?: string[] }

/** Resolves with what the user said, or undefined when nobody is there or `signal` fired. */
export type AskUser = (
	question: { callId: CallId; text: string; options: readonly string[] },
	signal: AbortSignal,
) => Promise<string | undefined>

export function createAskUserTool(deps: { ask: AskUser; checkSchema: CheckSchema }): Tool {
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
		checkSchema: deps.checkSchema,
		facts: { access: 'none' },
		tier: 'read-only',
		async run({ question, options = [] }, { callId, signal }) {
			const answer = await deps.ask({ callId, text: question, options }, signal)
			if (signal.aborted) return { outcome: 'cancelled', content: [{ type: 'text', text: 'not answered' }] }
			return answer === undefined
				? failed('no user is present: decide yourself, go on, and say in your answer what you assumed')
				: ok(answer)
		},
	})
}
