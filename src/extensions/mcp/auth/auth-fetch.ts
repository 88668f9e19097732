// The fetch that a login is done with. A server that is only being asked names the addresses, so they are held to what a
// login may use, and their answers to a time and a size.

import type { FetchLike } from '@modelcontextprotocol/client'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { isLoopback, webAddress } from '../../../core/text/web-address.ts'

/**
 * @param serverUrl - of the MCP server. What is not encrypted, and what is on this machine, is asked only when the server
 * itself is: a server far away has no business with either
 */
export function authFetch(fetch: FetchLike, serverUrl: string, signal?: AbortSignal): FetchLike {
	const server = new URL(serverUrl)
	return async (target, init) => {
		const url = allowed(new URL(target), server)
		const tooLong = AbortSignal.timeout(LONGEST_ANSWER_MS)
		const signals = [signal, init?.signal ?? undefined, tooLong].filter(each => each !== undefined)
		try {
			return await bounded(await fetch(url, { ...init, signal: AbortSignal.any(signals) }), url)
		} catch (error) {
			if (error instanceof AgentError) throw error
			if (signal?.aborted) throw new AgentError('cancelled', 'the login was cancelled', { cause: error })
			if (tooLong.aborted)
				throw new AgentError('timeout', `${url.host} did not answer within ${LONGEST_ANSWER_MS / 1_000} s`)
			const why = error instanceof Error && error.cause ? error.cause : error
			throw new AgentError('connection-lost', `${url.host} could not be asked: ${messageOf(why)}`, {
				cause: error,
			})
		}
	}
}

const LONGEST_ANSWER_MS = 20_000
const LONGEST_ANSWER_BYTES = 1024 * 1024

function allowed(url: URL, server: URL): URL {
	if (url.origin === server.origin) return url
	webAddress(url.href, 'an address that the MCP server names for its login')
	if (!isLoopback(url) || isLoopback(server)) return url
	throw new AgentError('config-invalid', `${server.host} sends its login to this machine (${url.host})`)
}

/** The whole answer, so that whoever parses it cannot be kept waiting or filled up. */
async function bounded(response: Response, url: URL): Promise<Response> {
	if (response.body === null) return response
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of response.body) {
		size += chunk.byteLength
		if (size > LONGEST_ANSWER_BYTES)
			throw new AgentError('bad-request', `${url.host} answered with more than ${LONGEST_ANSWER_BYTES} bytes`)
		chunks.push(chunk)
	}
	const { status, statusText, headers } = response
	// The bytes are unpacked already.
	const kept = [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
	return new Response(Buffer.concat(chunks), { status, statusText, headers: kept })
}
