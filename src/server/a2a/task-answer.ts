// A message for a task that is there already: the answer it waits for, in words or as data, or something for the run
// that goes on.

import type { Message } from '@a2a-js/sdk'
import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { isObject, type JsonObject } from '../../core/json.ts'
import { hasEnded, type Task, type TaskInput } from '../../core/services/tasks.ts'
import { DECISION_WORDS, taskInput } from '../http/task-input.ts'
import { type KeepPicture, promptOf } from './task/part-content.ts'
import { waitingId } from './task/standing.ts'

/** @throws A2A errors, Refusal, AgentError `rejected` */
export async function answerTo(task: Task, message: Message, keep: KeepPicture): Promise<TaskInput> {
	if (hasEnded(task.state))
		throw new UnsupportedOperationError(
			`task ${task.id} has ended: it is ${task.state}; send a message with its contextId and without taskId`,
		)
	const data = answerData(message)
	const text = spokenText(message)
	const { waiting } = task
	if (waiting?.for === 'approval') {
		const answer = data ?? wordsAsDecision(text)
		if (answer === undefined)
			throw new RequestMalformedError(
				`${JSON.stringify(text.slice(0, 100))} is no answer to an approval: say allow, always or deny, or send the data ` +
					`{"approval": "${waiting.approvalId}", "decision": "once", "session" or "no"}. Asked was: ${waiting.text}`,
			)
		return taskInput({ approval: waiting.approvalId, ...answer }, task)
	}
	if (data?.approval !== undefined) return taskInput(data, task)
	if (waiting) {
		const asked = data?.question
		if (asked !== undefined && asked !== waitingId(waiting))
			throw new UnsupportedOperationError(
				`question ${JSON.stringify(asked)} is not waited for; ${waitingId(waiting)} is`,
			)
		return taskInput({ text: typeof data?.answer === 'string' ? data.answer : text }, task)
	}
	return { type: 'steer', message: await promptOf(message, keep) }
}

/** A data part that answers something, with its known fields. */
function answerData(message: Message): JsonObject | undefined {
	for (const { content } of message.parts) {
		if (content?.$case !== 'data' || !isObject(content.value)) continue
		const { approval, decision, reason, question, answer } = content.value
		const known = Object.entries({ approval, decision, reason, question, answer })
		const given = known.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]))
		if (given.length > 0) return Object.fromEntries(given)
	}
	return undefined
}

function spokenText(message: Message): string {
	return message.parts
		.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
		.join('\n\n')
		.trim()
}

/** `deny: not in that folder` is a decision and its reason. */
function wordsAsDecision(text: string): JsonObject | undefined {
	const [, word = '', rest = ''] = /^(\w+)\b[\s,.:;!-]*(.*)$/s.exec(text) ?? []
	const decision = word.toLowerCase()
	if (!DECISION_WORDS.includes(decision)) return undefined
	const reason = rest.trim()
	if (reason === '') return { decision }
	// What else was said about a yes is not to be lost, and would be.
	return REFUSALS.includes(decision) ? { decision, reason } : undefined
}

const REFUSALS: readonly string[] = ['no', 'deny', 'reject']
