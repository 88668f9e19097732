// The closed list of what can go wrong, and which of it is worth another try.

export type ErrorCode =
	// from a model or on the way to it
	| 'connection-lost'
	| 'timeout'
	| 'rate-limited'
	| 'overloaded'
	| 'server-error'
	| 'stream-broken'
	| 'auth-failed'
	| 'not-found'
	| 'bad-request'
	| 'quota-exhausted'
	| 'context-overflow'
	| 'content-filter'
	| 'refused'
	| 'output-limit'
	| 'empty-reply'
	| 'looping'
	// from tools and approvals
	| 'tool-failed'
	| 'tool-denied'
	| 'unread-call'
	| 'stuck'
	| 'hook-stopped'
	| 'request-denied'
	// budgets
	| 'turn-limit'
	| 'cost-limit'
	| 'time-limit'
	// sessions and files
	| 'session-not-found'
	| 'session-ambiguous'
	| 'session-busy'
	| 'session-unreadable'
	| 'storage-failed'
	// what the user typed or configured
	| 'usage'
	| 'config-invalid'
	| 'model-unknown'
	| 'invalid-output'
	| 'rejected'
	| 'cancelled'
	| 'internal'

const RETRYABLE: Record<ErrorCode, boolean> = {
	'connection-lost': true,
	timeout: true,
	'rate-limited': true,
	overloaded: true,
	'server-error': true,
	'stream-broken': true,
	'auth-failed': false,
	'not-found': false,
	'bad-request': false,
	'quota-exhausted': false,
	'context-overflow': false,
	'content-filter': false,
	refused: false,
	'output-limit': false,
	'empty-reply': true,
	looping: false,
	'tool-failed': false,
	'tool-denied': false,
	'unread-call': false,
	stuck: false,
	'hook-stopped': false,
	'request-denied': false,
	'turn-limit': false,
	'cost-limit': false,
	'time-limit': false,
	'session-not-found': false,
	'session-ambiguous': false,
	'session-busy': false,
	'session-unreadable': false,
	'storage-failed': false,
	usage: false,
	'config-invalid': false,
	'model-unknown': false,
	'invalid-output': false,
	rejected: false,
	cancelled: false,
	internal: false,
}

/** All of them, in this order. The record above has every code there is. */
export const ERROR_CODES = Object.keys(RETRYABLE) as readonly ErrorCode[]

export class AgentError extends Error {
	readonly code: ErrorCode
	/** How long the other side asked to be left alone, in milliseconds, where it said so. */
	readonly retryAfterMs: number | undefined

	constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
		super(message, 'cause' in options ? { cause: options.cause } : undefined)
		this.name = 'AgentError'
		this.code = code
		this.retryAfterMs = options.retryAfterMs
	}

	get retryable(): boolean {
		return RETRYABLE[this.code]
	}
}

/** What is left of an error once it is stored or sent: no stack, no cause. */
export type ErrorInfo = { code: ErrorCode; message: string; retryAfterMs?: number }

export function errorInfo(error: unknown): ErrorInfo {
	if (error instanceof AgentError) {
		const { code, message, retryAfterMs } = error
		return retryAfterMs === undefined ? { code, message } : { code, message, retryAfterMs }
	}
	return { code: 'internal', message: messageOf(error) }
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
