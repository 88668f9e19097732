// One WebSocket to a server that speaks Responses: one reply at a time, each request with only what the server has
// not heard over this connection.

import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, parseJson } from '../../../core/json.ts'
import { objectIn, objectsIn, textIn } from '../../http/read-json.ts'
import { unreadableEvent } from '../../http/unreadable-event.ts'
import type { WebSocketLine } from '../../http/web-socket.ts'
import { bodyBytes } from '../../wire/history-bytes.ts'
import type { WireRequest } from '../../wire/wire-format.ts'
import { type Heard, newSince } from './continuation.ts'

/**
 * `whole`: it came to its end. `failed`: so it did, and its end was an error. `broken`: the connection was lost or
 * fell silent in the middle of it. `left`: nobody wanted the rest.
 */
export type ReplyEnd = 'whole' | 'failed' | 'broken' | 'left'

export class ResponsesConnection {
	readonly #line: WebSocketLine
	#heard: Heard | undefined
	#resting: NodeJS.Timeout | undefined

	constructor(line: WebSocketLine) {
		this.#line = line
	}

	/** Open, and silent as it should be between two replies. */
	get isReady(): boolean {
		return this.#line.ending === undefined && this.#line.isQuiet
	}

	/**
	 * Sends a request and waits for the answer to begin.
	 * @param remembers - the server can be asked to go on from its last reply
	 * @returns the first events, at least one
	 * @throws Error with the reason when the connection ends before
	 */
	async ask(question: WireRequest, remembers: boolean, limitMs: number): Promise<readonly JsonObject[]> {
		const { head, history, signal } = question
		const heard = remembers ? this.#heard : undefined
		const news = heard && newSince(heard, textIn(head.model), history)
		// Whatever becomes of this request, the server may have dropped what it knew until its reply is whole.
		this.#heard = undefined
		const release = this.#closeOn(signal)
		const timer = setTimeout(
			() => this.#line.close(`the server did not begin to answer within ${limitMs / 1000} s`),
			limitMs,
		)
		try {
			this.#line.send(createMessage(head, news ?? history, news && heard?.responseId))
			const first = await this.#next()
			if (first) return first
			throw new Error(this.#line.ending)
		} finally {
			clearTimeout(timer)
			release()
		}
	}

	/** All events of a reply, in the batches they came in. Whoever leaves before the last one leaves the connection. */
	async *reply(
		question: WireRequest,
		first: readonly JsonObject[],
		ended: (how: ReplyEnd) => void,
	): AsyncGenerator<readonly JsonObject[]> {
		const { signal } = question
		const release = this.#closeOn(signal)
		const settle = (end: ReplyEnd): void => {
			release()
			if (end !== 'whole') this.close()
			ended(end)
		}
		const items: JsonObject[] = []
		let isOver = false
		try {
			for (let batch: readonly JsonObject[] | undefined = first; batch; batch = await this.#next()) {
				for (const event of batch) {
					if (event.type === 'response.output_item.done') items.push(objectIn(event.item))
				}
				const last = batch.find(isLast)
				if (last && isTooOld(last)) break
				if (last) {
					isOver = true
					const isWhole = isCompleted(last)
					if (isWhole) this.#heard = heardFrom(last, items, question)
					// Before it is handed out: whoever has the last event aborts what is left of the request.
					settle(isWhole ? 'whole' : 'failed')
				}
				yield batch
				if (isOver) return
			}
		} finally {
			if (!isOver) settle(this.#isLost(signal) ? 'broken' : 'left')
		}
	}

	/** Keeps it open for a while, without keeping the process for it. */
	rest(limitMs: number): void {
		this.#line.hold(false)
		this.#resting = setTimeout(() => this.close(), limitMs).unref()
	}

	wake(): void {
		clearTimeout(this.#resting)
		this.#line.hold(true)
	}

	close(): void {
		clearTimeout(this.#resting)
		this.#line.close()
	}

	/** By a fault of the connection, which silence is too; everything else that stops a reply is somebody's wish. */
	#isLost({ aborted, reason }: AbortSignal): boolean {
		if (!aborted) return this.#line.ending !== undefined
		return reason instanceof AgentError && reason.code === 'timeout'
	}

	#closeOn(signal: AbortSignal): () => void {
		const close = () => this.close()
		if (signal.aborted) close()
		signal.addEventListener('abort', close)
		return () => signal.removeEventListener('abort', close)
	}

	async #next(): Promise<readonly JsonObject[] | undefined> {
		for (;;) {
			const messages = await this.#line.next()
			const events = messages?.flatMap(eventsIn)
			if (!events || events.length > 0) return events
		}
	}
}

function eventsIn(message: string): readonly JsonObject[] {
	const value = parseJson(message)
	if (value === undefined) return unreadableEvent(message)
	return isObject(value) ? [value] : []
}

/** As the same request would go over HTTPS, without what only makes sense there. */
function createMessage(
	{ stream, input = [], ...head }: JsonObject,
	history: Uint8Array,
	previous: string | undefined,
): Uint8Array {
	const settings = previous === undefined ? head : { ...head, previous_response_id: previous }
	return bodyBytes({ type: 'response.create', ...settings, input }, history)
}

function heardFrom(last: JsonObject, items: readonly JsonObject[], question: WireRequest): Heard | undefined {
	const response = objectIn(last.response)
	const responseId = textIn(response.id)
	if (responseId === '') return undefined
	const reply = items.length > 0 ? items : objectsIn(response.output)
	return { responseId, model: textIn(question.head.model), history: question.history, reply }
}

/** What the response says of itself counts, whatever its event is called. */
function isCompleted({ type, response }: JsonObject): boolean {
	const status = textIn(objectIn(response).status)
	return status === '' ? type === 'response.completed' || type === 'response.done' : status === 'completed'
}

const LAST: ReadonlySet<unknown> = new Set([
	'response.completed',
	'response.done',
	'response.incomplete',
	'response.failed',
	'response.cancelled',
	'error',
])

function isLast({ type }: JsonObject): boolean {
	return LAST.has(type)
}

/** After an hour a connection is not served any more, in the middle of a reply or not. */
export function isTooOld(event: JsonObject): boolean {
	return objectIn(event.error).code === 'websocket_connection_limit_reached'
}
