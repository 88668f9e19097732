// From an answer's bytes to the parts of a reply. The first byte says what it is: an event stream, a whole
// reply from a gateway that cannot stream, or the web page of a mistyped base URL.

import { AgentError } from '../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ModelPart } from '../../core/model.ts'
import { type Endpoint, fromPage, fromPayload } from '../errors/map-error.ts'
import type { HttpBody } from '../http/http-fetch.ts'
import { createSseDecoder, type SseEvent } from '../http/sse.ts'
import type { CallRecovery } from './calls/recover-calls.ts'
import { brokenOffPart, failedPart } from './final-part.ts'
import type { ReplyBounds } from './reply-bounds.ts'
import type { EventBatches, Wire } from './wire-format.ts'

type ReplySource<State> = {
	wire: Omit<Wire<State>, 'request' | 'address'>
	body: HttpBody
	endpoint: Endpoint
	/** Where it is ended, however long the server would go on. */
	bounds: ReplyBounds
	/** Sees every part before anyone else does. */
	calls: CallRecovery
	/** Of a reply that is nothing but an error: whether it is asked for again, in another way. */
	concedes(error: AgentError): boolean
}

/**
 * Ends with the final part, not with the connection: some servers keep that open.
 * @returns whether there was none, because another way is conceded
 */
export async function* replyParts<State>({
	wire,
	body,
	endpoint,
	...how
}: ReplySource<State>): AsyncGenerator<ModelPart, boolean> {
	const { first, chunks } = await peek(untilBroken(body))
	switch (first) {
		case '':
			yield failedPart(
				new AgentError('empty-reply', `${endpoint.config.id} answered with nothing`),
				undefined,
			)
			return false
		case '<':
			body.cancel()
			yield failedPart(fromPage(endpoint), undefined)
			return false
		case '{':
		case '[':
			return yield* toldParts(wholeReply(wire, await textOf(chunks)), how)
		default: {
			const events = eventBatches(chunks, wire.saysNothing)
			return yield* eventParts({ wire, events, cancel: body.cancel, ...how })
		}
	}
}

type Telling = Pick<ReplySource<unknown>, 'calls' | 'concedes'>

function* toldParts(parts: Iterable<ModelPart>, { calls, concedes }: Telling): Generator<ModelPart, boolean> {
	let isFirst = true
	for (const part of parts) {
		if (isFirst && part.type === 'error' && concedes(part.error)) return true
		isFirst = false
		yield* calls.take(part)
	}
	return false
}

function* wholeReply<State>(wire: ReplySource<State>['wire'], text: string): Generator<ModelPart> {
	const value = parseJson(text)
	const reply = Array.isArray(value) ? value[0] : value
	if (!isObject(reply)) {
		yield brokenOffPart(undefined)
		return
	}
	if (isObject(reply.error)) {
		yield failedPart(fromPayload(reply), undefined)
		return
	}
	let state = wire.start
	for (const event of wire.eventsOf(reply)) {
		const step = wire.step(state, event)
		state = step.state
		yield* step.parts
		if (step.parts.some(isFinal)) return
	}
	yield* wire.end(state)
}

type Streaming<State> = Omit<ReplySource<State>, 'body' | 'endpoint'> & {
	events: EventBatches
	/** Ends the events there and then. */
	cancel?: () => void
}

export async function* eventParts<State>({
	wire,
	bounds,
	calls,
	concedes,
	events,
	cancel,
}: Streaming<State>): AsyncGenerator<ModelPart, boolean> {
	let state = wire.start
	let grace: NodeJS.Timeout | undefined
	let hasEvents = false
	let hasParts = false
	try {
		for await (const batch of events) {
			let isSilent = true
			for (const event of batch) {
				hasEvents = true
				const step = wire.step(state, event)
				state = step.state
				for (const part of step.parts) {
					// A call that is written as text is bounded like any other.
					const isCall = calls.isHolding && part.type === 'text-delta'
					const end = isCall ? bounds.takeArguments(part.text) : bounds.take(part)
					if (end) cancel?.()
					else if (!hasParts && part.type === 'error' && concedes(part.error)) return true
					hasParts = true
					for (const shown of calls.take(end ?? part)) {
						isSilent = false
						yield shown
					}
					if (end || isFinal(part)) return false
				}
				const end = bounds.takeArguments(wire.argumentsIn(event))
				if (!end) continue
				cancel?.()
				yield* calls.take(end)
				return false
			}
			if (isSilent) yield { type: 'alive' }
			if (cancel && !grace && wire.isSettled?.(state)) grace = setTimeout(cancel, SETTLED_GRACE_MS)
		}
	} finally {
		clearTimeout(grace)
	}
	if (hasEvents) return yield* toldParts(wire.end(state), { calls, concedes: () => false })
	yield failedPart(new AgentError('empty-reply', 'the stream ended before its first event'), undefined)
	return false
}

/** How long the bill may lag behind the reply. */
const SETTLED_GRACE_MS = 2_000

function isFinal(part: ModelPart): boolean {
	return part.type === 'finish' || part.type === 'error'
}

/** One batch for each chunk: most chunks hold many events, and an await for each of them would be felt. */
async function* eventBatches(
	chunks: AsyncIterable<Uint8Array>,
	saysNothing: ReadonlySet<string> | undefined,
): EventBatches {
	const decoder = createSseDecoder()
	for await (const chunk of chunks) yield decoder.push(chunk).flatMap(event => parseEvent(event, saysNothing))
	// The last one may be torn, which only reading it tells.
	yield decoder.end().flatMap(event => parseEvent(event, undefined))
}

/** The type is the JSON's own; the event's name stands in where there is none. What is no JSON is skipped. */
function parseEvent(
	{ event, data }: SseEvent,
	saysNothing: ReadonlySet<string> | undefined,
): readonly JsonObject[] {
	if (saysNothing?.has(event) && data.startsWith(`{"type":"${event}"`)) return [{ type: event }]
	if (data.trim() === '[DONE]') return [{ type: '[DONE]' }]
	const value = parseJson(data)
	if (!isObject(value)) return []
	return [value.type === undefined && event !== '' ? { ...value, type: event } : value]
}

/** A connection that breaks ends the bytes. Whether that matters depends on what had come by then. */
async function* untilBroken(body: HttpBody): AsyncGenerator<Uint8Array> {
	try {
		yield* body
	} catch {
		// The fold knows whether the reply was complete, and says so in better words than the socket could.
	}
}

/** The first character that is no blank, and all chunks from the beginning. */
async function peek(
	chunks: AsyncGenerator<Uint8Array>,
): Promise<{ first: string; chunks: AsyncIterable<Uint8Array> }> {
	const seen: Uint8Array[] = []
	let first = ''
	while (first === '') {
		const next = await chunks.next()
		if (next.done) break
		seen.push(next.value)
		first = Buffer.concat(seen)
			.toString('utf8')
			.replace(/^[\ufeff\s]+/, '')
			.slice(0, 1)
	}
	async function* all(): AsyncGenerator<Uint8Array> {
		yield* seen
		yield* chunks
	}
	return { first, chunks: all() }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const all: Uint8Array[] = []
	for await (const chunk of chunks) all.push(chunk)
	return Buffer.concat(all).toString('utf8')
}
