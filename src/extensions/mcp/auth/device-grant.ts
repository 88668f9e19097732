// A login for a machine without a browser (RFC 8628), where the login server offers it: the user opens an address
// anywhere and types a short code, while we ask again and again whether that has been done.

import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import { webAddress } from '../../../core/text/web-address.ts'
import type { GrantRequest } from './browser-grant.ts'
import { clientFor, endpointOf } from './discovery.ts'
import { codeOf, printable } from './refusal.ts'
import type { ClientIdentity, StoredLogin } from './stored-login.ts'
import { requestTokens } from './token-request.ts'

/** @throws AgentError `auth-failed` when the login server has no such login or says no, or nobody types the code in time */
export async function deviceGrant(request: GrantRequest): Promise<StoredLogin> {
	const { found, clock, person, server, fetch, scope } = request
	const endpoint = endpointOf(found.metadata, 'device_authorization_endpoint')
	if (endpoint === undefined)
		throw new AgentError(
			'auth-failed',
			`the login server of ${server} has no login by code: run \`agent mcp login ${server}\` without --device`,
		)
	// Registration asks for one; nobody ever comes back to it.
	const client = await clientFor(found, {
		...request,
		redirectUri: 'http://127.0.0.1/callback',
		grant: GRANT,
	})
	const started = await begin(request, { endpoint, client })
	person.show({ url: started.url, code: started.code })
	const endsAt = clock.now() + started.lifeMs
	const form = { grant_type: GRANT, device_code: started.deviceCode }
	let intervalMs = started.intervalMs
	while (clock.now() + intervalMs < endsAt) {
		await clock.sleep(intervalMs, person.signal)
		if (person.signal.aborted) throw new AgentError('cancelled', 'the login was cancelled')
		try {
			const from = { authority: found.authority, client, fetch, now: clock.now() }
			return { client, authority: found.authority, tokens: await requestTokens(from, form, scope) }
		} catch (error) {
			const code = await codeOf(error)
			const mayPass = error instanceof AgentError && error.retryable && !person.signal.aborted
			// A line that drops for a moment is no reason to begin again: it counts as asked too fast.
			if (code === 'slow_down' || mayPass) intervalMs += 5_000
			else if (code === 'expired_token') break
			else if (code === 'access_denied')
				throw new AgentError('auth-failed', 'the login was refused in the browser')
			else if (code !== 'authorization_pending') throw error
		}
	}
	throw new AgentError(
		'auth-failed',
		`nobody typed the code in time; run \`agent mcp login ${server} --device\` again`,
	)
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

type ServerDeviceAuthorization = {
	url: URL
	code: string
	deviceCode: string
	intervalMs: number
	lifeMs: number
}

async function begin(
	{ found, fetch, scope }: GrantRequest,
	{ endpoint, client }: { endpoint: string; client: ClientIdentity },
): Promise<ServerDeviceAuthorization> {
	const form = new URLSearchParams({
		client_id: client.id,
		...(scope !== undefined && { scope }),
		...(found.authority.resource !== undefined && { resource: found.authority.resource }),
	})
	const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
	const response = await fetch(endpoint, { method: 'POST', headers, body: form, redirect: 'manual' })
	const body = parseJson(await response.text())
	if (!isObject(body) || !response.ok) {
		const said = isObject(body) ? `${body.error ?? ''} ${body.error_description ?? ''}`.trim() : ''
		throw new AgentError('auth-failed', `the login server refuses: ${printable(said) || response.status}`)
	}
	const code = textIn(body, 'user_code')
	const deviceCode = textIn(body, 'device_code')
	if (!/^[\x20-\x7e]{1,64}$/.test(code) || deviceCode === '')
		throw new AgentError('bad-request', `${endpoint} answered without a code`)
	const page = textIn(body, 'verification_uri') || textIn(body, 'verification_url')
	return {
		url: webAddress(page, `the page of ${endpoint}`),
		code,
		deviceCode,
		intervalMs: seconds(body, 'interval', 5) * 1_000,
		lifeMs: seconds(body, 'expires_in', 900) * 1_000,
	}
}

function textIn(body: JsonObject, name: string): string {
	const value = body[name]
	return typeof value === 'string' ? value : ''
}

function seconds(body: JsonObject, name: string, otherwise: number): number {
	const value = Number(body[name])
	return value > 0 ? Math.min(value, 3_600) : otherwise
}
