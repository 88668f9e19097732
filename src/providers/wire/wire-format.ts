// What one wire format has to say for itself; everything the formats share is in wire.ts.

import type { JsonObject } from '../../core/json.ts'
import type { Message } from '../../core/messages.ts'
import type { ModelInfo, ModelPart, ModelRequest, ProviderConfig } from '../../core/model.ts'
import type { Endpoint, ServerRefusal } from '../errors/map-error.ts'
import type { Address } from './address.ts'
import type { Images } from './images.ts'

/** A format's own half. Pure. */
export type Wire<State> = {
	request: RequestFormat
	start: State
	/** Parts come in the order they are to be shown; a final one ends the stream there and then. */
	step(state: State, event: JsonObject): { state: State; parts: readonly ModelPart[] }
	/** The stream is over and no final part has come: what is left to say, and how it ended. */
	end(state: State): readonly ModelPart[]
	/** Nothing but the bill is missing: what has not come shortly is not waited for. */
	isSettled?(state: State): boolean
	/**
	 * Events that say nothing, by the name that stands in front of them. A service that repeats the whole request in them
	 * (instructions and all tools, twice in each reply) makes reading them dear.
	 */
	saysNothing?: ReadonlySet<string>
	/** What an event adds to a call that is not complete, and so to no part yet. */
	argumentsIn(event: JsonObject): string
	/** A reply that came whole, as the events that would have streamed it. */
	eventsOf(reply: JsonObject): readonly JsonObject[]
	address(endpoint: Endpoint): Address
}

/**
 * How a request is written: the conversation, which only ever grows, message by message, and the rest around
 * it. Pure: the same request always gives the same bytes.
 */
export type RequestFormat = {
	/** The body before anything was said. What grows comes last, for caches to find the prefix: a list. */
	head(request: ModelRequest, target: WireTarget): JsonObject
	/** Whether two neighbours can only be written together. */
	belong(before: Message, message: Message): boolean
	/** What messages that belong together add to the list. */
	items(messages: readonly Message[], images: Images): readonly JsonObject[]
}

export type WireTarget = { config: ProviderConfig; info: ModelInfo }

/** Another way to the same server, without a request of its own for each reply. */
export type Socket = {
	/**
	 * Nothing has been shown of a question that was declined: it can be asked over HTTPS. `declined` is what the user
	 * should know about it, if anything.
	 */
	ask(
		question: WireRequest,
	): Promise<((SocketReply | Refused) & SocketHeaders) | { declined: string | undefined }>
}

export type WireRequest = {
	head: JsonObject
	/** As `history-bytes.ts` writes it. */
	history: Uint8Array
	endpoint: Endpoint
	signal: AbortSignal
	mayAskAgain: () => boolean
}

export type Refused = { refusal: ServerRefusal }
export type SocketReply = { events: EventBatches }
/** What came with an answer over a socket, where anything did. */
export type SocketHeaders = { headers?: Iterable<readonly [string, string]> | undefined }

/** Ends without a final event when the connection breaks. Leaving the loop early leaves the reply. */
export type EventBatches = AsyncIterable<readonly JsonObject[]>
