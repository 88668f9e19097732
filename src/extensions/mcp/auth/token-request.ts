// Requests for tokens: a refresh, one in the program's own name, and asking on behalf of a device code.

import type { FetchLike, OAuthTokens, StoredOAuthClientInformation } from '@modelcontextprotocol/client'
import { AgentError } from '../../../core/errors.ts'
import type { UnixMs } from '../../../core/ids.ts'
import { metadataOf } from './discovery.ts'
import type { OAuthConfig } from './oauth-config.ts'
import { refusal } from './refusal.ts'
import type { Authority, ClientIdentity, Tokens } from './stored-login.ts'

type TokenSource = { authority: Authority; client: ClientIdentity; fetch: FetchLike; now: UnixMs }

/** @param before - a server that keeps its refresh token does not send it again */
export async function refreshTokens(
	{ authority, client, fetch, now }: TokenSource,
	before: Tokens,
): Promise<Tokens> {
	const { refreshAuthorization } = await import('@modelcontextprotocol/client')
	const tokens = await refreshAuthorization(authority.url, {
		metadata: metadataOf(authority),
		clientInformation: informationOf(client),
		refreshToken: before.refreshToken ?? '',
		...(authority.resource !== undefined && { resource: authority.resource }),
		fetchFn: fetch,
	}).catch(refusal)
	return tokensFrom(tokens, { now, scope: before.scope })
}

/** Tokens for this program itself (RFC 6749 §4.4). */
export function ownTokens(
	from: TokenSource,
	config: OAuthConfig,
	scope: string | undefined,
): Promise<Tokens> {
	const form = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }
	return requestTokens({ ...from, ...(config.privateKey && { privateKey: config.privateKey }) }, form, scope)
}

/** Tokens for somebody whom their company's login server vouches for, to the login server of the MCP server (SEP-990). */
export async function crossAppTokens(
	{ authority, client, fetch, now }: TokenSource,
	idp: NonNullable<OAuthConfig['idp']>,
	{ scope, serverUrl }: { scope: string | undefined; serverUrl: string },
): Promise<Tokens> {
	const { exchangeJwtAuthGrant, requestJwtAuthorizationGrant } = await import('@modelcontextprotocol/client')
	const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
		tokenEndpoint: idp.tokenUrl,
		audience: authority.issuer,
		resource: authority.resource ?? serverUrl,
		idToken: idp.idToken,
		clientId: idp.clientId,
		...(idp.clientSecret !== undefined && { clientSecret: idp.clientSecret }),
		...(scope !== undefined && { scope }),
		fetchFn: fetch,
	}).catch(refusal)
	const isPost =
		client.secret !== undefined && authority.tokenAuthMethods?.includes('client_secret_basic') === false
	const tokens = await exchangeJwtAuthGrant({
		tokenEndpoint: authority.tokenUrl,
		jwtAuthGrant,
		clientId: client.id,
		...(client.secret === undefined
			? { authMethod: 'none' }
			: { clientSecret: client.secret, authMethod: isPost ? 'client_secret_post' : 'client_secret_basic' }),
		fetchFn: fetch,
	}).catch(refusal)
	return tokensFrom(tokens, { now, scope })
}

/** @throws AgentError `auth-failed`, whose `cause` has the login server's own code for it */
export async function requestTokens(
	from: TokenSource & { privateKey?: OAuthConfig['privateKey'] },
	form: Readonly<Record<string, string>>,
	scope: string | undefined,
): Promise<Tokens> {
	const { authority, client, fetch, now, privateKey } = from
	const { createPrivateKeyJwtAuth, fetchToken } = await import('@modelcontextprotocol/client')
	const requester = {
		redirectUrl: undefined,
		clientMetadata: { redirect_uris: [] },
		clientInformation: () => informationOf(client),
		tokens: () => undefined,
		saveTokens: () => undefined,
		redirectToAuthorization: () => undefined,
		saveCodeVerifier: () => undefined,
		codeVerifier: () => '',
		prepareTokenRequest: () => new URLSearchParams(form),
		...(privateKey && {
			addClientAuthentication: createPrivateKeyJwtAuth({
				issuer: client.id,
				subject: client.id,
				privateKey: privateKey.pem,
				alg: privateKey.algorithm,
			}),
		}),
	}
	const tokens = await fetchToken(requester, authority.url, {
		metadata: metadataOf(authority),
		...(authority.resource !== undefined && { resource: authority.resource }),
		fetchFn: fetch,
	}).catch(refusal)
	return tokensFrom(tokens, { now, scope })
}

export function informationOf({
	id,
	issuer,
	secret,
	authMethod,
}: ClientIdentity): StoredOAuthClientInformation {
	return {
		client_id: id,
		issuer,
		...(secret !== undefined && { client_secret: secret }),
		...(authMethod !== undefined && { redirect_uris: [], token_endpoint_auth_method: authMethod }),
	}
}

/**
 * @param asked - the scope that was asked for: a server that grants just that need not repeat it
 * @throws AgentError `bad-request` for a token that cannot be sent
 */
export function tokensFrom(
	tokens: OAuthTokens,
	{ now, scope: asked }: { now: UnixMs; scope?: string | undefined },
): Tokens {
	if (!/^[\x21-\x7e]+$/.test(tokens.access_token) || tokens.token_type.toLowerCase() !== 'bearer')
		throw new AgentError('bad-request', 'the login server answered without a bearer token')
	const scope = tokens.scope ?? asked
	return {
		accessToken: tokens.access_token,
		...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
		...(scope && { scope }),
		...expiry(tokens.expires_in, now),
	}
}

/** Renewed five minutes early, so that no call outlives its token; short lives keep most of theirs. */
function expiry(seconds: number | undefined, now: UnixMs): Pick<Tokens, 'expiresAt' | 'refreshAt'> {
	if (seconds === undefined || !(seconds > 0)) return {}
	const lifeMs = seconds * 1_000
	return { expiresAt: now + lifeMs, refreshAt: now + lifeMs - Math.min(300_000, lifeMs / 5) }
}
