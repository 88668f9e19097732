// One request over HTTPS, and the answer to it or what was refused, with the headers of either.

import { type Endpoint, fromNetwork } from '../errors/map-error.ts'
import type { HttpFetch, HttpResponse } from '../http/http-fetch.ts'
import type { PlainHeaders } from '../http/http-headers.ts'
import type { Refused, Wire } from './wire-format.ts'

type Post<State> = {
	wire: Wire<State>
	fetch: HttpFetch
	body: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
	mayAskAgain: () => boolean
}

export async function post<State>({
	wire,
	fetch,
	body,
	endpoint,
	signal,
	...how
}: Post<State>): Promise<{ answer: HttpResponse | Refused; headers: PlainHeaders }> {
	try {
		const address = wire.address(endpoint)
		const sent = { method: 'POST', headers: address.headers, body, signal, ...how }
		const response = await fetch(address.url, sent)
		const { status, headers } = response
		if (response.ok) return { answer: response, headers }
		return { answer: { refusal: { status, headers, text: await response.text() } }, headers }
	} catch (error) {
		throw fromNetwork(error, endpoint)
	}
}
