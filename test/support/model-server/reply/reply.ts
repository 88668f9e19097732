// What a test scripts for one request, and the plain form of it from which each wire's events are written.

import type { JsonObject } from '../../../../src/core/json.ts'
import type { FinishReason } from '../../../../src/core/model.ts'
import type { Usage } from '../../../../src/core/usage.ts'

export type ScriptedReply = {
	/** A list is sent as one delta each. */
	text?: string | readonly string[]
	reasoning?: string | readonly string[]
	calls?: readonly ScriptedCall[]
	/** What is left out is estimated from the bytes. */
	usage?: Partial<Usage>
	/** The reply says nothing about what it used. */
	withoutUsage?: boolean
	/** Without it: `tool-calls` when there are calls, else `stop`. */
	stop?: FinishReason
	/** From 400 on the answer is an error in the wire's own shape, with `error`'s words. */
	status?: number
	headers?: Readonly<Record<string, string>>
	error?: ScriptedError
	/** Sent as it stands instead of a reply. Text that begins with `<` goes out as HTML, else as JSON. */
	body?: string | JsonObject
	/** Sent as it stands as the event stream's bytes. */
	raw?: string | Uint8Array
	/** Answer a streaming request with one JSON object, like a gateway that cannot stream. */
	whole?: boolean
	/** Time from one delta to the next. Without it they go out as fast as the socket takes them. */
	deltaDelayMs?: number
	fault?: Fault
	framing?: Framing
	/** Leave the connection open after the last byte, until the client or the server goes away. */
	keepOpen?: boolean
}

export type ScriptedCall = {
	id?: string
	name: string
	/** A string is sent as it is, so that it can be broken JSON. */
	arguments: unknown
}

export type ScriptedError = { message?: string; type?: string; code?: string }

/**
 * `drop` resets the socket, `stall` goes silent with the socket open, `end` finishes the body as if all were well,
 * `error` sends an error event and finishes; `response.failed` has only the Responses wire.
 */
export type Fault =
	| { kind: 'drop' | 'stall' | 'end'; after: FaultPoint }
	| { kind: 'error'; after: FaultPoint; error?: ScriptedError; as?: 'error' | 'response.failed' }

/** `text`, `reasoning`, `call`: after the first delta of it, or the first complete call. `reply`: all but the final events. */
export type FaultPoint =
	| 'nothing'
	| 'headers'
	| 'reasoning'
	| 'text'
	| 'call'
	| 'reply'
	| { frames: number }
	| { bytes: number }

/** What the event stream standard allows a server to do with the same events. */
export type Framing = {
	lineEnd?: '\n' | '\r' | '\r\n'
	byteOrderMark?: boolean
	/** A comment line before each event. */
	comments?: boolean
	/** Event stream text before each event: what a client has to see past. */
	noise?: string
	/** Each event's JSON over several `data:` lines. */
	multiLineData?: boolean
	/** Cuts the bytes into chunks of this size, wherever that falls. */
	chunkBytes?: number
}

/** One event of a stream. `mark` says what the client has complete once it has read it. */
export type Frame = {
	event?: string
	data: string
	mark?: 'reasoning' | 'text' | 'call' | 'final'
}

export type PlainReply = {
	texts: readonly string[]
	reasonings: readonly string[]
	calls: readonly { id: string; name: string; arguments: string }[]
	usage: Usage
	stop: FinishReason
}

/** One of the three APIs: how it writes a reply, and how it says no. */
export type Wire = {
	name: 'responses' | 'chat' | 'messages'
	callIdPrefix: string
	frames(reply: PlainReply, request: JsonObject, id: string): Frame[]
	whole(reply: PlainReply, request: JsonObject, id: string): JsonObject
	errorBody(status: number, error: ScriptedError): JsonObject
	errorFrame(error: ScriptedError, as: 'error' | 'response.failed', id: string): Frame
	/** What the real service would refuse about this request, in its own words. */
	check(request: JsonObject): RequestProblem | undefined
}

export type RequestProblem = { message: string; param?: string; code?: string }

export function plainReply(
	reply: ScriptedReply,
	options: { requestBytes: number; nextCallId: () => string },
): PlainReply {
	const texts = list(reply.text)
	const reasonings = list(reply.reasoning)
	const calls = (reply.calls ?? []).map(call => ({
		id: call.id ?? options.nextCallId(),
		name: call.name,
		arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
	}))
	const reasoningTokens = tokens(reasonings.join(''))
	const answer = texts.join('') + calls.map(call => call.name + call.arguments).join('')
	return {
		texts,
		reasonings,
		calls,
		stop: reply.stop ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
		usage: {
			inputTokens: Math.ceil(options.requestBytes / 4),
			cachedInputTokens: 0,
			cacheWriteTokens: 0,
			outputTokens: tokens(answer) + reasoningTokens,
			reasoningTokens,
			...reply.usage,
		},
	}
}

/** Arguments come in small pieces, as they do from a real model, and never in half a character. */
export function pieces(text: string): string[] {
	return text.match(/.{1,24}/gsu) ?? ['']
}

function list(text: string | readonly string[] | undefined): readonly string[] {
	if (text === undefined) return []
	return typeof text === 'string' ? [text] : text
}

function tokens(text: string): number {
	return Math.ceil(text.length / 4)
}
