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
import { type ModelRef, modelName } from '../../core/model-ref.ts'
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
import { CallRecovery } from './calls/recover-calls.ts'
import { applyFallbacks, fallbackFor, isComplaint, type ParameterFallback } from './fallback-parameters.ts'
import { failedPart } from './final-part.ts'
import { bodyBytes, createHistoryWriter } from './history-bytes.ts'
import { loadImages } from './images.ts'
import { ReplyBounds } from './reply-bounds.ts'
import { eventParts, replyParts } from './reply-parts.ts'
import { refusesTools, toolsInPrompt } from './tools-in-prompt.ts'
import { isVendorHost } from './vendor-hosts.ts'
import type { Refused, RequestFormat, Socket, SocketReply, Wire, WireRequest } from './wire-format.ts'

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
	const isVendor = isVendorHost(config.baseUrl)

	function known(ref: ModelRef): ModelMemo {
		const before = models.get(ref.model)
		if (before) return before
		const now: ModelMemo = { form: requestForm(wire.request, ref), takesTools: true, fallbacks: [] }
		models.set(ref.model, now)
		return now
	}

	function requestForm(format: RequestFormat, ref: ModelRef): RequestForm {
		// A model that cannot see is told that there was a picture.
		const sees = info(ref).images
		const writeHistory = createHistoryWriter({
			format,
			target: ref,
			loadImages: async messages => (sees ? loadImages(messages, media) : new Map()),
		})
		return {
			head: request => format.head(request, { config, info: info(ref) }),
			history: request => writeHistory(request.messages),
		}
	}

	async function* stream(
		request: ModelRequest,
		signal: AbortSignal,
		mayAskAgain = () => true,
	): AsyncGenerator<ModelPart> {
		const letGo = new AbortController()
		const { tools, outputSchema } = request
		const calls = new CallRecovery({ tools, isMarkedOnly: isVendor || outputSchema !== undefined })
		try {
			const endpoint = { config, key: await keyOf(config) }
			const ref = { provider: config.id, model: request.model }
			const model = known(ref)
			const concedes = (error: AgentError) =>
				mayPutIntoPrompt(model, request) && refusesTools(error.message) && mayAskAgain()
			for (let isAgain = true; isAgain; ) {
				const answer = yield* ask({ model, ref, request, endpoint, signal, mayAskAgain })
				const reply = { wire, bounds: new ReplyBounds(request.endAfterTokens), calls, concedes }
				if ('events' in answer) {
					isAgain = yield* eventParts({ ...reply, events: answer.events })
				} else {
					if (signal.aborted) answer.body.cancel()
					signal.addEventListener('abort', () => answer.body.cancel(), { signal: letGo.signal })
					isAgain = yield* replyParts({ ...reply, body: answer.body, endpoint })
				}
				if (isAgain) yield putIntoPrompt(model, ref)
			}
		} catch (error) {
			yield* calls.take(failedPart(signal.aborted ? requestCancelled() : ownError(error), undefined))
		} finally {
			// A reason spares making an error that nobody reads.
			letGo.abort(null)
		}
	}

	/** @returns what the user is told of it */
	function putIntoPrompt(model: ModelMemo, ref: ModelRef): ModelPart {
		model.form = requestForm(toolsInPrompt(wire.request), ref)
		model.takesTools = false
		const name = modelName(ref)
		return { type: 'notice', text: `${name} takes no tools; it is told of them in its prompt instead` }
	}

	/**
	 * Asks, and asks again for less while the server says what it cannot do: each concession is made once, and
	 * kept if it was not in vain. A key that the server no longer takes is renewed once, too.
	 */
	async function* ask({
		model,
		ref,
		request,
		endpoint: first,
		...how
	}: AttemptRequest): AsyncGenerator<ModelPart, HttpResponse | SocketReply> {
		let { fallbacks } = model
		let history = await model.form.history(request)
		let asked = applyFallbacks(model.form.head(request), fallbacks)
		let endpoint = first
		for (;;) {
			const answer = yield* send({ head: asked, history, endpoint, ...how })
			const isUnderstood = !('refusal' in answer) || !isComplaint(answer.refusal.status)
			if (isUnderstood) model.fallbacks = fallbacks
			if (!('refusal' in answer)) return answer
			const { status, text } = answer.refusal
			if (status === 401 && endpoint === first) {
				const key = await keyInsteadOf(first)
				if (key && how.mayAskAgain()) {
					endpoint = { config, key }
					continue
				}
			}
			const isWithout = mayPutIntoPrompt(model, request) && mayBeOfTools(status) && refusesTools(text)
			if (isWithout && how.mayAskAgain()) {
				yield putIntoPrompt(model, ref)
				history = await model.form.history(request)
				asked = applyFallbacks(model.form.head(request), fallbacks)
				continue
			}
			const fallback = fallbackFor(asked, status, text)
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
		return post({ wire, fetch: setup.fetch, body: bodyBytes(head, history), ...how })
	}

	return { id: config.id, stream }
}

/** How requests to one model are written. */
type RequestForm = {
	head(request: ModelRequest): JsonObject
	history(request: ModelRequest): Promise<Uint8Array>
}

/** What has been learnt of one model behind the server. */
type ModelMemo = {
	form: RequestForm
	takesTools: boolean
	/** What it has been found to lack. */
	fallbacks: readonly ParameterFallback[]
}

function mayPutIntoPrompt({ takesTools }: ModelMemo, { tools }: ModelRequest): boolean {
	return takesTools && tools.length > 0
}

/** A refused key or a used-up limit says nothing of what the model can do. */
function mayBeOfTools(status: number): boolean {
	return status >= 400 && ![401, 402, 403, 429].includes(status)
}

type AttemptRequest = {
	model: ModelMemo
	ref: ModelRef
	request: ModelRequest
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
