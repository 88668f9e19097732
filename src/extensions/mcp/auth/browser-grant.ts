// A login in the browser (OAuth 2.1 with PKCE, RFC 8252): the login server's page sends the user back to a port that only
// we listen on. What comes back is compared with the login server that was asked before anything of it is believed.

import { randomBytes } from 'node:crypto'
import type { FetchLike } from '@modelcontextprotocol/client'
import { AgentError } from '../../../core/errors.ts'
import type { Clock } from '../../../core/host.ts'
import { webAddress } from '../../../core/text/web-address.ts'
import { clientFor, type Discovered } from './discovery.ts'
import type { OAuthConfig } from './oauth-config.ts'
import type { Person } from './person.ts'
import { printable, refusal } from './refusal.ts'
import type { ClientIdentity, StoredLogin } from './stored-login.ts'
import { informationOf, tokensFrom } from './token-request.ts'

export type GrantRequest = {
	server: string
	config: OAuthConfig
	found: Discovered
	known?: ClientIdentity
	scope?: string
	person: Person
	fetch: FetchLike
	clock: Clock
}

/** @throws AgentError `auth-failed` when the user or the login server says no, or nobody comes back in time */
export async function browserGrant(request: GrantRequest): Promise<StoredLogin> {
	const { found, fetch, scope, person, clock } = request
	const { exchangeAuthorization, startAuthorization } = await import('@modelcontextprotocol/client')
	const state = randomBytes(32).toString('base64url')
	const leave = new AbortController()
	try {
		const listener = await listen(request, { state, signal: leave.signal })
		const redirectUri = listener.url
		const client = await clientFor(found, {
			...request,
			redirectUri,
			grant: 'authorization_code',
		})
		const { authority, metadata } = found
		const common = {
			...(metadata && { metadata }),
			clientInformation: informationOf(client),
			...(authority.resource !== undefined && { resource: authority.resource }),
		}
		const { authorizationUrl, codeVerifier } = await startAuthorization(authority.url, {
			...common,
			redirectUrl: redirectUri,
			state,
			...(scope !== undefined && { scope }),
		})
		person.show({ url: webAddress(authorizationUrl.href, `the login page of ${request.server}`) })
		const waiting = AbortSignal.any([person.signal, leave.signal])
		const answer = await Promise.race([listener.answer, nobodyCame(request, waiting)])
		const { code, iss } = await readAnswer(answer, found)
		const tokens = await exchangeAuthorization(authority.url, {
			...common,
			authorizationCode: code,
			...(iss !== undefined && { iss }),
			codeVerifier,
			redirectUri,
			fetchFn: fetch,
		}).catch(refusal)
		return { client, authority, tokens: tokensFrom(tokens, { now: clock.now(), scope }) }
	} finally {
		leave.abort()
	}
}

/** At the port that was registered, if it is free: then nothing has to be registered anew. */
async function listen(
	{ config, known, person }: GrantRequest,
	common: { state: string; signal: AbortSignal },
): ReturnType<Person['listen']> {
	const place = { ...common, ...(config.redirectHost && { hostName: config.redirectHost }) }
	if (config.redirectPort !== undefined) return person.listen({ ...place, port: config.redirectPort })
	const before = known?.redirectUri === undefined ? 0 : Number(new URL(known.redirectUri).port)
	if (before === 0) return person.listen({ ...place, port: 0 })
	return person.listen({ ...place, port: before }).catch(() => person.listen({ ...place, port: 0 }))
}

/** An error that another login server has sent says nothing about ours, so the issuer comes first. */
async function readAnswer(
	answer: URLSearchParams,
	{ metadata }: Discovered,
): Promise<{ code: string; iss: string | undefined }> {
	const { validateAuthorizationResponseIssuer } = await import('@modelcontextprotocol/client')
	const iss = answer.get('iss') ?? undefined
	try {
		validateAuthorizationResponseIssuer({
			iss,
			expectedIssuer: metadata?.issuer,
			issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
		})
	} catch (cause) {
		const problem = `the answer in the browser is not from ${metadata?.issuer}: the login is not used`
		throw new AgentError('auth-failed', problem, { cause })
	}
	const error = answer.get('error')
	if (error === null) return { code: answer.get('code') ?? '', iss }
	if (error === 'access_denied') throw new AgentError('auth-failed', 'the login was refused in the browser')
	const said = [error, answer.get('error_description') ?? ''].filter(Boolean).join(': ')
	throw new AgentError('auth-failed', `the login server refuses: ${printable(said)}`)
}

const LONGEST_VISIT_MS = 300_000

async function nobodyCame({ clock, person, server }: GrantRequest, waiting: AbortSignal): Promise<never> {
	await clock.sleep(LONGEST_VISIT_MS, waiting)
	if (person.signal.aborted) throw new AgentError('cancelled', 'the login was cancelled')
	throw new AgentError(
		'auth-failed',
		`nobody came back from the browser within 5 minutes; run \`agent mcp login ${server}\` again`,
	)
}
