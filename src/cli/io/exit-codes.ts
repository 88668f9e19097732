// Exit codes, as scripts read them. One table, so that the same trouble always has the same number.

import type { ErrorCode } from '../../core/errors.ts'
import type { RunEndReason } from '../../core/events.ts'

/** Never 0 for anything but a run that finished: not for an empty, truncated, refused or failed one. */
export function codeForRun(reason: RunEndReason, error?: ErrorCode): ExitCode {
	if (reason === 'finished') return error === undefined ? 0 : codeForError(error)
	return reason === 'failed' ? codeForError(error ?? 'internal') : codeForError(reason)
}

export function codeForError(code: ErrorCode): ExitCode {
	return ERROR_EXIT[code]
}

/** 128 and the signal's number, as shells count. */
export function codeForSignal(signal: 'SIGHUP' | 'SIGINT' | 'SIGQUIT' | 'SIGPIPE' | 'SIGTERM'): ExitCode {
	return SIGNAL_EXIT[signal]
}

/**
 * 0 done · 1 failed · 2 usage · 3 configuration or auth · 4 a needed approval was refused · 5 a budget was reached ·
 * 129, 130, 131, 141, 143 ended by a signal.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 129 | 130 | 131 | 141 | 143

const SIGNAL_EXIT = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGPIPE: 141, SIGTERM: 143 } as const

const ERROR_EXIT: Record<ErrorCode, ExitCode> = {
	'connection-lost': 1,
	timeout: 1,
	'rate-limited': 1,
	overloaded: 1,
	'server-error': 1,
	'stream-broken': 1,
	'auth-failed': 3,
	'not-found': 1,
	'bad-request': 1,
	'quota-exhausted': 1,
	'context-overflow': 1,
	'content-filter': 1,
	refused: 1,
	'output-limit': 1,
	'empty-reply': 1,
	looping: 1,
	'tool-failed': 1,
	'tool-denied': 4,
	'unread-call': 1,
	stuck: 1,
	'hook-stopped': 1,
	'request-denied': 1,
	'turn-limit': 5,
	'cost-limit': 5,
	'time-limit': 5,
	'session-not-found': 2,
	'session-ambiguous': 2,
	'session-busy': 1,
	'session-unreadable': 1,
	'storage-failed': 1,
	fenced: 1,
	'task-not-found': 2,
	usage: 2,
	'config-invalid': 3,
	'model-unknown': 3,
	'invalid-output': 1,
	rejected: 1,
	cancelled: 130,
	internal: 1,
}
