// Control requests of ours that wait for an answer: may this call run, and what the model asks the user.

import { isDeepStrictEqual } from 'node:util'
import type { ApprovalRequest, Decision } from '../../../../core/approval.ts'
import type { Command } from '../../../../core/commands.ts'
import type { Envelope, Question } from '../../../../core/events.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { JsonLine } from '../stream/system-lines.ts'

type Unanswered = {
	line: JsonLine
	answer(response: JsonObject): Command
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
					approvalRequest(event.request, inputOf(event.request.callId)),
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
	answer(requestId: string, response: JsonObject, error: string | undefined): Command | undefined {
		const pending = this.waiting.get(requestId)
		if (!pending) return undefined
		const command = error === undefined ? pending.answer(response) : pending.refuse(error)
		this.waiting.delete(requestId)
		return command
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
		},
		answer: (response: JsonObject) => approve(decisionOf(response, input)),
		refuse: (why: string) => approve({ answer: 'no-with-reason', reason: why }),
	}
}

/** @throws Error that says what an answer looks like */
function decisionOf({ behavior, message, scope, updatedInput }: JsonObject, input: JsonObject): Decision {
	if (behavior === 'deny')
		return typeof message === 'string' && message.trim() !== ''
			? { answer: 'no-with-reason', reason: message }
			: { answer: 'no' }
	if (behavior !== 'allow')
		throw new Error(`"behavior" is "allow" or "deny", not ${JSON.stringify(behavior) ?? 'left out'}`)
	// Running the old input would be what the answer did not say.
	if (updatedInput !== undefined && !isDeepStrictEqual(updatedInput, input))
		throw new Error(
			'the input cannot be changed by an answer; deny it with a "message" that says what to change',
		)
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
		answer({ answer, behavior }: JsonObject): Command {
			if (typeof answer === 'string') return { type: 'answer', questionId, answer }
			if (behavior === 'deny') return { type: 'answer', questionId }
			throw new Error('an answer to a question has "answer": text, or "behavior": "deny"')
		},
		refuse: (): Command => ({ type: 'answer', questionId }),
	}
}
