// A log read as the conversation a model should see.

import { compactHistory } from '../../core/condensed.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { CallId } from '../../core/ids.ts'
import { memoryPassages, withoutMemory } from '../../core/memory.ts'
import {
	callsOf,
	type Message,
	type ToolCall,
	type ToolMessage,
	type UserMessage,
	userText,
} from '../../core/messages.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { activeEvents } from './active-events.ts'

/**
 * The same log always gives the same messages, and a longer one only more of them, until a compaction puts one
 * message in the place of the oldest. A tail of a log is enough when it begins no later than the first message that
 * its last compaction keeps.
 */
export function historyOf(log: readonly StoredEnvelope[]): readonly Message[] {
	const envelopes = activeEvents(log)
	const lighter = withoutTheirMemory(envelopes)
	let history: readonly Message[] = []
	let from = 0
	for (const [index, { event }] of envelopes.entries()) {
		if (event.type !== 'compaction') continue
		history = compactHistory([...history, ...messagesOf(envelopes.slice(from, index), lighter)], event)
		from = index + 1
	}
	const newest = messagesOf(from === 0 ? envelopes : envelopes.slice(from), lighter)
	return from === 0 ? newest : [...history, ...newest]
}

/** Prompts that did not fit with what memory had put in front of them. */
function withoutTheirMemory(envelopes: readonly StoredEnvelope[]): ReadonlySet<UserMessage> {
	const found = new Set<UserMessage>()
	let prompt: UserMessage | undefined
	for (const { event } of envelopes) {
		if (event.type === 'run-start') prompt = event.prompt
		if (event.type === 'memory-drop' && prompt && memoryPassages(prompt) > 0) found.add(prompt)
	}
	return found
}

/**
 * What was said between two compactions, which never stand between a call and its result. Results stand behind their
 * message in call order, whenever they came. A call that began before its message was complete, and whose message
 * never came, is told all the same: its effect has happened.
 */
function messagesOf(
	envelopes: readonly StoredEnvelope[],
	lighter: ReadonlySet<UserMessage>,
): readonly Message[] {
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
				return [lighter.has(event.prompt) ? withoutMemory(event.prompt) : event.prompt]
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
			// Left out, the commonest first: a long log is folded before any of it is shown.
			case 'turn-start':
			case 'turn-end':
			case 'attempt-end':
			case 'tool-end':
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'compaction':
			case 'checkpoint':
			case 'checkpoint-failed':
				return []
			case 'rewind':
				return event.summary === undefined ? [] : [userText(leftBehind(event.summary))]
			default:
				return assertNever(event)
		}
	})
}

/** Said by nobody, so that no model takes it for an order. */
function leftBehind(summary: string): string {
	return `[The conversation went back to this point. What was left behind, in short; none of it is in the files unless it says so:\n${summary}\n]`
}

const INTERRUPTED = '[The user interrupted the run here.]'
