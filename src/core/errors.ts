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
	// services
	| 'fenced'
	| 'task-not-found'
	// what the user typed or configured
	| 'usage'
	| 'config-invalid'
	| 'model-unknown'
	| 'invalid-output'
	| 'rejected'
	| 'cancelled'
	| 'internal'

/**
 * What is done about a failed request (SPEC M4). `same-model`: it is tried again, then the next model of the chain is asked.
 * `next-model`: another model may not have this trouble. `stop`: no model would do better, or it is nothing about models.
 */
export type Remedy = 'same-model' | 'next-model' | 'stop'

const REMEDIES: Record<ErrorCode, Remedy> = {
	'connection-lost': 'same-model',
	timeout: 'same-model',
	'rate-limited': 'same-model',
	overloaded: 'same-model',
	'server-error': 'same-model',
	'stream-broken': 'same-model',
	'auth-failed': 'next-model',
	'not-found': 'next-model',
	'bad-request': 'stop',
	'quota-exhausted': 'next-model',
	'context-overflow': 'next-model',
	'content-filter': 'stop',
	refused: 'stop',
	'output-limit': 'stop',
	'empty-reply': 'same-model',
	looping: 'next-model',
	'tool-failed': 'stop',
	'tool-denied': 'stop',
	'unread-call': 'stop',
	stuck: 'stop',
	'hook-stopped': 'stop',
	'request-denied': 'stop',
	'turn-limit': 'stop',
	'cost-limit': 'stop',
	'time-limit': 'stop',
	'session-not-found': 'stop',
	'session-ambiguous': 'stop',
	'session-busy': 'stop',
	'session-unreadable': 'stop',
	'storage-failed': 'stop',
	fenced: 'stop',
	'task-not-found': 'stop',
	usage: 'stop',
	'config-invalid': 'next-model',
	'model-unknown': 'stop',
	'invalid-output': 'stop',
	rejected: 'stop',
	cancelled: 'stop',
	internal: 'stop',
}

/** All of them, in this order. The record above has every code there is. */
export const ERROR_CODES = Object.keys(REMEDIES) as readonly ErrorCode[]

export class AgentError extends Error {
	readonly code: ErrorCode
	/** How long the other side asked to be left alone, in milliseconds, where it said so. */
	readonly retryAfterMs: number | undefined
	/** The request is refused for something that this server lacks: another model's may take it as it is. */
	readonly isOfServer: boolean

	constructor(
		code: ErrorCode,
		message: string,
		options: { cause?: unknown; retryAfterMs?: number; isOfServer?: boolean } = {},
	) {
		super(message, 'cause' in options ? { cause: options.cause } : undefined)
		this.name = 'AgentError'
		this.code = code
		this.retryAfterMs = options.retryAfterMs
		this.isOfServer = options.isOfServer ?? false
	}

	get retryable(): boolean {
		return this.remedy === 'same-model'
	}

	get remedy(): Remedy {
		const remedy = REMEDIES[this.code]
		return remedy === 'stop' && this.isOfServer ? 'next-model' : remedy
	}
}

/** What is left of an error once it is stored or sent: no stack, no cause. */
export type ErrorInfo = { code: ErrorCode; message: string; retryAfterMs?: number }

export function errorInfo(error: unknown): ErrorInfo {
	if (error instanceof AgentError) {
		const { code, message, retryAfterMs } = error
		return retryAfterMs === undefined ? { code, message } : { code, message, retryAfterMs }
	}
	// Whoever asks where it is can find that it is nowhere, and the system's words for that name a call of libuv.
	if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')
		return { code: 'usage', message: 'the folder this was started in is gone; change to one that is there' }
	return { code: 'internal', message: messageOf(error) }
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
