// Discovery of a server's login server (RFC 9728, RFC 8414, OpenID Connect), and who we are to it: registered before,
// named in the settings, described by a metadata document, or registered now.

import type { AuthorizationServerMetadata, FetchLike, OAuthServerInfo } from '@modelcontextprotocol/client'
import { AgentError } from '../../../core/errors.ts'
import type { OAuthConfig } from './oauth-config.ts'
import { refusal } from './refusal.ts'
import type { Authority, ClientIdentity } from './stored-login.ts'

export type Discovered = {
	authority: Authority
	/** Missing for servers of the first protocol version, whose endpoints have fixed paths. */
	metadata?: AuthorizationServerMetadata
	/** What a client of the server is to ask for where no challenge says it. */
	scopes?: readonly string[]
	/** Whether the server itself has said that it wants a login. */
	isProtected: boolean
}

/**
 * @param resourceMetadataUrl - from the server's challenge
 * @throws AgentError `auth-failed` when the server's own description is about another server
 */
export async function discover(at: {
	serverUrl: string
	resourceMetadataUrl?: URL
	fetch: FetchLike
}): Promise<Discovered> {
	const { IssuerMismatchError, checkResourceAllowed, discoverOAuthServerInfo, resourceUrlFromServerUrl } =
		await import('@modelcontextprotocol/client')
	const options = {
		...(at.resourceMetadataUrl && { resourceMetadataUrl: at.resourceMetadataUrl }),
		fetchFn: at.fetch,
	}
	const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } =
		await discoverOAuthServerInfo(at.serverUrl, options).catch(async error => {
			if (!(error instanceof IssuerMismatchError)) throw error
			const found = await discoverOAuthServerInfo(at.serverUrl, {
				...options,
				skipIssuerMetadataValidation: true,
			})
			if (isOneHouse(found)) return found
			throw new AgentError('auth-failed', `the login server of ${at.serverUrl} says that it is another one`, {
				cause: error,
			})
		})
	const resource = resourceMetadata?.resource
	if (resource !== undefined) {
		const requestedResource = resourceUrlFromServerUrl(at.serverUrl)
		// A token for another server would be good there, too.
		if (!checkResourceAllowed({ requestedResource, configuredResource: resource }))
			throw new AgentError('auth-failed', `${at.serverUrl} says that it is ${resource.slice(0, 200)}`)
	}
	const url = String(authorizationServerUrl)
	const revocationUrl = endpointOf(authorizationServerMetadata, 'revocation_endpoint')
	const tokenAuthMethods = authorizationServerMetadata?.token_endpoint_auth_methods_supported
	return {
		authority: {
			url,
			issuer: authorizationServerMetadata?.issuer ?? url,
			tokenUrl: authorizationServerMetadata?.token_endpoint ?? new URL('/token', url).href,
			...(tokenAuthMethods && { tokenAuthMethods }),
			...(revocationUrl !== undefined && { revocationUrl }),
			...(resource !== undefined && { resource }),
		},
		...(authorizationServerMetadata && { metadata: authorizationServerMetadata }),
		...(resourceMetadata?.scopes_supported && { scopes: resourceMetadata.scopes_supported }),
		isProtected: resourceMetadata !== undefined,
	}
}

/**
 * Servers of the first protocol version say nothing of a login server, and are their own; some of those put another path
 * of theirs into its name. Nobody else can be behind it.
 */
function isOneHouse({
	authorizationServerUrl,
	authorizationServerMetadata,
	resourceMetadata,
}: OAuthServerInfo): boolean {
	const issuer = authorizationServerMetadata?.issuer
	if (resourceMetadata !== undefined || issuer === undefined) return false
	return new URL(issuer).origin === new URL(authorizationServerUrl).origin
}

/** An endpoint that not every kind of metadata has. */
export function endpointOf(
	metadata: AuthorizationServerMetadata | undefined,
	name: 'revocation_endpoint' | 'device_authorization_endpoint',
): string | undefined {
	const fields: Readonly<Record<string, unknown>> = { ...metadata }
	const value = fields[name]
	return typeof value === 'string' ? value : undefined
}

/** The metadata that a stored authority is worth in a request for tokens. */
export function metadataOf(authority: Authority): AuthorizationServerMetadata {
	return {
		issuer: authority.issuer,
		authorization_endpoint: authority.url,
		token_endpoint: authority.tokenUrl,
		response_types_supported: ['code'],
		...(authority.tokenAuthMethods && {
			token_endpoint_auth_methods_supported: [...authority.tokenAuthMethods],
		}),
	}
}

export type ClientWish = {
	server: string
	config: OAuthConfig
	/** Who we have been so far. */
	known?: ClientIdentity
	redirectUri: string
	/** `authorization_code`, or the device grant; refresh tokens go with either. */
	grant: string
	scope?: string
	fetch: FetchLike
}

/** @throws AgentError `auth-failed` when the login server neither knows us nor registers us */
export async function clientFor(
	{ authority, metadata }: Discovered,
	wish: ClientWish,
): Promise<ClientIdentity> {
	const { config, known } = wish
	const { issuer } = authority
	if (config.clientId !== undefined) return configuredClient(wish, issuer)
	if (known?.issuer === issuer && known.redirectUri === wish.redirectUri) return known
	if (config.clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true)
		return { id: config.clientMetadataUrl, issuer }
	if (metadata && metadata.registration_endpoint === undefined)
		throw new AgentError(
			'auth-failed',
			`the login server ${new URL(authority.url).host} registers nobody by itself: register a client there, and put its id into oauth.clientId of the MCP server ${wish.server}`,
		)
	return register({ authority, ...(metadata && { metadata }) }, wish)
}

/** @throws AgentError `auth-failed` when its secret would go to a login server that it does not belong to */
export function configuredClient(
	{ server, config, known }: Pick<ClientWish, 'server' | 'config' | 'known'>,
	issuer: string,
): ClientIdentity {
	const id = config.clientId ?? ''
	const isSecret = config.clientSecret !== undefined || config.privateKey !== undefined
	const expected = config.issuer ?? (known?.id === id ? known.issuer : issuer)
	if (isSecret && expected !== issuer)
		throw new AgentError(
			'auth-failed',
			`the MCP server ${server} now names the login server ${issuer} in place of ${expected}: if that is right, run \`agent mcp logout ${server}\` first`,
		)
	return { id, issuer, ...(config.clientSecret !== undefined && { secret: config.clientSecret }) }
}

async function register(
	{ authority, metadata }: Pick<Discovered, 'authority' | 'metadata'>,
	{ redirectUri, grant, scope, fetch }: ClientWish,
): Promise<ClientIdentity> {
	const { registerClient } = await import('@modelcontextprotocol/client')
	const methods = authority.tokenAuthMethods
	const authMethod = methods?.includes('none') ? 'none' : methods?.find(method => SECRET_METHODS.has(method))
	const client = await registerClient(authority.url, {
		...(metadata && { metadata }),
		clientMetadata: {
			client_name: 'Keelson',
			redirect_uris: [redirectUri],
			grant_types: [grant, 'refresh_token'],
			response_types: ['code'],
			application_type: 'native',
			...(authMethod !== undefined && { token_endpoint_auth_method: authMethod }),
		},
		...(scope !== undefined && { scope }),
		fetchFn: fetch,
	}).catch(refusal)
	return {
		id: client.client_id,
		issuer: authority.issuer,
		redirectUri,
		...(client.client_secret !== undefined && { secret: client.client_secret }),
		...(client.token_endpoint_auth_method !== undefined && {
			authMethod: client.token_endpoint_auth_method,
		}),
	}
}

const SECRET_METHODS: ReadonlySet<string> = new Set(['client_secret_basic', 'client_secret_post'])
