// What another process has open, in the words of a command that changes it: a copy would not be changed for it.

import { AgentError } from '../../../core/errors.ts'

/** @param there - what does the same in the process that has it */
export function whileOpen(error: unknown, there: string): unknown {
	if (!(error instanceof AgentError) || error.code !== 'session-busy') return error
	const [open = error.message] = error.message.split('; end that one')
	return new AgentError('session-busy', `${open}; end that one first, or ${there}`, { cause: error })
}
