// What PostgreSQL refuses, in our words: which database it was about, whether another try may help, and what to do. The
// database's URL may hold a password, so no message has more of it than host, port, user and name.

import { AgentError, messageOf } from '../../../core/errors.ts'

/** Where the database is, and as whom: all of its URL that may be told. */
export type DatabasePlace = { user: string; host: string; port: string; database: string }

/** @throws AgentError `usage` for what is no URL of a database */
export function placeOf(url: string): DatabasePlace {
	if (!URL.canParse(url))
		throw new AgentError(
			'usage',
			'--database: that is no URL; expected postgres://user@host:port/name (in a password @ is %40, / is %2F, : is %3A and # is %23)',
		)
	const { username, hostname, port, pathname, hash, searchParams } = new URL(url)
	if (hash !== '')
		throw new AgentError(
			'usage',
			'--database: a # in the URL is written %23; everything after it would be lost',
		)
	const user = decoded(username) || process.env.PGUSER || process.env.USER || 'postgres'
	return {
		user,
		host: searchParams.get('host') ?? (decoded(hostname) || process.env.PGHOST || 'localhost'),
		port: port || process.env.PGPORT || '5432',
		database: decoded(pathname.slice(1)) || process.env.PGDATABASE || user,
	}
}

export function nameOf({ host, port, database }: DatabasePlace): string {
	return `database ${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`
}

/** While it is in use. @throws nothing: what has gone wrong, in our words */
export function databaseError(error: unknown): AgentError {
	if (error instanceof AgentError) return error
	if (codeOf(error) === 'KE001')
		return new AgentError('fenced', `somebody else has taken this session up: ${messageOf(error)}`)
	if (codeOf(error) === NOT_A_TEXT)
		return new AgentError('usage', 'a text with the character U+0000 cannot be kept, nor looked for', {
			cause: error,
		})
	const again = isPassing(error) ? { retryAfterMs: AGAIN_MS } : {}
	return new AgentError('storage-failed', `the database: ${reasonOf(error)}`, { cause: error, ...again })
}

const NOT_A_TEXT = '22021'

/** A database that is started anew is there again within seconds. */
const AGAIN_MS = 2_000

/** When it is opened: `storage-failed` where another try may help, otherwise what is to be set right. */
export function openingError(error: unknown, place: DatabasePlace): AgentError {
	const cause = error instanceof AgentError && error.cause !== undefined ? error.cause : error
	if (cause instanceof AgentError) return cause
	const what = nameOf(place)
	const reason = reasonOf(cause)
	const refused = (code: 'auth-failed' | 'config-invalid', more: string) =>
		new AgentError(code, `the ${what}: ${reason}; ${more}`, { cause })
	const code = codeOf(cause)
	if (code === '3D000') return refused('config-invalid', `createdb ${place.database} makes it`)
	if (/no encryption|SSL off/i.test(reason))
		return refused('config-invalid', 'it may want TLS: add ?sslmode=verify-full to the URL')
	if (/does not support SSL/i.test(reason))
		return refused('config-invalid', 'it has no TLS: leave sslmode out of the URL, or set it up there')
	if (/password must be a string|no password supplied/i.test(reason))
		return refused(
			'auth-failed',
			`it wants a password of ${place.user}: in PGPASSWORD, or in a file PGPASSFILE names`,
		)
	if (code.startsWith('28')) return refused('auth-failed', `it does not let ${place.user} in`)
	if (code === '42501')
		return refused('config-invalid', `${place.user} may not; the database has to belong to it`)
	return new AgentError('storage-failed', `the ${what} cannot be reached: ${reason}`, { cause })
}

/** Whether the same may succeed a moment later: the connection is gone, or two have waited for each other. */
export function isPassing(error: unknown): boolean {
	const cause = error instanceof AgentError ? error.cause : error
	if (cause === undefined) return false
	if (cause instanceof AggregateError) return cause.errors.every(isPassing)
	const code = codeOf(cause)
	return PASSING_CODES.test(code) || PASSING_WORDS.test(messageOf(cause))
}

// Classes of SQLSTATE: 08 connection; 57P0x it is being shut down or started; 40xxx rolled back in favour of others;
// 53300 too many connections; 25P03 it slept in the middle; 25006 read only, as a standby is that has not been promoted yet.
const PASSING_CODES =
	/^(?:08\w{3}|57P0[1-5]|40001|40P01|53300|25P03|25006|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const PASSING_WORDS =
	/^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)|Query read timeout)/

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** A refused connection to several addresses has no words of its own. */
function reasonOf(error: unknown): string {
	if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
	return messageOf(error) || codeOf(error)
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}
