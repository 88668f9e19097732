// Transports to MCP servers behind a URL: streamable HTTP, and the SSE of older servers.

import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client'
import type { HttpEndpoint } from './server-config.ts'

/** Adds the token of a login to requests. Left out, a server that wants one has the state `needs-login`. */
export type ServerLogin = AuthProvider | OAuthClientProvider

/** @param kind - which of the two; `endpoint.kind` is only what to try first */
export async function openHttpTransport(
	{ url, headers }: HttpEndpoint,
	kind: HttpEndpoint['kind'],
	authProvider?: ServerLogin,
): Promise<Transport> {
	const { SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
	const options = { requestInit: { headers: { ...headers } }, ...(authProvider && { authProvider }) }
	return kind === 'sse'
		? new SSEClientTransport(new URL(url), options)
		: new StreamableHTTPClientTransport(new URL(url), options)
}
