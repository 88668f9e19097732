// What somebody says to a task: the answer it waits for, or something for the run that goes on.

import type { Decision } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { JsonValue } from '../../core/json.ts'
import { userText } from '../../core/messages.ts'
import { hasEnded, type Task, type TaskInput } from '../../core/services/tasks.ts'
import { objectOf, oneOf, text } from './fields.ts'
import { Refusal } from './refusal.ts'
import { MOST_BODY_BYTES } from './request-body.ts'

/** @throws Refusal for what cannot be read, AgentError `rejected` for what the task does not wait for */
export function taskInput(body: JsonValue, task: Task): TaskInput {
	const fields = objectOf(body, ['text', 'approval', 'decision', 'reason'])
	const said = text(fields, 'text', MOST_BODY_BYTES)
	const approval = text(fields, 'approval', 256)
	const decision = DECISIONS[oneOf('decision', text(fields, 'decision', 256), DECISION_WORDS) ?? '']
	const reason = text(fields, 'reason', 10_000)
	if ((said === undefined) === (approval === undefined))
		throw new Refusal(
			'bad-request',
			'send {"text": …}, or {"approval": ID, "decision": "once", "session" or "no"}',
		)
	if (hasEnded(task.state))
		throw new AgentError(
			'rejected',
			`task ${task.id} has ended: it is ${task.state}; a new task with session ${task.session} goes on from there`,
		)
	if (said !== undefined) return spoken(said, task)
	if (decision === undefined) throw new Refusal('bad-request', 'decision is missing: once, session or no')
	const { waiting } = task
	if (waiting?.for !== 'approval' || waiting.approvalId !== approval)
		throw new AgentError('rejected', `approval ${approval} is not waited for; ${waitsFor(task)}`)
	return { type: 'approve', approvalId: waiting.approvalId, decision: decisionOf(decision, reason) }
}

function spoken(said: string, task: Task): TaskInput {
	const { waiting } = task
	if (waiting?.for === 'answer') return { type: 'answer', questionId: waiting.questionId, answer: said }
	if (waiting?.for === 'approval')
		throw new AgentError('rejected', `a text is no answer to an approval; ${waitsFor(task)}`)
	return { type: 'steer', message: userText(said) }
}

/** People and programs have other words for the same answer. */
const DECISIONS: Readonly<Record<string, 'once' | 'session' | 'no'>> = {
	once: 'once',
	session: 'session',
	no: 'no',
	allow: 'once',
	approve: 'once',
	yes: 'once',
	always: 'session',
	deny: 'no',
	reject: 'no',
}
export const DECISION_WORDS: readonly string[] = Object.keys(DECISIONS)

function decisionOf(answer: 'once' | 'session' | 'no', reason: string | undefined): Decision {
	if (reason === undefined) return { answer }
	if (answer === 'no') return { answer: 'no-with-reason', reason }
	throw new Refusal('bad-request', `a reason goes with "no", not with ${JSON.stringify(answer)}`)
}

function waitsFor({ waiting, state }: Task): string {
	if (!waiting) return `the task is ${state} and waits for nothing`
	return waiting.for === 'approval'
		? `it waits for {"approval": "${waiting.approvalId}", "decision": …}: ${waiting.text}`
		: `it waits for {"text": …}: ${waiting.text}`
}
