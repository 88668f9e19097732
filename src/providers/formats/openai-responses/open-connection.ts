// Opens a connection for Responses over a WebSocket, and knows how a server that will never have one is told from a slow one.

import type { UnixMs } from '../../../core/ids.ts'
import { openWebSocket, UpgradeRefused } from '../../http/web-socket.ts'
import { openAiAddress } from '../../wire/address.ts'
import type { ProviderSetup } from '../../wire/wire.ts'
import type { SocketHeaders, WireRequest } from '../../wire/wire-format.ts'
import { ResponsesConnection } from './connection.ts'

export type OpenConnection = SocketHeaders & {
	connection: ResponsesConnection
	/** What it was opened with. Another key wants another connection. */
	key: string | undefined
	at: UnixMs
}

/** @throws TooSlow, and whatever the upgrade fails with */
export async function openConnection(
	{ fetch, clock, limits = {} }: Pick<ProviderSetup, 'fetch' | 'clock' | 'limits'>,
	endpoint: WireRequest['endpoint'],
	signal: AbortSignal,
): Promise<OpenConnection> {
	const limitMs = limits.connectTimeoutMs ?? 15_000
	// Not the request's own signal: the connection outlives the request.
	const stop = new AbortController()
	const abort = () => stop.abort()
	const timer = setTimeout(abort, limitMs).unref()
	signal.addEventListener('abort', abort)
	try {
		const { url, headers } = openAiAddress('/responses', endpoint)
		// It has no body.
		headers.delete('content-type')
		let told: SocketHeaders = {}
		const line = await openWebSocket(async upgrade => {
			const sent = [...headers, ...Object.entries(upgrade)]
			const response = await fetch(url, { headers: sent, signal: stop.signal })
			told = { headers: response.headers }
			return response
		})
		return { connection: new ResponsesConnection(line), key: endpoint.key?.value, at: clock.now(), ...told }
	} catch (failure) {
		if (!stop.signal.aborted || signal.aborted) throw failure
		throw new TooSlow(limitMs)
	} finally {
		clearTimeout(timer)
		signal.removeEventListener('abort', abort)
	}
}

class TooSlow extends Error {
	constructor(limitMs: number) {
		super(`the server did not answer the handshake within ${limitMs / 1000} s`)
	}
}

/** Whether it says something of the server. That a network is down does not, nor what another key or a better hour would change. */
export function isVerdict(failure: unknown): boolean {
	if (failure instanceof TooSlow) return true
	return (
		failure instanceof UpgradeRefused &&
		![401, 403, 408, 429].includes(failure.status) &&
		failure.status <= 501
	)
}
