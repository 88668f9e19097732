// The serialized history. It is most of a request and grows only at its end, so each request goes on from the bytes
// of the one before it: a turn must not pay for all the turns before it.

import type { JsonObject } from '../../core/json.ts'
import type { Message } from '../../core/messages.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { joinedBytes, utf8Bytes } from '../../core/text/bytes.ts'
import type { Images } from './images.ts'
import { fitMessage } from './replay.ts'
import type { RequestFormat } from './wire-format.ts'

/** @returns the items of the conversation as JSON, with a comma in front of each */
export type HistoryWriter = (history: readonly Message[]) => Promise<Uint8Array>

export type HistorySetup = {
	format: Pick<RequestFormat, 'belong' | 'items'>
	/** Who reads it. */
	target: ModelRef
	/** Of reasoning that is not sent to it. */
	withheldSeals?: ReadonlySet<string>
	/** Asked only for messages that are about to be written. */
	loadImages(messages: readonly Message[]): Promise<Images>
}

/** Messages are known by their identity: from the first one that is another object, all is written again. */
export function createHistoryWriter(setup: HistorySetup): HistoryWriter {
	let recent: readonly SerializedHistory[] = []

	return async history => {
		const shared = recent.map(written => sharedLength(written.history, history))
		const longest = shared.indexOf(Math.max(...shared))
		const kept = upTo(recent[longest] ?? NOTHING, shared[longest] ?? 0)
		const batches = inBatches(history, kept.history.length, setup)
		const images = await setup.loadImages(batches.flatMap(batch => batch.messages))
		const chunks = batches.map(({ messages }) => itemBytes(setup.format.items(messages, images)))
		const written = {
			history,
			bytes: joinedBytes([kept.bytes, ...chunks]),
			starts: [...kept.starts, ...startsOf(batches, chunks, kept.bytes.length)],
		}
		const others = recent.filter((other, index) => shared[index] !== other.history.length)
		recent = [written, ...others].slice(0, MOST_CONVERSATIONS)
		return written.bytes
	}
}

/**
 * The whole body, as `JSON.stringify` would write it.
 * @param head - its last field is the list that the history goes into
 */
export function bodyBytes(head: JsonObject, history: Uint8Array): Uint8Array {
	return withOpening(openingOf(head), history)
}

/** For a head that is sent again and again: what does not change is written once. It is known by its identity. */
export function createBodyWriter(): typeof bodyBytes {
	const openings = new WeakMap<JsonObject, Uint8Array>()
	return (head, history) => {
		const opening = openings.get(head) ?? openingOf(head)
		openings.set(head, opening)
		return withOpening(opening, history)
	}
}

function openingOf(head: JsonObject): Uint8Array {
	return utf8Bytes(JSON.stringify(head).slice(0, -CLOSING.length))
}

function withOpening(opening: Uint8Array, history: Uint8Array): Uint8Array {
	const isFirst = opening.at(-1) === LIST_START
	const items = isFirst ? history.subarray(COMMA.length) : history
	return joinedBytes([opening, items, utf8Bytes(CLOSING)])
}

const LIST_START = 0x5b

const CLOSING = ']}'
const COMMA = ','

/** Sub-agents ask the same model in between, each with a history of its own. */
const MOST_CONVERSATIONS = 3

type SerializedHistory = {
	history: readonly Message[]
	bytes: Uint8Array
	/** Where each batch begins. */
	starts: readonly BatchStart[]
}

type BatchStart = { message: number; byte: number }

const BEGINNING: BatchStart = { message: 0, byte: 0 }
const NOTHING: SerializedHistory = { history: [], bytes: new Uint8Array(), starts: [] }

function sharedLength(one: readonly Message[], other: readonly Message[]): number {
	const end = Math.min(one.length, other.length)
	let length = 0
	while (length < end && one[length] === other[length]) length++
	return length
}

/** As much of it as still holds when only the first `length` messages do. */
function upTo({ history, bytes, starts }: SerializedHistory, length: number): SerializedHistory {
	// What comes next may belong to the last batch, so that one is written again.
	const last = starts.findLastIndex(start => start.message < length)
	const { message, byte } = starts[last] ?? BEGINNING
	return {
		history: history.slice(0, message),
		bytes: bytes.subarray(0, byte),
		starts: starts.slice(0, Math.max(last, 0)),
	}
}

type Batch = { start: number; messages: Message[] }

/** What is sent of the history, with neighbours that can only be written together side by side. */
function inBatches(
	history: readonly Message[],
	from: number,
	{ format, target, withheldSeals }: HistorySetup,
): readonly Batch[] {
	const batches: Batch[] = []
	for (const [index, original] of history.slice(from).entries()) {
		const message = fitMessage(original, target, withheldSeals)
		if (!message) continue
		const batch = batches.at(-1)
		const before = batch?.messages.at(-1)
		if (batch && before && format.belong(before, message)) batch.messages.push(message)
		else batches.push({ start: from + index, messages: [message] })
	}
	return batches
}

function startsOf(
	batches: readonly Batch[],
	chunks: readonly Uint8Array[],
	from: number,
): readonly BatchStart[] {
	let byte = from
	return batches.map(({ start }, index) => {
		const here = { message: start, byte }
		byte += chunks[index]?.length ?? 0
		return here
	})
}

function itemBytes(items: readonly JsonObject[]): Uint8Array {
	return utf8Bytes(items.map(item => COMMA + JSON.stringify(item)).join(''))
}
