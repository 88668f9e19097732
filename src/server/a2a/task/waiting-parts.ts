// What a task waits for, as a message: in words, and as data with what may be answered.

import type { Part } from '@a2a-js/sdk'
import type { TaskWaiting } from '../../../core/services/tasks.ts'
import { dataPart, textPart } from './part-content.ts'

export function waitingParts(waiting: TaskWaiting): readonly Part[] {
	if (waiting.for === 'answer') {
		const { questionId, text, options = [] } = waiting
		return [
			textPart(text),
			dataPart({ question: questionId, ...(options.length > 0 && { options: [...options] }) }),
		]
	}
	const { approvalId, text } = waiting
	return [
		textPart(
			`${text}\n\nMay that be done? Answer allow, always (in this context) or deny, with a reason if you like.`,
		),
		dataPart({ approval: approvalId, decisions: ['once', 'session', 'no'] }),
	]
}
