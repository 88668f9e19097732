// What one wire format has to say for itself; everything the formats share is in wire.ts.

import type { JsonObject } from '../core/json.ts'
import type { ModelInfo, ModelPart, ModelRequest, ProviderConfig } from '../core/model.ts'
import type { FinalPart } from './final-part.ts'
import type { Images } from './images.ts'

/** A format's own half: pure, but for `send`. */
export type Wire<State> = {
	/** The same request always gives the same bytes. What grows comes last, so that caches find the prefix. */
	body(request: ModelRequest, target: WireTarget): JsonObject
	start: State
	/** Parts come in the order they are to be shown; a final one ends the stream there and then. */
	step(state: State, event: JsonObject): { state: State; parts: readonly ModelPart[] }
	/** The stream is over and no final part has come. */
	end(state: State): FinalPart
	/** Nothing but the bill is missing: what has not come shortly is not waited for. */
	isSettled?(state: State): boolean
	/** A reply that came whole, as the events that would have streamed it. */
	eventsOf(reply: JsonObject): readonly JsonObject[]
	/** Lets the vendor's SDK make the request. Resolves when the headers are there. */
	send(call: SdkCall): Promise<unknown>
}

export type WireTarget = { config: ProviderConfig; info: ModelInfo; images: Images }

export type SdkCall = {
	config: ProviderConfig
	key: { value: string; source: string } | undefined
	/**
	 * The body's JSON, written by us. An SDK that is given an object first asks whether it is a `FormData`,
	 * and the question alone loads Node's whole fetch (25 ms).
	 */
	body: string
	fetch: typeof globalThis.fetch
	signal: AbortSignal
}

export const JSON_HEADERS = { 'content-type': 'application/json' }

/** The SDKs insist on a limit for the whole request. Ours are per step, so theirs is a timer's maximum. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1
