// Approvals by the person at the editor, as permission requests. Answers are decisions like those given at our own screen.

import type {
	AgentContext,
	ClientCapabilities,
	PermissionOption,
	ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import { CLIENT_METHODS } from '@agentclientprotocol/sdk'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { SessionId } from '../../core/ids.ts'

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
