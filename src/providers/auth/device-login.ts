// A login for a machine without a browser (RFC 8628): the user opens an address anywhere and types a short code,
// while we ask again and again whether that has been done.

import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { JsonObject } from '../../core/json.ts'
import { webAddress } from '../../core/text/web-address.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { textIn } from '../http/read-json.ts'
import type { Login } from './credentials.ts'
import { loginFrom, type OAuthAnswer, type OAuthEndpoints, postForm } from './oauth.ts'

export type DeviceLogin = {
	endpoints: OAuthEndpoints & { deviceUrl: string }
	fetch: HttpFetch
	clock: Clock
	signal: AbortSignal
	/** Tells the user where to go and what to type there. */
	show(page: { url: URL; code: string }): void
}

/** @throws AgentError `auth-failed` when the user or the server says no, or nobody answers in time */
export async function deviceLogin(login: DeviceLogin): Promise<Login> {
	const { clock, endpoints, signal } = login
	const started = await begin(login)
	login.show(started)
	const endsAt = clock.now() + started.lifeMs
	let intervalMs = started.intervalMs
	let failures = 0
	while (clock.now() + intervalMs < endsAt) {
		await clock.sleep(intervalMs, signal)
		if (signal.aborted) throw new AgentError('cancelled', 'the login was cancelled')
		const answer = await poll(login, started.deviceCode)
		if ('body' in answer) return loginFrom(answer.body, { server: endpoints, now: clock.now() })
		if ('failure' in answer) {
			failures += 1
			if (failures === MOST_FAILURES) throw noAnswer(answer.failure)
			intervalMs += 5_000
			continue
		}
		failures = 0
		if (answer.error === 'slow_down') intervalMs += 5_000
		else if (answer.error !== 'authorization_pending') throw refusedLogin(answer)
	}
	throw tooLate()
}

type DeviceAuthorization = { url: URL; code: string; deviceCode: string; intervalMs: number; lifeMs: number }

async function begin({ endpoints, fetch, signal }: DeviceLogin): Promise<DeviceAuthorization> {
	const { deviceUrl, clientId, scopes, audience } = endpoints
	const form = { client_id: clientId, scope: scopes?.join(' '), audience }
	const answer = await postForm(fetch, deviceUrl, { form, signal })
	if ('error' in answer) throw refusedLogin(answer)
	const { body } = answer
	const code = textIn(body.user_code)
	const deviceCode = textIn(body.device_code)
	if (!/^[\x20-\x7e]{1,64}$/.test(code) || deviceCode === '')
		throw new AgentError('bad-request', `${deviceUrl} answered without a code`)
	return {
		url: webAddress(
			textIn(body.verification_uri) || textIn(body.verification_url),
			`the page of ${deviceUrl}`,
		),
		code,
		deviceCode,
		intervalMs: seconds(body, 'interval', 5) * 1_000,
		lifeMs: seconds(body, 'expires_in', 900) * 1_000,
	}
}

function seconds(body: JsonObject, name: string, otherwise: number): number {
	const value = Number(body[name])
	return value > 0 ? Math.min(value, 3_600) : otherwise
}

/** A line that drops for a moment is no reason to begin again. */
async function poll(login: DeviceLogin, deviceCode: string): Promise<OAuthAnswer | NoAnswer> {
	const { endpoints, fetch, signal } = login
	const form = { grant_type: GRANT, device_code: deviceCode, client_id: endpoints.clientId }
	try {
		return await postForm(fetch, endpoints.tokenUrl, { form, signal })
	} catch (error) {
		if (error instanceof AgentError && error.retryable && !signal.aborted) return { failure: error }
		throw error
	}
}

/** One after the other, each five seconds after the one before: more than two minutes. */
const MOST_FAILURES = 6

type NoAnswer = { failure: AgentError }

function noAnswer({ code, message }: AgentError): AgentError {
	return new AgentError(
		code,
		`the login cannot end: ${message}, ${MOST_FAILURES} times; run \`agent login\` again`,
	)
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

function refusedLogin({ error, said }: { error: string; said: string }): AgentError {
	if (error === 'expired_token') return tooLate()
	if (error === 'access_denied') return new AgentError('auth-failed', 'the login was refused in the browser')
	return new AgentError('auth-failed', `the login server refuses: ${said}`)
}

function tooLate(): AgentError {
	return new AgentError('auth-failed', 'nobody typed the code in time; run `agent login` again')
}
