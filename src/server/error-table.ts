// Error codes on the wire: what each of ours is as an HTTP status, as a JSON-RPC error of the Agent Client Protocol and as
// one of A2A. One table, so that the same trouble is the same to every client.

import type { ErrorCode } from '../core/errors.ts'

/**
 * `http`: a status (RFC 9110, 4918 for 507). `acp`: JSON-RPC 2.0 with the codes of ACP: -32000 authentication required,
 * -32002 not found, -32800 cancelled. `a2a`: JSON-RPC 2.0 with the codes of A2A: -32001 no such task, -32004 not
 * supported, -32006 invalid answer of the agent.
 */
export type WireCodes = { http: number; acp: number; a2a: number }

export function wireCodes(code: ErrorCode): WireCodes {
	return WIRE[code]
}

const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const INTERNAL = -32603

const ACP_AUTH_REQUIRED = -32000
const ACP_NOT_FOUND = -32002
const ACP_CANCELLED = -32800

const A2A_NO_SUCH_TASK = -32001
const A2A_NOT_SUPPORTED = -32004
const A2A_INVALID_ANSWER = -32006

/** The fault is not the caller's: the model's server, or the machine. */
function ours(http: number): WireCodes {
	return { http, acp: INTERNAL, a2a: INTERNAL }
}

const BAD_INPUT: WireCodes = { http: 400, acp: INVALID_PARAMS, a2a: INVALID_PARAMS }

const WIRE: Record<ErrorCode, WireCodes> = {
	'connection-lost': ours(502),
	timeout: ours(504),
	'rate-limited': ours(429),
	overloaded: ours(503),
	'server-error': ours(502),
	'stream-broken': ours(502),
	// The model's server wants another key; 401 would say that the caller's token is not good.
	'auth-failed': { http: 502, acp: ACP_AUTH_REQUIRED, a2a: INTERNAL },
	'not-found': ours(502),
	'bad-request': ours(502),
	'quota-exhausted': ours(402),
	'context-overflow': ours(413),
	'content-filter': ours(422),
	refused: ours(422),
	'output-limit': ours(422),
	'empty-reply': ours(502),
	looping: ours(502),
	'tool-failed': ours(500),
	'tool-denied': ours(403),
	'unread-call': ours(502),
	stuck: ours(500),
	'hook-stopped': ours(403),
	'request-denied': ours(403),
	'turn-limit': ours(422),
	'cost-limit': ours(402),
	'time-limit': ours(504),
	'session-not-found': { http: 404, acp: ACP_NOT_FOUND, a2a: A2A_NO_SUCH_TASK },
	'session-ambiguous': { ...BAD_INPUT, http: 409 },
	'session-busy': { http: 409, acp: INVALID_REQUEST, a2a: A2A_NOT_SUPPORTED },
	'session-unreadable': ours(500),
	'storage-failed': ours(507),
	fenced: { http: 409, acp: INVALID_REQUEST, a2a: A2A_NOT_SUPPORTED },
	'task-not-found': { http: 404, acp: ACP_NOT_FOUND, a2a: A2A_NO_SUCH_TASK },
	usage: BAD_INPUT,
	'config-invalid': ours(500),
	'model-unknown': BAD_INPUT,
	'invalid-output': { ...ours(502), a2a: A2A_INVALID_ANSWER },
	rejected: { http: 409, acp: INVALID_REQUEST, a2a: A2A_NOT_SUPPORTED },
	// What nginx and Google's API table say for a client that has changed its mind.
	cancelled: { http: 499, acp: ACP_CANCELLED, a2a: INTERNAL },
	internal: ours(500),
}
