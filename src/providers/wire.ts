// What the three wire formats share: one request goes out, one stream of parts comes back, and whatever
// goes wrong on the way is the last part. A format adds how a body is built and how its events fold.

import { AgentError } from '../core/errors.ts'
import type { Clock, Media } from '../core/host.ts'
import type { JsonObject } from '../core/json.ts'
import type {
	ModelInfo,
	ModelPart,
	ModelRequest,
	Provider,
	ProviderConfig,
	ProviderKey,
} from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import { type Concession, concedeAll, concessionFor } from './concessions.ts'
import { failed } from './final-part.ts'
import { bodyBytes, createHistoryWriter, type HistoryWriter } from './history-bytes.ts'
import type { HttpFetch, HttpInit, HttpResponse } from './http-fetch.ts'
import { loadImages } from './images.ts'
import {
	type Endpoint,
	fromNetwork,
	fromRefusal,
	missingKey,
	type Refusal,
	unsendableKey,
} from './map-error.ts'
import { replyParts } from './reply-parts.ts'
import type { Wire } from './wire-format.ts'

export type ProviderSetup = {
	config: ProviderConfig
	media: Media
	fetch: HttpFetch
	info: (ref: ModelRef) => ModelInfo
	clock: Pick<Clock, 'now'>
}

export function createWireProvider<State>(wire: Wire<State>, setup: ProviderSetup): Provider {
	const { config, media, info } = setup
	const models = new Map<string, Known>()

	function known(ref: ModelRef): Known {
		const before = models.get(ref.model)
		if (before) return before
		// A model that cannot see is told that there was a picture.
		const sees = info(ref).images
		const writeHistory = createHistoryWriter({
			format: wire.request,
			target: ref,
			loadImages: async messages => (sees ? loadImages(messages, media) : new Map()),
		})
		const now: Known = { writeHistory, conceded: [] }
		models.set(ref.model, now)
		return now
	}

	async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
		const letGo = new AbortController()
		try {
			const endpoint = { config, key: await keyOf(config) }
			const ref = { provider: config.id, model: request.model }
			const model = known(ref)
			const history = await model.writeHistory(request.messages)
			const head = wire.request.head(request, { config, info: info(ref) })
			const response = await ask({ model, head, history, endpoint, signal })
			signal.addEventListener('abort', () => response.body.cancel(), { signal: letGo.signal })
			yield* replyParts({ wire, body: response.body, endpoint })
		} catch (error) {
			yield failed(signal.aborted ? cancelled() : ownError(error), undefined)
		} finally {
			letGo.abort()
		}
	}

	/**
	 * Asks, and asks again for less while the server says what it cannot do: each concession is made once. A key
	 * that the server no longer takes is renewed once, too.
	 */
	async function ask({ model, head, history, endpoint: first, signal }: Ask): Promise<HttpResponse> {
		let asked = concedeAll(head, model.conceded)
		let endpoint = first
		for (;;) {
			const body = bodyBytes(asked, history)
			const answer = await post({ wire, fetch: setup.fetch, body, endpoint, signal })
			if (!('refusal' in answer)) return answer
			if (answer.refusal.status === 401 && endpoint === first) {
				const key = await keyInsteadOf(first)
				if (key) {
					endpoint = { config, key }
					continue
				}
			}
			const concession = concessionFor(asked, answer.refusal.status, answer.refusal.text)
			if (!concession) throw fromRefusal(answer.refusal, endpoint, setup.clock.now())
			model.conceded = [...model.conceded, concession]
			asked = concedeAll(asked, [concession])
		}
	}

	return { id: config.id, stream }
}

/** What has been learnt of one model behind the server. */
type Known = {
	writeHistory: HistoryWriter
	/** What it has been found to lack. */
	conceded: readonly Concession[]
}

type Ask = {
	model: Known
	head: JsonObject
	history: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
}

async function keyOf(config: ProviderConfig): Promise<ProviderKey | undefined> {
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	return key && sendable(key)
}

async function keyInsteadOf({ config, key }: Endpoint): Promise<ProviderKey | undefined> {
	const other = key && (await config.refresh?.(key))
	return other && sendable(other)
}

function sendable(key: ProviderKey): ProviderKey {
	if (!/^[\x21-\x7e]+$/.test(key.value)) throw unsendableKey(key.source)
	return key
}

function cancelled(): AgentError {
	return new AgentError('cancelled', 'the request was cancelled')
}

/** What gets here without a code is a bug of ours, and another try would only repeat it. */
function ownError(error: unknown): AgentError {
	if (error instanceof AgentError) return error
	return new AgentError('internal', error instanceof Error ? error.message : String(error), { cause: error })
}

type Post<State> = {
	wire: Wire<State>
	fetch: HttpFetch
	body: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
}

/**
 * The SDK makes the request, but what comes of it is caught underneath: an answer as it is, a refusal before
 * the SDK has turned it into one of its errors, a failure with its cause.
 */
async function post<State>(call: Post<State>): Promise<HttpResponse | { refusal: Refusal }> {
	const { wire, body, endpoint, signal } = call
	let outcome: { response: HttpResponse } | { refusal: Refusal } | { failure: unknown } | undefined

	async function fetch(url: string | URL, init?: HttpInit): Promise<HttpResponse> {
		try {
			const response = await call.fetch(url, init)
			if (response.ok) {
				outcome = { response }
				return response
			}
			const { status, headers } = response
			outcome = { refusal: { status, headers, text: await response.text() } }
		} catch (failure) {
			outcome = { failure }
		}
		throw new Error('the request did not succeed')
	}

	try {
		// The SDKs read nothing of a response that ours does not have.
		const sdkFetch = fetch as unknown as typeof globalThis.fetch
		const { config, key } = endpoint
		await wire.send({ config, key, body, fetch: sdkFetch, signal })
	} catch (error) {
		outcome ??= { failure: error }
	}
	if (outcome && 'failure' in outcome) throw fromNetwork(outcome.failure, endpoint)
	if (!outcome) throw new AgentError('internal', `${endpoint.config.id}: the SDK sent no request`)
	return 'response' in outcome ? outcome.response : outcome
}
