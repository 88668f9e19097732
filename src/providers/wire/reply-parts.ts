// From an answer's bytes to the parts of a reply. The first byte says what it is: an event stream, a whole
// reply from a gateway that cannot stream, or the web page of a mistyped base URL.

import { AgentError } from '../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ModelPart } from '../../core/model.ts'
import { type Endpoint, fromPage, fromPayload } from '../errors/map-error.ts'
import type { HttpBody } from '../http/http-fetch.ts'
import { createSseDecoder, type SseEvent } from '../http/sse.ts'
import { brokenOffPart, failedPart } from './final-part.ts'
import type { ReplyBounds } from './reply-bounds.ts'
import type { EventBatches, Wire } from './wire-format.ts'

/** Not a single event came, and the answer ended as if all were well: some gateways do that where they cannot stream. */
export class EmptyStream extends AgentError {
	constructor(message: string) {
		super('empty-reply', message)
	}
}

type ReplySource<State> = {
	wire: Omit<Wire<State>, 'request' | 'address'>
	body: HttpBody
	endpoint: Endpoint
	/** Where it is ended, however long the server would go on. */
	bounds: ReplyBounds
}

/** Ends with the final part, not with the connection: some servers keep that open. */
export async function* replyParts<State>({
	wire,
	body,
	endpoint,
	bounds,
}: ReplySource<State>): AsyncGenerator<ModelPart> {
	const ending = { isBroken: false }
	const { first, chunks } = await peek(untilBroken(body, ending))
	switch (first) {
		case '':
			yield nothingCame(`${endpoint.config.id} answered with nothing`, ending)
			return
		case '<':
			body.cancel()
			yield failedPart(fromPage(endpoint), undefined)
			return
		case '{':
		case '[':
			yield* wholeReply(wire, await textOf(chunks))
			return
		default:
			yield* eventParts({
				wire,
				bounds,
				events: eventBatches(chunks, wire.saysNothing),
				cancel: body.cancel,
				ending,
			})
	}
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

type Streaming<State> = Pick<ReplySource<State>, 'wire' | 'bounds'> & {
	events: EventBatches
	/** Ends the events there and then. */
	cancel?: () => void
	ending?: StreamEnding
}

type StreamEnding = { isBroken: boolean }

function nothingCame(message: string, ending: StreamEnding | undefined): ModelPart {
	const error = ending?.isBroken ? new AgentError('empty-reply', message) : new EmptyStream(message)
	return failedPart(error, undefined)
}

export async function* eventParts<State>({
	wire,
	bounds,
	events,
	cancel,
	ending,
}: Streaming<State>): AsyncGenerator<ModelPart> {
	let state = wire.start
	let grace: NodeJS.Timeout | undefined
	let hasEvents = false
	try {
		for await (const batch of events) {
			let isSilent = true
			for (const event of batch) {
				hasEvents = true
				const step = wire.step(state, event)
				state = step.state
				for (const part of step.parts) {
					isSilent = false
					const end = bounds.take(part)
					if (end) cancel?.()
					yield end ?? part
					if (end || isFinal(part)) return
				}
				const end = bounds.takeArguments(wire.argumentsIn(event))
				if (!end) continue
				cancel?.()
				yield end
				return
			}
			if (isSilent) yield { type: 'alive' }
			if (cancel && !grace && wire.isSettled?.(state)) grace = setTimeout(cancel, SETTLED_GRACE_MS)
		}
	} finally {
		clearTimeout(grace)
	}
	if (hasEvents) yield* wire.end(state)
	else yield nothingCame('the stream ended before its first event', ending)
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
async function* untilBroken(body: HttpBody, ending: StreamEnding): AsyncGenerator<Uint8Array> {
	try {
		yield* body
	} catch {
		// The fold knows whether the reply was complete, and says so in better words than the socket could.
		ending.isBroken = true
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
