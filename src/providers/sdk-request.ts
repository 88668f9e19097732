// An SDK makes a request, and what comes of it is caught underneath: an answer as it is, whatever its status, before
// the SDK has turned it into one of its errors, and a failure with its cause.

import { AgentError } from '../core/errors.ts'
import type { HttpFetch, HttpInit, HttpResponse } from './http-fetch.ts'

/** @throws what `fetch` threw, or the SDK itself when it did not come to a request */
export async function throughSdk(
	make: (fetch: typeof globalThis.fetch) => Promise<unknown>,
	fetch: HttpFetch,
): Promise<HttpResponse> {
	let outcome: { response: HttpResponse } | { failure: unknown } | undefined

	async function caught(url: string | URL, init?: HttpInit): Promise<HttpResponse> {
		try {
			const response = await fetch(url, init)
			outcome = { response }
			if (response.ok) return response
		} catch (failure) {
			outcome = { failure }
		}
		throw new Error('the request did not succeed')
	}

	try {
		// The SDKs read nothing of a response that ours does not have.
		await make(caught as unknown as typeof globalThis.fetch)
	} catch (error) {
		outcome ??= { failure: error }
	}
	if (!outcome) throw new AgentError('internal', 'the SDK sent no request')
	if ('failure' in outcome) throw outcome.failure
	return outcome.response
}
