// A login in the browser of this machine (RFC 8252): the page sends the user back to a port that only we listen on,
// and what it brings along is worth nothing without the secret half of the pair made here (PKCE, RFC 7636).

import { createHash, randomBytes } from 'node:crypto'
import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import { webAddress } from '../../core/text/web-address.ts'
import { redactKeys } from '../errors/redact-keys.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import type { Login } from './credentials.ts'
import { loginFrom, type OAuthEndpoints, postForm } from './oauth.ts'
import { listenForRedirect } from './redirect-listener.ts'

export type BrowserLogin = {
	endpoints: OAuthEndpoints & { authorizeUrl: string }
	fetch: HttpFetch
	clock: Clock
	signal: AbortSignal
	/** Shows the page to the user, in a browser if there is one. */
	show(url: URL): void
}

/** @throws AgentError `auth-failed` when the user or the server says no, or nobody comes back in time */
export async function browserLogin(login: BrowserLogin): Promise<Login> {
	const { clock, endpoints, fetch, signal } = login
	const page = webAddress(endpoints.authorizeUrl, 'oauth.authorizeUrl')
	const state = secret()
	const verifier = secret()
	const leave = new AbortController()
	const listener = await listenForRedirect({ state, port: endpoints.redirectPort ?? 0, signal: leave.signal })
	try {
		for (const [name, value] of Object.entries({
			response_type: 'code',
			client_id: endpoints.clientId,
			redirect_uri: listener.url,
			state,
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
			scope: endpoints.scopes?.join(' '),
			audience: endpoints.audience,
		}))
			if (value !== undefined) page.searchParams.set(name, value)
		login.show(page)
		const waiting = AbortSignal.any([signal, leave.signal])
		const code = codeIn(await Promise.race([listener.answer, nobodyCame(clock, waiting, signal)]))
		const form = {
			grant_type: 'authorization_code',
			code,
			redirect_uri: listener.url,
			client_id: endpoints.clientId,
			code_verifier: verifier,
		}
		const answer = await postForm(fetch, endpoints.tokenUrl, { form, signal })
		if ('error' in answer) throw new AgentError('auth-failed', `the login server refuses: ${answer.said}`)
		return loginFrom(answer.body, { server: endpoints, now: clock.now() })
	} finally {
		leave.abort()
	}
}

/** @throws AgentError `auth-failed` when the page says no */
function codeIn(answer: URLSearchParams): string {
	const error = answer.get('error')
	if (error === null) return answer.get('code') ?? ''
	if (error === 'access_denied') throw new AgentError('auth-failed', 'the login was refused in the browser')
	const said = [error, answer.get('error_description') ?? ''].filter(Boolean).join(': ')
	const shown = redactKeys(said, undefined)
		.replaceAll(/[^\x20-\x7e]+/g, ' ')
		.slice(0, 200)
	throw new AgentError('auth-failed', `the login server refuses: ${shown}`)
}

const LONGEST_VISIT_MS = 300_000

async function nobodyCame(clock: Clock, waiting: AbortSignal, cancel: AbortSignal): Promise<never> {
	await clock.sleep(LONGEST_VISIT_MS, waiting)
	if (cancel.aborted) throw new AgentError('cancelled', 'the login was cancelled')
	throw new AgentError(
		'auth-failed',
		'nobody came back from the browser within 5 minutes; run `agent login` again',
	)
}

function secret(): string {
	return randomBytes(32).toString('base64url')
}
