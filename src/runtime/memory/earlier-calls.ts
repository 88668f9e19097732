// The calls and questions before an event: what was called and asked before it, of which it only says how it ended.

import type { StoredEvent } from '../../core/events.ts'
import { callsOf } from '../../core/messages.ts'
import type { PassageLog } from '../../memory/passages.ts'

export type EarlierCalls = PassageLog & { take(event: StoredEvent): void }

/** The events that tell something for later ones. */
export const CONTEXT_TYPES = ['session-start', 'run-start', 'message-end', 'question-request'] as const

export function createEarlierCalls(cwd: string): EarlierCalls {
	const calls = new Map<string, { tool: string; arguments: string }>()
	const questions = new Map<string, string>()
	const askers = new Set<string>()
	let folder = cwd
	return {
		get cwd() {
			return folder
		},
		call: id => calls.get(id),
		question: id => questions.get(id),
		hasAsked: id => askers.has(id),
		take(event) {
			if (event.type === 'session-start') folder = event.cwd
			if (event.type === 'run-start') {
				folder = event.snapshot.cwd
				// What was not answered by now will not be.
				calls.clear()
				questions.clear()
				askers.clear()
			}
			if (event.type === 'message-end')
				for (const { callId, tool, arguments: given } of callsOf(event.message))
					calls.set(callId, { tool, arguments: given })
			if (event.type !== 'question-request') return
			questions.set(event.question.questionId, event.question.text)
			askers.add(event.question.callId)
		},
	}
}
