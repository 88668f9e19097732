// The part of OAuth that every kind of login shares: a form goes to the server, tokens or a refusal come back.

import { AgentError } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import { webAddress } from '../../core/text/web-address.ts'
import { redactKeys } from '../errors/redact-keys.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { textIn } from '../http/read-json.ts'
import type { Login } from './credentials.ts'

/** A server that gives out tokens, as the user's settings describe it. */
export type OAuthEndpoints = {
	authorizeUrl?: string
	deviceUrl?: string
	tokenUrl: string
	clientId: string
	scopes?: readonly string[]
	audience?: string
	/** For a server that knows only one address to come back to; otherwise any free port is taken. */
	redirectPort?: number
}

/** `error` is the server's own name for it: `authorization_pending`, `invalid_grant`. */
export type OAuthAnswer = { body: JsonObject } | { error: string; said: string }

type Form = Readonly<Record<string, string | undefined>>

/** @throws AgentError retryable when the server could not be asked or is in trouble itself */
export async function postForm(
	fetch: HttpFetch,
	address: string,
	{ form, signal }: { form: Form; signal: AbortSignal },
): Promise<OAuthAnswer> {
	const url = webAddress(address, 'the address of a login server')
	const fields = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined)
	const secrets = fields.flatMap(([name, value]) => (SECRET_FIELDS.has(name) ? [value] : []))
	const { status, text } = await ask(fetch, url, { body: new URLSearchParams(fields).toString(), signal })
	const body = parseJson(text)
	if (status === 429 || status >= 500)
		throw new AgentError('server-error', `the login server ${url.host} answered ${status}`)
	const error = isObject(body) ? textIn(body.error) : ''
	// Some report a refusal with 200.
	if (isObject(body) && status < 300 && !error) return { body }
	if (error === '')
		throw new AgentError('bad-request', `${url.href} answered ${status}, and not as a login server does`)
	const description = isObject(body) ? textIn(body.error_description) : ''
	return { error, said: printable([error, description].filter(Boolean).join(': '), secrets) }
}

const LONGEST_ANSWER_MS = 30_000
const SECRET_FIELDS: ReadonlySet<string> = new Set(['code', 'code_verifier', 'device_code', 'refresh_token'])

async function ask(
	fetch: HttpFetch,
	url: URL,
	{ body, signal }: { body: string; signal: AbortSignal },
): Promise<{ status: number; text: string }> {
	const tooLong = AbortSignal.timeout(LONGEST_ANSWER_MS)
	const stop = AbortSignal.any([signal, tooLong])
	try {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
		const response = await fetch(url, { method: 'POST', headers, body, signal: stop })
		stop.addEventListener('abort', () => response.body.cancel(), { once: true })
		return { status: response.status, text: await response.text() }
	} catch (cause) {
		if (signal.aborted) throw new AgentError('cancelled', 'the login was cancelled', { cause })
		if (tooLong.aborted)
			throw new AgentError('timeout', `the login server ${url.host} did not answer in time`, { cause })
		if (cause instanceof AgentError) throw cause
		throw new AgentError(
			'connection-lost',
			`the login server ${url.host} could not be asked: ${reasonOf(cause)}`,
			{ cause },
		)
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * @param before - the login that is renewed: a server that keeps its refresh token does not send it again
 * @throws AgentError `bad-request` for an answer without a usable token
 */
export function loginFrom(
	body: JsonObject,
	{ server, now, before }: { server: Pick<Login, 'tokenUrl' | 'clientId'>; now: UnixMs; before?: Login },
): Login {
	const accessToken = textIn(body.access_token)
	const type = textIn(body.token_type) || 'bearer'
	if (!/^[\x21-\x7e]+$/.test(accessToken) || type.toLowerCase() !== 'bearer')
		throw new AgentError('bad-request', `${server.tokenUrl} answered without a bearer token`)
	const refreshToken = textIn(body.refresh_token) || before?.refreshToken
	return {
		type: 'oauth',
		accessToken,
		...(refreshToken && { refreshToken }),
		...expiry(Number(body.expires_in), now),
		tokenUrl: server.tokenUrl,
		clientId: server.clientId,
	}
}

/** Renewed five minutes early, so that no request outlives its token; short lives keep most of theirs. */
function expiry(seconds: number, now: UnixMs): Pick<Login, 'expiresAt' | 'refreshAt'> {
	if (!(seconds > 0)) return {}
	const lifeMs = seconds * 1_000
	return { expiresAt: now + lifeMs, refreshAt: now + lifeMs - Math.min(300_000, lifeMs / 5) }
}

/** One line of foreign text, short, without anything secret or anything a terminal would act on. */
function printable(text: string, secrets: readonly string[]): string {
	const redacted = secrets.reduce((clean, secret) => redactKeys(clean, secret), text)
	return redacted.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
}
