// What an input of a task answers. Each approval and each question is answered once.

import { AgentError } from '../errors.ts'
import type { TaskId, TaskInput } from './tasks.ts'

/** Undefined where it answers nothing. */
export function answeredBy(input: TaskInput): string | undefined {
	if (input.type === 'approve') return input.approvalId
	return input.type === 'answer' ? input.questionId : undefined
}

export function answeredAlready(id: TaskId, answered: string): AgentError {
	return new AgentError('rejected', `${answered} of task ${id} was answered already`)
}
