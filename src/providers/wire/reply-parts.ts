// From an answer's bytes to the parts of a reply. The first byte says what it is: an event stream, a whole
// reply from a gateway that cannot stream, or the web page of a mistyped base URL.

import { afterSilence } from '../../core/async/silence.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ModelPart } from '../../core/model.ts'
import { joinedBytes, utf8Text } from '../../core/text/bytes.ts'
import { type Endpoint, fromPage, fromPayload } from '../errors/map-error.ts'
import type { HttpBody } from '../http/answer-body.ts'
import { createSseDecoder, type SseEvent } from '../http/sse.ts'
import { isUnreadable, unreadableEvent } from '../http/unreadable-event.ts'
import { brokenOffPart, endAtUnreadable, failedPart } from './final-part.ts'
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
	/** Whether text that comes now is, in all likelihood, more of a call: it is bounded like one. */
	isCall: () => boolean
}

/** Ends with the final part, not with the connection: some servers keep that open. */
export async function replyParts<State>({
	wire,
	body,
	endpoint,
	...how
}: ReplySource<State>): Promise<AsyncIterable<ModelPart> | Iterable<ModelPart>> {
	const ending: StreamEnding = { isBroken: false }
	const { first, chunks } = await peek(untilBroken(body, ending))
	switch (first) {
		case '':
			if (ending.garbled !== undefined)
				return [failedPart(garbledAnswer(ending.garbled, endpoint), undefined)]
			return [nothingCame(`${endpoint.config.id} answered with nothing`, ending)]
		case '<':
			body.cancel()
			return [failedPart(fromPage(endpoint), undefined)]
		case '{':
		case '[':
			return wholeReply(wire, await textOf(chunks))
		default:
			return eventParts({
				wire,
				events: eventBatches(chunks, wire.saysNothing),
				cancel: body.cancel,
				ending,
				...how,
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

type Streaming<State> = Pick<ReplySource<State>, 'wire' | 'bounds' | 'isCall'> & {
	events: EventBatches
	/** Ends the events there and then. */
	cancel?: () => void
	ending?: StreamEnding
	/** How long the bill may lag behind the reply. */
	graceMs?: number
}

/** `garbled`: why nothing of it could be decompressed. */
type StreamEnding = { isBroken: boolean; garbled?: string }

function nothingCame(message: string, ending: StreamEnding | undefined): ModelPart {
	const error = ending?.isBroken ? new AgentError('empty-reply', message) : new EmptyStream(message)
	return failedPart(error, undefined)
}

export async function* eventParts<State>({
	wire,
	bounds,
	isCall,
	events,
	cancel,
	ending,
	graceMs = 2_000,
}: Streaming<State>): AsyncGenerator<ModelPart> {
	let state = wire.start
	let stopWaiting: (() => void) | undefined
	let hasEvents = false
	try {
		for await (const batch of events) {
			let isSilent = true
			let waiting: ModelPart | undefined
			for (const event of batch) {
				hasEvents = true
				if (isUnreadable(event)) {
					cancel?.()
					if (waiting) yield waiting
					yield* endAtUnreadable(wire.end(state), event)
					return
				}
				const step = wire.step(state, event)
				state = step.state
				for (const part of step.parts) {
					isSilent = false
					const isOfCall = part.type === 'text-delta' && isCall()
					const end = isOfCall ? bounds.takeArguments(part.text) : bounds.take(part)
					if (end) cancel?.()
					const both = waiting && batch.length > FLOOD ? joined(waiting, end ?? part) : undefined
					if (waiting && !both) yield waiting
					waiting = both ?? end ?? part
					if (!end && !isFinal(part)) continue
					yield waiting
					return
				}
				const end = bounds.takeArguments(wire.argumentsIn(event))
				if (!end) continue
				cancel?.()
				if (waiting) yield waiting
				yield end
				return
			}
			if (waiting) yield waiting
			if (isSilent) yield { type: 'alive' }
			if (cancel && !stopWaiting && wire.isSettled?.(state)) stopWaiting = afterSilence(graceMs, cancel)
		}
	} finally {
		stopWaiting?.()
	}
	if (hasEvents) yield* wire.end(state)
	else yield nothingCame('the reply ended before anything of it came', ending)
}

/** Events in one piece of the answer. Nobody sees more than that come one by one, and all that is behind costs by the part. */
const FLOOD = 16

function joined(before: ModelPart, after: ModelPart): ModelPart | undefined {
	if (before.type !== 'text-delta' && before.type !== 'reasoning-delta') return undefined
	if (after.type !== before.type || before.text.length + after.text.length > LONGEST_JOINED) return undefined
	return { ...before, text: before.text + after.text }
}

/** Characters; whether text is the beginning of a call is known behind each part. */
const LONGEST_JOINED = 1_024

function isFinal(part: ModelPart): boolean {
	return part.type === 'finish' || part.type === 'error'
}

/** One batch for each chunk: most chunks hold many events, and an await for each of them would be felt. */
function eventBatches(
	chunks: AsyncIterable<Uint8Array>,
	saysNothing: ReadonlySet<string> | undefined,
): EventBatches {
	const decoder = createSseDecoder()
	const source = chunks[Symbol.asyncIterator]()
	let isOver = false
	const batch = (events: readonly SseEvent[], known: typeof saysNothing) => ({
		done: false as const,
		value: events.flatMap(event => parseEvent(event, known)),
	})
	return iterable({
		async next() {
			if (isOver) return END
			const next = await source.next()
			if (!next.done) return batch(decoder.push(next.value), saysNothing)
			isOver = true
			// The last one may be torn, which only reading it tells. The fold knows whether anything is missing then.
			const { value } = batch(decoder.end(), undefined)
			return { done: false, value: value.filter(event => !isUnreadable(event)) }
		},
		return: () => left(source),
	})
}

/** The type is the JSON's own; the event's name stands in where there is none. */
function parseEvent(
	{ event, data }: SseEvent,
	saysNothing: ReadonlySet<string> | undefined,
): readonly JsonObject[] {
	if (saysNothing?.has(event) && data.startsWith(`{"type":"${event}"`)) return [{ type: event }]
	if (data.trim() === '[DONE]') return [{ type: '[DONE]' }]
	const value = parseJson(data)
	if (value === undefined) return unreadableEvent(data, event)
	if (isObject(value)) return [typed(value, event)]
	// Google's errors are in a list.
	return Array.isArray(value) ? value.filter(isObject).map(each => typed(each, event)) : []
}

function typed(value: JsonObject, event: string): JsonObject {
	return value.type === undefined && event !== '' ? { ...value, type: event } : value
}

/** A connection that breaks ends the bytes. Whether that matters depends on what had come by then. */
function untilBroken(body: HttpBody, ending: StreamEnding): AsyncIterable<Uint8Array> {
	const source = body[Symbol.asyncIterator]()
	return iterable({
		// The fold knows whether the reply was complete, and says so in better words than the socket could.
		next: () =>
			source.next().catch(error => {
				ending.isBroken = true
				if (isGarbled(error)) ending.garbled = messageOf(error)
				return END
			}),
		return: () => left(source),
	})
}

/** Whether what should be decompressed was never compressed, or otherwise than it says. */
function isGarbled(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	return /^(?:Z_DATA_ERROR|ERR_.*FORMAT|ERR_BROTLI|ZSTD_error)/.test(code)
}

function garbledAnswer(why: string, { config }: Endpoint): AgentError {
	const problem = `the answer of ${config.id} says that it is compressed and cannot be decompressed (${why})`
	return new AgentError(
		'bad-request',
		`${problem}: ask who runs ${new URL(config.baseUrl).host}, or the proxy before it`,
	)
}

/** The first character that is no blank, and all chunks from the beginning. */
async function peek(
	chunks: AsyncIterable<Uint8Array>,
): Promise<{ first: string; chunks: AsyncIterable<Uint8Array> }> {
	const source = chunks[Symbol.asyncIterator]()
	const seen: Uint8Array[] = []
	let first = ''
	while (first === '') {
		const next = await source.next()
		if (next.done) break
		seen.push(next.value)
		first = utf8Text(joinedBytes(seen))
			.replace(/^[\ufeff\s]+/, '')
			.slice(0, 1)
	}
	const all = iterable<Uint8Array>({
		next: () => {
			const value = seen.shift()
			return value ? Promise.resolve({ done: false, value }) : source.next()
		},
		return: () => left(source),
	})
	return { first, chunks: all }
}

/**
 * What each chunk passes through on its way is made by hand: each generator in a row makes three promises more for each
 * chunk, and a turn is made of them.
 */
function iterable<Value>(iterator: AsyncIterator<Value>): AsyncIterable<Value> {
	return { [Symbol.asyncIterator]: () => iterator }
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

async function left(source: AsyncIterator<unknown>): Promise<IteratorReturnResult<undefined>> {
	await source.return?.()
	return END
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const all: Uint8Array[] = []
	for await (const chunk of chunks) all.push(chunk)
	return utf8Text(joinedBytes(all))
}
