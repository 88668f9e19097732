// What the three wire formats share: one request goes out, one stream of parts comes back, and whatever
// goes wrong on the way is the last part. A format adds how a body is built and how its events fold.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { Clock, Media } from '../../core/host.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ModelInfo, ModelPart, ModelRequest, Provider, ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { Timed, TimedNotes } from '../../process/timed-notes.ts'
import { type Endpoint, fromRefusal, requestCancelled } from '../errors/map-error.ts'
import type { HttpFetch, HttpLimits, HttpResponse } from '../http/http-fetch.ts'
import { rateLimitsIn } from '../http/rate-limit-headers.ts'
import { accountBody, concessionsTo, endpointOf, isRewritten } from './account.ts'
import { unquoted } from './calls/fit-call.ts'
import { isQuotedFrom } from './calls/quotation.ts'
import { CallRecovery, callsWritten } from './calls/recover-calls.ts'
import { applyFallbacks, fallbackFor, isComplaint, UNSTREAMED } from './fallback-parameters.ts'
import { failedPart } from './final-part.ts'
import { createBodyWriter } from './history-bytes.ts'
import { createModelMemos, goUnstreamed, type ModelMemo } from './model-memo.ts'
import { post } from './post.ts'
import { ReplyBounds } from './reply-bounds.ts'
import { EmptyStream, eventParts, replyParts } from './reply-parts.ts'
import { keyInsteadOf, keyOf } from './request-key.ts'
import { refusesTools } from './tools-in-prompt.ts'
import { isVendorHost } from './vendor-hosts.ts'
import type { Refused, Socket, SocketReply, Wire, WireRequest } from './wire-format.ts'
import { WrittenThoughts } from './written-thoughts.ts'

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
	const { config, info } = setup
	const { known, putToolsIntoPrompt, withhold, headOf } = createModelMemos(wire.request, setup)
	const writeBody = createBodyWriter()
	const isVendor = isVendorHost(config.baseUrl)

	async function* stream(
		request: ModelRequest,
		signal: AbortSignal,
		mayAskAgain = () => true,
	): AsyncGenerator<ModelPart> {
		const recovery = {
			tools: isVendor ? [] : request.tools,
			isMarkedOnly: request.outputSchema !== undefined,
			isQuoted: (written: string) => isQuotedFrom(request.messages, written),
		}
		const calls = new CallRecovery(recovery)
		const ref = { provider: config.id, model: request.model }
		const model = known(ref)
		const thoughts = new WrittenThoughts({
			callsIn: thought => callsWritten(thought, recovery),
			startsInside: model.startsInside,
			learnt: mark => {
				model.startsInside = mark
			},
		})
		const understood = (part: ModelPart) =>
			(isVendor ? [part] : thoughts.take(part).flatMap(each => calls.take(each))).map(unquoted)
		try {
			const endpoint = endpointOf(config, await keyOf(config))
			const bounds = new ReplyBounds(request.endAfterTokens)
			const reply = { wire, bounds, isCall: () => calls.isHolding }
			for (;;) {
				const history = await model.writeHistory(request.messages)
				const head = headOf(request, model, info(ref))
				const answer = yield* ask({ model, ref, request, head, history, endpoint, signal, mayAskAgain })
				const isHttp = !('events' in answer)
				const parts = isHttp
					? await replyParts({ ...reply, body: answer.body, endpoint })
					: eventParts({ ...reply, events: answer.events })
				let isAskedAgain = false
				let isFirst = true
				for await (const part of parts) {
					if (part.type === 'error' && isFirst && !signal.aborted) {
						const isEmpty = part.error instanceof EmptyStream && isHttp
						const isWithout = mayPutToolsIntoPrompt(model, request) && refusesTools(part.error.message)
						// Over a socket every refusal is an event.
						const told = withhold({ model, ref, request, refusal: part.error.message, mayAskAgain })
						if (told) yield told
						isAskedAgain =
							told !== undefined ||
							((isWithout || (isEmpty && mayGoUnstreamed(endpoint) && goUnstreamed(model, head))) &&
								mayAskAgain())
						if (isAskedAgain && isWithout) yield putToolsIntoPrompt(model, ref)
						if (isAskedAgain) continue
					}
					isFirst &&= part.type === 'alive' || part.type === 'rate-limits'
					if (part.type === 'finish') model.isUnstreamedInVain = false
					const shown = understood(part)
					if (shown.length === 0) yield ALIVE
					for (const each of shown) yield each
				}
				if (!isAskedAgain) return
			}
		} catch (error) {
			yield* understood(failedPart(signal.aborted ? requestCancelled() : ownError(error), undefined))
		}
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
		...question
	}: AttemptRequest): AsyncGenerator<ModelPart, HttpResponse | SocketReply> {
		let { head, history, ...how } = question
		let { fallbacks } = model
		let endpoint = first
		const written = () => applyFallbacks(accountBody(head, endpoint), concessionsTo(endpoint, fallbacks))
		let asked = written()
		for (;;) {
			const answer = yield* send({ head: asked, history, endpoint, ...how })
			const isUnderstood = !('refusal' in answer) || !isComplaint(answer.refusal.status)
			if (isUnderstood) model.fallbacks = fallbacks
			if (!('refusal' in answer)) return answer
			const { status, text } = answer.refusal
			if (status === 401 && endpoint === first) {
				const key = await keyInsteadOf(first)
				if (key && how.mayAskAgain()) {
					endpoint = endpointOf(config, key)
					continue
				}
			}
			if (mayPutToolsIntoPrompt(model, request) && refusesToolsWith(answer.refusal) && how.mayAskAgain()) {
				yield putToolsIntoPrompt(model, ref)
				history = await model.writeHistory(request.messages)
				head = headOf(request, model, info(ref))
				asked = written()
				continue
			}
			const refused = { model, ref, request, refusal: text, status, mayAskAgain: how.mayAskAgain }
			const told = isComplaint(status) || status === 413 ? withhold(refused) : undefined
			if (told) {
				yield told
				history = await model.writeHistory(request.messages)
				continue
			}
			const fallback = fallbackFor(asked, status, text)
			const isInVain = fallback === UNSTREAMED && model.isUnstreamedInVain
			const isUseful = fallback && !isInVain && concessionsTo(endpoint, [fallback]).length > 0
			if (!isUseful || !how.mayAskAgain()) {
				model.isUnstreamedInVain ||= fallbacks.includes(UNSTREAMED)
				throw fromRefusal(answer.refusal, endpoint, setup.clock.now())
			}
			if (fallback.notice !== undefined)
				yield { type: 'notice', text: `${modelName(ref)}: ${fallback.notice}` }
			fallbacks = [...fallbacks, fallback]
			asked = applyFallbacks(asked, [fallback])
		}
	}

	/** Over the socket where there is one, else as a request of its own. */
	async function* send(
		question: WireRequest,
	): AsyncGenerator<ModelPart, HttpResponse | SocketReply | Refused> {
		const answer = isRewritten(question.endpoint) ? undefined : await socket?.ask(question)
		if (answer && !('declined' in answer)) {
			yield* toldLimits(answer.headers ?? [])
			return answer
		}
		if (answer?.declined) yield { type: 'notice', text: answer.declined }
		const { head, history, ...how } = question
		const posted = await post({ wire, fetch: setup.fetch, body: writeBody(head, history), ...how })
		yield* toldLimits(posted.headers)
		return posted.answer
	}

	function toldLimits(headers: Iterable<readonly [string, string]>): readonly ModelPart[] {
		const limits = rateLimitsIn(headers, setup.clock.now())
		return limits ? [{ type: 'rate-limits', limits }] : []
	}

	return { id: config.id, stream }
}

function mayGoUnstreamed(endpoint: Endpoint): boolean {
	return concessionsTo(endpoint, [UNSTREAMED]).length > 0
}

function mayPutToolsIntoPrompt({ takesTools }: ModelMemo, { tools }: ModelRequest): boolean {
	return takesTools && tools.length > 0
}

/** A refused key or a used-up limit says nothing of what the model can do. */
function refusesToolsWith({ status, text }: Refused['refusal']): boolean {
	return ![401, 402, 403, 429].includes(status) && refusesTools(text)
}

/** Something came, and it is not to be shown yet. */
const ALIVE: ModelPart = { type: 'alive' }

type AttemptRequest = {
	model: ModelMemo
	ref: ModelRef
	request: ModelRequest
	head: JsonObject
	history: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
	mayAskAgain: () => boolean
}

/** What gets here without a code is a bug of ours, and another try would only repeat it. */
function ownError(error: unknown): AgentError {
	if (error instanceof AgentError) return error
	return new AgentError('internal', messageOf(error), { cause: error })
}
