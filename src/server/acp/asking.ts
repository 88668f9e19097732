// Questions to the person at the editor: an approval as a permission request, a question of the model as a form, or, where
// there are no forms, as a choice. Answers are decisions like those given at our own screen.

import type {
	AgentContext,
	ClientCapabilities,
	CreateElicitationResponse,
	PermissionOption,
	ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import { CLIENT_METHODS } from '@agentclientprotocol/sdk'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { Question } from '../../core/events.ts'
import type { SessionId } from '../../core/ids.ts'
import { isObject } from '../../core/json.ts'

/** `cancelled`: the client ends the whole prompt. */
export type PermissionAnswer = { decision: Decision } | 'cancelled'

export type AskedEditor = {
	client: Pick<AgentContext, 'request'>
	capabilities: ClientCapabilities
	sessionId: SessionId
}

/** Lets go when `signal` fires, and takes the dialog away. A client that cannot ask is a no with its reason. */
export async function askPermission(
	request: ApprovalRequest,
	toolCall: ToolCallUpdate,
	{ client, sessionId, signal }: AskedEditor & { signal: AbortSignal },
): Promise<PermissionAnswer> {
	const options = permissionOptions(request)
	try {
		const { outcome } = await client.request(
			CLIENT_METHODS.session_request_permission,
			{ sessionId, toolCall, options },
			{ cancellationSignal: signal, stopWaitingOnCancel: true },
		)
		if (outcome.outcome === 'cancelled') return 'cancelled'
		return { decision: DECISIONS[outcome.optionId] ?? { answer: 'no' } }
	} catch (error) {
		if (signal.aborted) return { decision: { answer: 'no' } }
		const why = error instanceof Error ? error.message : String(error)
		return { decision: { answer: 'no-with-reason', reason: `the editor could not ask: ${why}` } }
	}
}

/** "Always" only where the decision says what it would cover: calls of this session, or rules for the project. */
export function permissionOptions({ permission }: ApprovalRequest): PermissionOption[] {
	const { sessionKeys, projectRules = [] } = permission
	return [
		{ optionId: 'once', name: 'Allow once', kind: 'allow_once' },
		...(sessionKeys.length > 0
			? [{ optionId: 'session', name: 'Allow the like for this session', kind: 'allow_always' as const }]
			: []),
		...(projectRules.length > 0
			? [
					{
						optionId: 'project',
						name: `Always allow in this project: ${projectRules.join(', ')}`,
						kind: 'allow_always' as const,
					},
				]
			: []),
		{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	]
}

const DECISIONS: Readonly<Record<string, Decision>> = {
	once: { answer: 'once' },
	session: { answer: 'session' },
	project: { answer: 'project' },
	no: { answer: 'no' },
}

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
	{ text, options, callId }: Question,
	{ client, sessionId, signal }: AskedEditor & { signal: AbortSignal },
): Promise<string | undefined> {
	const choice = { type: 'string' as const, title: 'Choice', enum: [...options] }
	const words = options.length > 0 ? 'Or in your own words' : 'Answer'
	const answer: CreateElicitationResponse = await client.request(
		CLIENT_METHODS.elicitation_create,
		{
			mode: 'form',
			sessionId,
			toolCallId: callId,
			message: text,
			requestedSchema: {
				type: 'object',
				properties: {
					...(options.length > 0 && { choice }),
					answer: { type: 'string', title: words },
				},
				...(options.length === 0 && { required: ['answer'] }),
			},
		},
		{ cancellationSignal: signal, stopWaitingOnCancel: true },
	)
	if (answer.action !== 'accept' || !('content' in answer)) return undefined
	const { content } = answer
	return isObject(content) ? (textIn(content.answer) ?? textIn(content.choice)) : undefined
}

async function askByChoice(
	{ text, options, callId }: Question,
	{ client, sessionId, signal }: AskedEditor & { signal: AbortSignal },
): Promise<string | undefined> {
	const choices = options.map(
		(name, index): PermissionOption => ({ optionId: `answer-${index}`, name, kind: 'allow_once' }),
	)
	const toolCall: ToolCallUpdate = { toolCallId: callId, title: text, kind: 'other', status: 'pending' }
	const none: PermissionOption = { optionId: 'none', name: 'Decide yourself', kind: 'reject_once' }
	const { outcome } = await client.request(
		CLIENT_METHODS.session_request_permission,
		{ sessionId, toolCall, options: [...choices, none] },
		{ cancellationSignal: signal, stopWaitingOnCancel: true },
	)
	if (outcome.outcome === 'cancelled') return undefined
	const at = choices.findIndex(({ optionId }) => optionId === outcome.optionId)
	return options[at]
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined
}
