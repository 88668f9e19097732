// The history of a task: what was said by either side, told from the stored envelopes of its runs.

import { type Message, type Part, Role } from '@a2a-js/sdk'
import { promptText, textOf } from '../../../core/messages.ts'
import type { Task } from '../../../core/services/tasks.ts'
import { GOES_ON } from '../../../runtime/tasks/resumption.ts'
import type { StoredEnvelope } from '../../../sessions/session-store.ts'
import { dataPart, textPart } from './part-content.ts'
import { waitingParts } from './waiting-parts.ts'

/** @param envelopes - of the task alone */
export function historyOf(
	task: Task,
	contextId: string,
	envelopes: readonly StoredEnvelope[],
): readonly Message[] {
	const said = envelopes.flatMap(envelope => messageIn(envelope, task, contextId) ?? [])
	const hasBegun = envelopes.some(({ event }) => event.type === 'run-start')
	return hasBegun
		? said
		: [message({ task, contextId, id: 'prompt', role: Role.ROLE_USER }, [textPart(promptText(task.prompt))])]
}

/** @returns undefined where nothing was said */
export function messageIn(envelope: StoredEnvelope, task: Task, contextId: string): Message | undefined {
	const { event, seq } = envelope
	const by = (role: Role, parts: readonly Part[]) =>
		message({ task, contextId, id: String(seq), role }, parts)
	switch (event.type) {
		case 'run-start': {
			const text = promptText(event.prompt)
			// That is what the program itself says to the model.
			return text === promptText(GOES_ON) ? undefined : by(Role.ROLE_USER, [textPart(text)])
		}
		case 'steer':
			return by(Role.ROLE_USER, [textPart(promptText(event.message))])
		case 'message-end': {
			const text = textOf(event.message.content)
			return text.trim() === '' ? undefined : by(Role.ROLE_AGENT, [textPart(text)])
		}
		case 'approval-request': {
			const { approvalId, permission } = event.request
			return by(Role.ROLE_AGENT, waitingParts({ for: 'approval', approvalId, text: permission.title }))
		}
		case 'question-request': {
			const { questionId, text, options } = event.question
			return by(Role.ROLE_AGENT, waitingParts({ for: 'answer', questionId, text, options }))
		}
		case 'approval-end':
			if (event.by !== 'user') return undefined
			return by(Role.ROLE_USER, [dataPart({ approval: event.approvalId, decision: event.decision.answer })])
		case 'question-end':
			return event.answer === undefined ? undefined : by(Role.ROLE_USER, [textPart(event.answer)])
		default:
			return undefined
	}
}

export type SaidIn = { task: Pick<Task, 'id'>; contextId: string; id: string; role: Role }

/** @param said.id - the same each time the same thing is told */
export function message({ task, contextId, id, role }: SaidIn, parts: readonly Part[]): Message {
	return {
		messageId: `${task.id}-${id}`,
		contextId,
		taskId: task.id,
		role,
		parts: [...parts],
		metadata: undefined,
		extensions: [],
		referenceTaskIds: [],
	}
}
