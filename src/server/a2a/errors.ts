// Errors of A2A: whatever goes wrong behind a method becomes one of the protocol's, by the one table of codes.

import {
	A2AError,
	ContentTypeNotSupportedError,
	InvalidAgentResponseError,
	RequestMalformedError,
	TaskNotFoundError,
	UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import { AgentError } from '../../core/errors.ts'
import { wireCodes } from '../error-table.ts'
import { errorAnswer, Refusal } from '../http/refusal.ts'

/** @returns one whose code goes over the wire; of a bug it says no more than that it was one */
export function protocolError(error: unknown): A2AError {
	if (error instanceof A2AError) return error
	const { message } = errorAnswer(error).body.error
	const Kind = kindOf(error)
	return new Kind(message)
}

function kindOf(error: unknown): new (message: string) => A2AError {
	if (error instanceof AgentError) return KINDS[wireCodes(error.code).a2a] ?? A2AError
	if (!(error instanceof Refusal)) return A2AError
	switch (error.code) {
		case 'bad-request':
			return RequestMalformedError
		case 'not-found':
			return TaskNotFoundError
		case 'unsupported-media-type':
			return ContentTypeNotSupportedError
		default:
			return A2AError
	}
}

const KINDS: Readonly<Record<number, new (message: string) => A2AError>> = {
	[-32001]: TaskNotFoundError,
	[-32004]: UnsupportedOperationError,
	[-32006]: InvalidAgentResponseError,
	[-32602]: RequestMalformedError,
}
