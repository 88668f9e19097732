// Transports to MCP servers behind a URL: streamable HTTP, and the SSE of older servers.

import type { FetchLike, Transport } from '@modelcontextprotocol/client'
import type { HttpEndpoint } from './server-config.ts'

/**
 * @param kind - which of the two; `endpoint.kind` is only what to try first
 * @param fetch - sends the requests, with the token of a login for example. Left out, a server that wants a login has
 * the state `needs-login`
 */
export async function openHttpTransport(
	{ url, headers }: HttpEndpoint,
	kind: HttpEndpoint['kind'],
	fetch?: FetchLike,
): Promise<Transport> {
	const { SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
	const options = { requestInit: { headers: { ...headers } }, ...(fetch && { fetch }) }
	return kind === 'sse'
		? new SSEClientTransport(new URL(url), options)
		: new StreamableHTTPClientTransport(new URL(url), options)
}
