// How a run ended, in the protocol's words for a turn that has stopped; what has none is an error with our own.

import type { StopReason } from '@agentclientprotocol/sdk'
import { AgentError, type ErrorCode, type ErrorInfo } from '../../core/errors.ts'
import type { RunEndReason } from '../../core/events.ts'

/** @throws AgentError with what went wrong */
export function stopReason({ reason, error }: { reason: RunEndReason; error?: ErrorInfo }): StopReason {
	if (reason === 'cancelled') return 'cancelled'
	if (reason === 'turn-limit') return 'max_turn_requests'
	const known = error && WORDS[error.code]
	if (known) return known
	if (reason === 'finished') return 'end_turn'
	const { code, message, ...rest } = error ?? {
		code: reason === 'failed' ? 'internal' : reason,
		message: `the run ended: ${reason}`,
	}
	throw new AgentError(code, message, rest)
}

const WORDS: Partial<Record<ErrorCode, StopReason>> = {
	'output-limit': 'max_tokens',
	refused: 'refusal',
	'content-filter': 'refusal',
	'turn-limit': 'max_turn_requests',
}
