// A refused request: what the answer says, and with which status.

import { AgentError, errorInfo } from '../../core/errors.ts'
import { wireCodes } from '../error-table.ts'

export type RefusalCode =
	| 'bad-request'
	| 'unauthenticated'
	| 'forbidden-origin'
	| 'not-found'
	| 'method-not-allowed'
	| 'not-acceptable'
	| 'body-too-large'
	| 'unsupported-media-type'
	| 'foreign-host'
	| 'rate-limited'
	| 'shutting-down'

const STATUS: Record<RefusalCode, number> = {
	'bad-request': 400,
	unauthenticated: 401,
	'forbidden-origin': 403,
	'not-found': 404,
	'method-not-allowed': 405,
	'not-acceptable': 406,
	'body-too-large': 413,
	'unsupported-media-type': 415,
	'foreign-host': 421,
	'rate-limited': 429,
	'shutting-down': 503,
}

export type Headers = Readonly<Record<string, string>>

/** What is wrong with a request itself; what went wrong behind it is an `AgentError`. */
export class Refusal extends Error {
	readonly code: RefusalCode
	readonly headers: Headers

	constructor(code: RefusalCode, message: string, headers: Headers = {}) {
		super(message)
		this.name = 'Refusal'
		this.code = code
		this.headers = headers
	}
}

export type ErrorAnswer = {
	status: number
	headers: Headers
	body: { error: { code: string; message: string } }
}

/** @returns what is told of it; of a bug no more than that it was one */
export function errorAnswer(error: unknown): ErrorAnswer {
	if (error instanceof Refusal) {
		const { code, message, headers } = error
		return { status: STATUS[code], headers, body: { error: { code, message } } }
	}
	if (!(error instanceof AgentError))
		return {
			status: 500,
			headers: {},
			body: {
				error: { code: 'internal', message: 'something went wrong here; the log of the server has more' },
			},
		}
	const { code, message, retryAfterMs } = errorInfo(error)
	const headers = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }
	// What keeps tasks may be back in a moment; without a moment to name it is full or broken.
	const status = code === 'storage-failed' && retryAfterMs !== undefined ? 503 : wireCodes(code).http
	return { status, headers, body: { error: { code, message } } }
}
