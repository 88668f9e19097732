// Errors as an ACP client is told them: our own words, with the protocol's number for them.

import { RequestError } from '@agentclientprotocol/sdk'
import { errorInfo } from '../../core/errors.ts'
import { wireCodes } from '../error-table.ts'

/** An error of the protocol itself stays as it is. */
export function requestError(error: unknown): RequestError {
	if (error instanceof RequestError) return error
	const { code, message, retryAfterMs } = errorInfo(error)
	const data = { code, ...(retryAfterMs !== undefined && { retryAfterMs }) }
	return new RequestError(wireCodes(code).acp, message, data)
}
