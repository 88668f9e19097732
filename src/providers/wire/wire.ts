// What the three wire formats share: one request goes out, one stream of parts comes back, and whatever
// goes wrong on the way is the last part. A format adds how a body is built and how its events fold.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { Clock, Media } from '../../core/host.ts'
import type { JsonObject } from '../../core/json.ts'
import type {
	ModelInfo,
	ModelPart,
	ModelRequest,
	Provider,
	ProviderConfig,
	ProviderKey,
} from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { Timed, TimedNotes } from '../../process/timed-notes.ts'
import {
	type Endpoint,
	fromNetwork,
	fromRefusal,
	missingKey,
	requestCancelled,
	unsendableKey,
} from '../errors/map-error.ts'
import type { HttpFetch, HttpLimits, HttpResponse } from '../http/http-fetch.ts'
import {
	applyFallbacks,
	fallbackFor,
	isComplaint,
	type ParameterFallback,
	UNSTREAMED,
} from './fallback-parameters.ts'
import { failedPart } from './final-part.ts'
import { createBodyWriter, createHistoryWriter, type HistoryWriter } from './history-bytes.ts'
import { loadImages } from './images.ts'
import { ReplyBounds } from './reply-bounds.ts'
import { EmptyStream, eventParts, replyParts } from './reply-parts.ts'
import type { Refused, Socket, SocketReply, Wire, WireRequest } from './wire-format.ts'

export type ProviderSetup = {
	config: ProviderConfig
	media: Media
	fetch: HttpFetch
	info: (ref: ModelRef) => ModelInfo
	clock: Pick<Clock, 'now'>
	limits?: WireLimits
}

export type WireLimits = HttpLimits & {
	/** Whether a socket is tried where the wire format has one; yes when left out. */
	sockets?: boolean
	/** From sending a request over a socket to the first event of its reply. */
	firstEventTimeoutMs?: number
	/** A socket that is not open by then leaves this reply to HTTPS; 1 500 when left out. */
	socketRaceMs?: number
	/** Servers that were found to have no sockets, by base URL, until they are looked at again. */
	withoutSockets?: TimedNotes<Timed>
}

/** @param socket - tried before each request over HTTPS */
export function createWireProvider<State>(
	wire: Wire<State>,
	setup: ProviderSetup,
	socket?: Socket,
): Provider {
	const { config, media, info } = setup
	const models = new Map<string, ModelMemo>()
	const writeBody = createBodyWriter()

	function known(ref: ModelRef): ModelMemo {
		const before = models.get(ref.model)
		if (before) return before
		// A model that cannot see is told that there was a picture.
		const sees = info(ref).images
		const writeHistory = createHistoryWriter({
			format: wire.request,
			target: ref,
			loadImages: async messages => (sees ? loadImages(messages, media) : new Map()),
		})
		const now: ModelMemo = { writeHistory, fallbacks: [] }
		models.set(ref.model, now)
		return now
	}

	/** The same object as for the request before, as long as it would say the same. */
	function headOf(request: ModelRequest, model: ModelMemo, modelInfo: ModelInfo): JsonObject {
		const { messages, endAfterTokens, ...asked } = request
		const about = { ...asked, info: JSON.stringify(modelInfo) }
		if (model.last && hasSameFields(model.last.about, about)) return model.last.head
		const head = wire.request.head(request, { config, info: modelInfo })
		model.last = { about, head }
		return head
	}

	async function* stream(
		request: ModelRequest,
		signal: AbortSignal,
		mayAskAgain = () => true,
	): AsyncGenerator<ModelPart> {
		const letGo = new AbortController()
		try {
			const endpoint = { config, key: await keyOf(config) }
			const ref = { provider: config.id, model: request.model }
			const model = known(ref)
			const history = await model.writeHistory(request.messages)
			const head = headOf(request, model, info(ref))
			const bounds = new ReplyBounds(request.endAfterTokens)
			const asking = { model, head, history, endpoint, signal, mayAskAgain }
			for (;;) {
				const answer = yield* ask(asking)
				const isHttp = !('events' in answer)
				if (isHttp && signal.aborted) answer.body.cancel()
				if (isHttp) signal.addEventListener('abort', () => answer.body.cancel(), { signal: letGo.signal })
				const parts = isHttp
					? await replyParts({ wire, bounds, body: answer.body, endpoint })
					: eventParts({ wire, bounds, events: answer.events })
				let isAskedAgain = false
				for await (const part of parts) {
					const isEmpty = part.type === 'error' && part.error instanceof EmptyStream && !signal.aborted
					isAskedAgain = isEmpty && isHttp && goUnstreamed(model, head) && mayAskAgain()
					if (!isAskedAgain) yield part
				}
				if (!isAskedAgain) return
			}
		} catch (error) {
			yield failedPart(signal.aborted ? requestCancelled() : ownError(error), undefined)
		} finally {
			// A reason spares making an error that nobody reads.
			letGo.abort(null)
		}
	}

	/**
	 * Asks, and asks again for less while the server says what it cannot do: each concession is made once, and
	 * kept if it was not in vain. A key that the server no longer takes is renewed once, too.
	 */
	async function* ask({
		model,
		head,
		history,
		endpoint: first,
		...how
	}: AttemptRequest): AsyncGenerator<ModelPart, HttpResponse | SocketReply> {
		let { fallbacks } = model
		let asked = applyFallbacks(head, fallbacks)
		let endpoint = first
		for (;;) {
			const answer = yield* send({ head: asked, history, endpoint, ...how })
			const isUnderstood = !('refusal' in answer) || !isComplaint(answer.refusal.status)
			if (isUnderstood) model.fallbacks = fallbacks
			if (!('refusal' in answer)) return answer
			if (answer.refusal.status === 401 && endpoint === first) {
				const key = await keyInsteadOf(first)
				if (key && how.mayAskAgain()) {
					endpoint = { config, key }
					continue
				}
			}
			const fallback = fallbackFor(asked, answer.refusal.status, answer.refusal.text)
			if (!fallback || !how.mayAskAgain()) throw fromRefusal(answer.refusal, endpoint, setup.clock.now())
			fallbacks = [...fallbacks, fallback]
			asked = applyFallbacks(asked, [fallback])
		}
	}

	/** Over the socket where there is one, else as a request of its own. */
	async function* send(
		question: WireRequest,
	): AsyncGenerator<ModelPart, HttpResponse | SocketReply | Refused> {
		const answer = await socket?.ask(question)
		if (answer && !('declined' in answer)) return answer
		if (answer?.declined) yield { type: 'notice', text: answer.declined }
		const { head, history, ...how } = question
		return post({ wire, fetch: setup.fetch, body: writeBody(head, history), ...how })
	}

	return { id: config.id, stream }
}

/** Once, and for good only if that was the reason. @returns whether there is still something to try */
function goUnstreamed(model: ModelMemo, head: JsonObject): boolean {
	if (head.stream !== true) return false
	const isTried = model.fallbacks.includes(UNSTREAMED)
	model.fallbacks = isTried
		? model.fallbacks.filter(fallback => fallback !== UNSTREAMED)
		: [...model.fallbacks, UNSTREAMED]
	return !isTried
}

/** What has been learnt of one model behind the server. */
type ModelMemo = {
	writeHistory: HistoryWriter
	/** What it has been found to lack. */
	fallbacks: readonly ParameterFallback[]
	/** What the last request began with, and what that was made of. */
	last?: { about: HeadOrigin; head: JsonObject }
}

type HeadOrigin = Omit<ModelRequest, 'messages' | 'endAfterTokens'> & { info: string }

/** Lists and objects in them are the same when they are one object. */
function hasSameFields(one: HeadOrigin, other: HeadOrigin): boolean {
	const values = new Map<string, unknown>(Object.entries(other))
	const entries = Object.entries(one)
	return (
		entries.length === values.size && entries.every(([name, value]) => Object.is(values.get(name), value))
	)
}

type AttemptRequest = {
	model: ModelMemo
	head: JsonObject
	history: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
	mayAskAgain: () => boolean
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

/** What gets here without a code is a bug of ours, and another try would only repeat it. */
function ownError(error: unknown): AgentError {
	if (error instanceof AgentError) return error
	return new AgentError('internal', messageOf(error), { cause: error })
}

type Post<State> = {
	wire: Wire<State>
	fetch: HttpFetch
	body: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
	mayAskAgain: () => boolean
}

async function post<State>({
	wire,
	fetch,
	body,
	endpoint,
	signal,
	...how
}: Post<State>): Promise<HttpResponse | Refused> {
	// Not the signal itself: once the answer is whole, its connection is the next request's, and whoever asked aborts.
	const stop = new AbortController()
	const abort = () => stop.abort(signal.reason)
	if (signal.aborted) abort()
	signal.addEventListener('abort', abort)
	try {
		const address = wire.address(endpoint)
		const sent = { method: 'POST', headers: address.headers, body, signal: stop.signal, ...how }
		const response = await fetch(address.url, sent)
		if (response.ok) return response
		const { status, headers } = response
		return { refusal: { status, headers, text: await response.text() } }
	} catch (error) {
		throw fromNetwork(error, endpoint)
	} finally {
		signal.removeEventListener('abort', abort)
	}
}
