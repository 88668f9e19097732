// The probe of a server: the handshake of the protocol, to find out what it says to somebody who has just come.

import type { FetchLike } from '@modelcontextprotocol/client'

/** What a server says with its 401 or 403 (RFC 6750, RFC 9728). */
export type Challenge = { resourceMetadataUrl?: URL; scope?: string; error?: string }

export async function challengeOf(response: Response): Promise<Challenge> {
	const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
	const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response)
	return {
		...(resourceMetadataUrl && { resourceMetadataUrl }),
		...(scope !== undefined && { scope }),
		...(error !== undefined && { error }),
	}
}

/** @returns how it answers; older servers, which do not know this request, are asked for their stream of events */
export async function probe(
	fetch: FetchLike,
	url: string,
	signal: AbortSignal,
): Promise<{ status: number; challenge: Challenge }> {
	const stop = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ANSWER_MS)])
	let response = await fetch(url, { ...HANDSHAKE, signal: stop })
	await leave(fetch, url, { response, signal: stop })
	if (response.status === 404 || response.status === 405) {
		response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: stop })
		await response.body?.cancel()
	}
	return { status: response.status, challenge: await challengeOf(response) }
}

const LONGEST_ANSWER_MS = 20_000

/** Nobody is going to use the session that a server has opened for us. */
async function leave(
	fetch: FetchLike,
	url: string,
	{ response, signal }: { response: Response; signal: AbortSignal },
): Promise<void> {
	await response.body?.cancel()
	const session = response.headers.get('mcp-session-id')
	if (session === null) return
	const request = { method: 'DELETE', headers: { 'mcp-session-id': session }, signal }
	await fetch(url, request).then(
		answer => answer.body?.cancel(),
		() => undefined,
	)
}

/** What every version of a server with one address answers to. */
const HANDSHAKE = {
	method: 'POST',
	headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
	redirect: 'manual',
	body: JSON.stringify({
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: {
			protocolVersion: '2025-11-25',
			capabilities: {},
			clientInfo: { name: 'keelson', version: '1' },
		},
	}),
} as const
