// A log read as the conversation a model should see.

import type { CallId } from '../core/ids.ts'
import { callsOf, type Message, type ToolCall, type ToolMessage, userText } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { StoredEnvelope } from './store.ts'

/**
 * The same log always gives the same messages, and a longer one only more of them. Results stand behind their
 * message in call order, whenever they came. A call that began before its message was complete, and whose message
 * never came, is told all the same: its effect has happened.
 */
export function historyOf(envelopes: readonly StoredEnvelope[]): readonly Message[] {
	const results = new Map<CallId, ToolMessage>()
	const spoken = new Set<CallId>()
	for (const { event } of envelopes) {
		if (event.type === 'message-end') for (const call of callsOf(event.message)) spoken.add(call.callId)
		if (event.type === 'tool-end' && !results.has(event.callId)) {
			const { callId, tool, result } = event
			results.set(callId, { role: 'tool', callId, tool, outcome: result.outcome, content: result.content })
		}
	}
	const answers = (calls: readonly ToolCall[]) =>
		calls.flatMap(call => {
			const result = results.get(call.callId)
			return result ? [result] : []
		})

	let model: ModelRef = { provider: 'unknown', model: 'unknown' }
	return envelopes.flatMap(({ event }): readonly Message[] => {
		switch (event.type) {
			case 'run-start':
				return [event.prompt]
			case 'steer':
			case 'correction':
				return [event.message]
			case 'attempt-start':
				model = event.model
				return []
			case 'message-end':
				return [event.message, ...answers(callsOf(event.message))]
			case 'tool-start': {
				if (spoken.has(event.callId)) return []
				const { callId, tool, arguments: text } = event
				const call: ToolCall = { type: 'tool-call', callId, tool, arguments: text }
				return [{ role: 'assistant', model, content: [call], stop: 'broken' }, ...answers([call])]
			}
			case 'run-end':
				return event.reason === 'cancelled' ? [userText(INTERRUPTED)] : []
			default:
				return []
		}
	})
}

const INTERRUPTED = '[The user interrupted the run here.]'
