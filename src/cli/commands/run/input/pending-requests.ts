// Control requests of ours that wait for an answer: may this call run, and what the model asks the user.

import { isDeepStrictEqual } from 'node:util'
import type { ApprovalRequest, Decision } from '../../../../core/approval.ts'
import type { Command } from '../../../../core/commands.ts'
import type { Envelope, Question } from '../../../../core/events.ts'
import type { JsonObject, JsonValue } from '../../../../core/json.ts'
import type { JsonLine } from '../stream/system-lines.ts'
import { type PermissionUpdate, readUpdates, suggestionsFor } from './permission-updates.ts'

/** `updates`: to be kept before the command is sent. `told`: what of the answer was done in another way. */
export type Answer = { command: Command; updates: readonly PermissionUpdate[]; told?: string }

type Unanswered = {
	line: JsonLine
	answer(response: JsonObject): Answer
	refuse(reason: string): Command
}

export class PendingRequests {
	private readonly waiting = new Map<string, Unanswered>()

	/** @returns the line that asks, or that takes back what was asked; undefined where there is nothing to say */
	follow({ event }: Envelope, inputOf: (callId: string) => JsonObject): JsonLine | undefined {
		switch (event.type) {
			case 'approval-request':
				return this.add(
					event.request.approvalId,
					approvalRequest(event.request, event.request.input ?? inputOf(event.request.callId)),
				)
			case 'question-request':
				return this.add(event.question.questionId, question(event.question))
			case 'approval-end':
				return this.end(event.approvalId)
			case 'question-end':
				return this.end(event.questionId)
			default:
				return undefined
		}
	}

	/** @returns undefined when nothing with this id waits */
	answer(requestId: string, response: JsonObject, error: string | undefined): Answer | undefined {
		const pending = this.waiting.get(requestId)
		if (!pending) return undefined
		const answer = error === undefined ? pending.answer(response) : only(pending.refuse(error))
		this.waiting.delete(requestId)
		return answer
	}

	/** Nobody can answer any more. */
	refuseAll(reason: string): readonly Command[] {
		const commands = [...this.waiting.values()].map(pending => pending.refuse(reason))
		this.waiting.clear()
		return commands
	}

	get lines(): readonly JsonLine[] {
		return [...this.waiting.values()].map(({ line }) => line)
	}

	private add(
		requestId: string,
		{ request, ...ways }: Omit<Unanswered, 'line'> & { request: JsonObject },
	): JsonLine {
		const line = { type: 'control_request', request_id: requestId, request }
		this.waiting.set(requestId, { line, ...ways })
		return line
	}

	private end(requestId: string): JsonLine | undefined {
		return this.waiting.delete(requestId)
			? { type: 'control_cancel_request', request_id: requestId }
			: undefined
	}
}

function approvalRequest(asked: ApprovalRequest, input: JsonObject) {
	const { approvalId, callId, tool, agent, permission } = asked
	const suggestions = suggestionsFor(permission)
	const approve = (decision: Decision): Command => ({ type: 'approve', approvalId, decision })
	const [reason] = permission.reasons
	return {
		request: {
			subtype: 'can_use_tool',
			tool_name: tool,
			input,
			tool_use_id: callId,
			title: permission.title,
			...(agent !== undefined && { agent }),
			...(reason !== undefined && { decision_reason: reason }),
			...(suggestions.length > 0 && { permission_suggestions: suggestions }),
		},
		answer: (response: JsonObject): Answer => {
			const changed = changedInput(response, input)
			if (changed !== undefined)
				return {
					command: approve({ answer: 'no-with-reason', reason: wanted(changed) }),
					updates: [],
					told: CHANGED,
				}
			const decision = decisionOf(response)
			const updates =
				response.behavior === 'allow' ? readUpdates(response.updatedPermissions, permission) : []
			return { command: approve(decision), updates }
		},
		refuse: (why: string) => approve({ answer: 'no-with-reason', reason: why }),
	}
}

/** Running the old input would be what the answer did not say. */
function changedInput({ behavior, updatedInput }: JsonObject, input: JsonObject): JsonValue | undefined {
	const isChanged =
		updatedInput !== undefined && updatedInput !== null && !isDeepStrictEqual(updatedInput, input)
	return behavior === 'allow' && isChanged ? updatedInput : undefined
}

/** The model's own call is what stands in the history, so it is the model that changes it. */
function wanted(input: JsonValue): string {
	return `they would allow it with another input. Call it again with exactly this: ${JSON.stringify(input)}`
}

const CHANGED =
	'an answer cannot change the input of a call: it was refused, and the model told to call again with the input of the answer, which is asked about as well'

/** @throws Error that says what an answer looks like */
function decisionOf({ behavior, message, scope }: JsonObject): Decision {
	if (behavior === 'deny')
		return typeof message === 'string' && message.trim() !== ''
			? { answer: 'no-with-reason', reason: message }
			: { answer: 'no' }
	if (behavior !== 'allow')
		throw new Error(`"behavior" is "allow" or "deny", not ${JSON.stringify(behavior) ?? 'left out'}`)
	if (scope === 'session' || scope === 'project') return { answer: scope }
	if (scope !== undefined && scope !== 'once')
		throw new Error(`"scope" is "once", "session" or "project", not ${JSON.stringify(scope)}`)
	return { answer: 'once' }
}

function question({ questionId, callId, agent, text, options }: Question) {
	return {
		request: {
			subtype: 'question',
			tool_use_id: callId,
			question: text,
			options: [...options],
			...(agent !== undefined && { agent }),
		},
		answer({ answer, behavior }: JsonObject): Answer {
			if (typeof answer === 'string') return only({ type: 'answer', questionId, answer })
			if (behavior === 'deny') return only({ type: 'answer', questionId })
			throw new Error('an answer to a question has "answer": text, or "behavior": "deny"')
		},
		refuse: (): Command => ({ type: 'answer', questionId }),
	}
}

function only(command: Command): Answer {
	return { command, updates: [] }
}
