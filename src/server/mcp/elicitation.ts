// Elicitation: asks the person behind an MCP client what a person at our own screen would be asked, and takes only what
// is a clear yes for one.

import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { Question } from '../../core/events.ts'
import type { AskedPerson } from './call-hooks.ts'

export type Elicit = (form: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>

export function personBehind(elicit: Elicit): AskedPerson {
	return {
		async approve(request, signal) {
			return decisionIn(await elicit(approvalForm(request), signal), request)
		},
		async answer(question, signal) {
			const { action, content } = await elicit(questionForm(question), signal)
			const answer = content?.answer
			return action === 'accept' && typeof answer === 'string' && answer !== '' ? answer : undefined
		},
	}
}

function approvalForm({ tool, permission }: ApprovalRequest): ElicitRequestFormParams {
	const { title, reasons, diff, sessionKeys } = permission
	const told = [`Keelson is asked to run ${tool}: ${title}`, ...reasons, ...(diff ? [cut(diff)] : [])]
	const choices = [
		{ id: 'once', title: 'Yes, this once' },
		...(sessionKeys.length > 0 ? [{ id: 'session', title: 'Yes, and the like of it until this ends' }] : []),
		{ id: 'no', title: 'No' },
	]
	return {
		message: told.join('\n'),
		requestedSchema: {
			type: 'object',
			properties: {
				// The older of the two forms for a choice: every client knows it.
				decision: {
					type: 'string',
					title: 'May it?',
					enum: choices.map(({ id }) => id),
					enumNames: choices.map(({ title }) => title),
				},
				reason: { type: 'string', title: 'If not: what should be done instead?' },
			},
			required: ['decision'],
		},
	}
}

/** A form that was sent back without its one answer is no yes. */
function decisionIn({ action, content }: ElicitResult, { permission }: ApprovalRequest): Decision {
	if (action !== 'accept') return { answer: 'no' }
	const { decision, reason } = content ?? {}
	if (decision === 'once') return { answer: 'once' }
	if (decision === 'session' && permission.sessionKeys.length > 0) return { answer: 'session' }
	return typeof reason === 'string' && reason !== '' ? { answer: 'no-with-reason', reason } : { answer: 'no' }
}

function questionForm({ text, options }: Question): ElicitRequestFormParams {
	const description = options.length > 0 ? `For example: ${options.join(' · ')}` : undefined
	return {
		message: text,
		requestedSchema: {
			type: 'object',
			properties: { answer: { type: 'string', title: 'Answer', ...(description && { description }) } },
			required: ['answer'],
		},
	}
}

/** A client shows the message in a dialog. What is cut is said to be. */
function cut(text: string): string {
	if (text.length <= LONGEST_SHOWN) return text
	return `${text.slice(0, LONGEST_SHOWN)}\n… ${text.length - LONGEST_SHOWN} more characters are not shown`
}

const LONGEST_SHOWN = 4_000
