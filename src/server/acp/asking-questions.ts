// Questions of the model to the person at the editor: a form where the editor has forms, else a choice. What is chosen and
// what is written are one answer, as at our own screen.

import type {
	CreateElicitationRequest,
	CreateElicitationResponse,
	ElicitationPropertySchema,
	EnumOption,
	PermissionOption,
	ToolCallContent,
} from '@agentclientprotocol/sdk'
import { CLIENT_METHODS } from '@agentclientprotocol/sdk'
import type { Question } from '../../core/events.ts'
import { isObject } from '../../core/json.ts'
import type { AskedEditor } from './asking.ts'

/** @returns undefined when they would not say, or cannot be asked that way; the model is told that nobody answered */
export async function askQuestion(
	question: Question,
	asked: AskedEditor & { signal: AbortSignal },
): Promise<string | undefined> {
	try {
		if (asked.capabilities.elicitation?.form) return await askByForm(question, asked)
		return question.options.length > 0 ? await askByChoice(question, asked) : undefined
	} catch {
		return undefined
	}
}

async function askByForm(
	question: Question,
	{ client, sessionId, signal }: AskedEditor & { signal: AbortSignal },
): Promise<string | undefined> {
	const { callId, options, header } = question
	const form: CreateElicitationRequest = {
		mode: 'form',
		sessionId,
		toolCallId: callId,
		message: saidBy(question),
		requestedSchema: {
			type: 'object',
			...(header !== undefined && { title: header }),
			properties: {
				...(options.length > 0 && { choice: choiceSchema(question) }),
				answer: { type: 'string', title: options.length > 0 ? 'Or in your own words' : 'Answer' },
			},
			...(options.length === 0 && { required: ['answer'] }),
		},
	}
	const answer: CreateElicitationResponse = await client.request(CLIENT_METHODS.elicitation_create, form, {
		cancellationSignal: signal,
		stopWaitingOnCancel: true,
	})
	if (answer.action !== 'accept' || !('content' in answer) || !isObject(answer.content)) return undefined
	const { choice, answer: written } = answer.content
	if (question.allowsSeveral && Array.isArray(choice))
		return together(
			options.filter(option => choice.includes(option)),
			textIn(written),
		)
	return textIn(written) ?? textIn(choice)
}

/** Without descriptions in the older of the two forms, which every client knows. */
function choiceSchema({
	header = 'Choice',
	options,
	descriptions,
	allowsSeveral,
}: Question): ElicitationPropertySchema {
	const described = options.map((option, index): EnumOption => {
		const description = descriptions?.[index]
		return { const: option, title: option, ...(description && { description }) }
	})
	if (allowsSeveral) return { type: 'array', title: header, items: { anyOf: described } }
	return descriptions
		? { type: 'string', title: header, oneOf: described }
		: { type: 'string', title: header, enum: [...options] }
}

/**
 * A permission request has one answer. Where several may be chosen it is asked again for the others, until they say that
 * this is all; what has been chosen is not offered any more, so it ends also where an editor answers by itself.
 */
async function askByChoice(
	question: Question,
	asked: AskedEditor & { signal: AbortSignal },
): Promise<string | undefined> {
	const { options, allowsSeveral } = question
	const chosen = new Set<number>()
	while (chosen.size < options.length) {
		const picked = await chooseOne(question, chosen, asked)
		if (picked === 'none') return undefined
		if (picked === 'done') break
		chosen.add(picked)
		if (!allowsSeveral) break
	}
	return together(options.filter((_, index) => chosen.has(index)))
}

async function chooseOne(
	question: Question,
	chosen: ReadonlySet<number>,
	{ client, sessionId, signal }: AskedEditor & { signal: AbortSignal },
): Promise<number | 'done' | 'none'> {
	const { header, options, callId } = question
	const said = saidBy(question)
	const offered = options.flatMap((name, index): PermissionOption[] =>
		chosen.has(index) ? [] : [{ optionId: `answer-${index}`, name, kind: 'allow_once' }],
	)
	const last: PermissionOption =
		chosen.size > 0
			? { optionId: 'done', name: 'That is all', kind: 'allow_once' }
			: { optionId: 'none', name: 'Decide yourself', kind: 'reject_once' }
	const { outcome } = await client.request(
		CLIENT_METHODS.session_request_permission,
		{
			sessionId,
			toolCall: {
				toolCallId: callId,
				title: header === undefined ? said : `${header}: ${said}`,
				kind: 'other',
				status: 'pending',
				content: choiceContent(question, chosen),
			},
			options: [...offered, last],
		},
		{ cancellationSignal: signal, stopWaitingOnCancel: true },
	)
	if (outcome.outcome === 'cancelled') return 'none'
	if (outcome.optionId === last.optionId) return chosen.size > 0 ? 'done' : 'none'
	const picked = options.findIndex((_, index) => outcome.optionId === `answer-${index}`)
	return picked === -1 || chosen.has(picked) ? 'none' : picked
}

/** What an option's name has no room for: what each one means, and what has been chosen so far. */
function choiceContent(
	{ options, descriptions = [], allowsSeveral }: Question,
	chosen: ReadonlySet<number>,
): ToolCallContent[] {
	const meanings = options.flatMap((option, index) => {
		const meaning = descriptions[index]
		return meaning ? [`- ${option}: ${meaning}`] : []
	})
	const picked = options.filter((_, index) => chosen.has(index))
	const texts = [
		...(meanings.length > 0 ? [meanings.join('\n')] : []),
		...(allowsSeveral ? [picked.length > 0 ? `Chosen: ${picked.join(', ')}` : 'Several may be chosen.'] : []),
	]
	return texts.map(text => ({ type: 'content', content: { type: 'text', text } }))
}

function saidBy({ agent, text }: Question): string {
	return agent === undefined ? text : `${agent}: ${text}`
}

/** One answer of what is chosen and what is written; undefined for nothing. */
function together(chosen: readonly string[], written?: string): string | undefined {
	const all = written === undefined ? chosen : [...chosen, written]
	return all.length > 0 ? all.join(', ') : undefined
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined
}
