// Responses over WebSockets, for as long as that goes well. Whatever goes wrong before a reply has begun ends in a
// request over HTTPS, there and then and from then on: nothing was shown, and asking again is safe.

import { messageOf } from '../../../core/errors.ts'
import type { UnixMs } from '../../../core/ids.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../errors/map-error.ts'
import { isProxied } from '../../http/proxy.ts'
import { objectIn, textIn } from '../../http/read-json.ts'
import { openWebSocket } from '../../http/web-socket.ts'
import { openAiAddress } from '../../wire/address.ts'
import type { ProviderSetup } from '../../wire/wire.ts'
import type { Refused, Socket, SocketReply, WireRequest } from '../../wire/wire-format.ts'
import { isTooOld, type ReplyEnd, ResponsesConnection } from './connection.ts'

/** @returns undefined where sockets are switched off, or a proxy stands in between */
export function createResponsesSocket({
	config,
	fetch,
	clock,
	limits = {},
}: ProviderSetup): Socket | undefined {
	if (config.socket === false || limits.sockets === false) return undefined
	if (isProxied(config.baseUrl, limits.proxyEnv ?? {})) return undefined
	/** Those that wait for the next request, by conversation. */
	const idle = new Map<string, Opened>()
	let isOff = false
	let hasWorked = false
	/** The server knows its last reply when it is asked to go on from it. */
	let remembers = true
	/** Replies in a row that broke off. */
	let breaks = 0

	async function ask(question: WireRequest): Promise<AskedReply> {
		if (isOff) return { declined: undefined }
		if (breaks > 1) return giveUp('two replies in a row broke off')
		try {
			return await answerTo(question)
		} catch (failure) {
			if (question.signal.aborted) throw failure
			return giveUp(messageOf(failure))
		}
	}

	/** That a server offers no sockets is not worth a word, unless it was said that it does. */
	function giveUp(why: string): AskedReply {
		// Two replies at once may fail together.
		if (isOff) return { declined: undefined }
		isOff = true
		for (const { connection } of idle.values()) connection.close()
		idle.clear()
		if (!hasWorked && config.socket !== true) return { declined: undefined }
		return { declined: `${config.id}: asking over HTTPS from now on, for the WebSocket failed: ${why}` }
	}

	async function answerTo(question: WireRequest): Promise<SocketReply | Refused> {
		let opened = takeIdle(question) ?? (await open(question))
		for (let isAgain = false; ; isAgain = true) {
			const { connection } = opened
			const first = await connection.ask(question, remembers, limits.firstEventTimeoutMs ?? 30_000)
			hasWorked = true
			const [event = {}] = first
			const refusal = refusalIn(event)
			if (!refusal) return { events: connection.reply(question, first, ended(opened, question)) }
			const mayRepeat = !isAgain && (isTooOld(event) || isForgotten(event)) && question.mayAskAgain()
			if (mayRepeat && isTooOld(event)) {
				connection.close()
				opened = await open(question)
			} else if (mayRepeat) {
				remembers = false
			} else {
				putAside(opened, question)
				return { refusal }
			}
		}
	}

	function ended(opened: Opened, question: WireRequest): (how: ReplyEnd) => void {
		return how => {
			if (how === 'broken') breaks++
			else if (how !== 'left') breaks = 0
			if (how === 'whole') putAside(opened, question)
		}
	}

	function takeIdle(question: WireRequest): Opened | undefined {
		const name = conversationOf(question)
		const opened = idle.get(name)
		if (!opened) return undefined
		idle.delete(name)
		opened.connection.wake()
		const isYoung = clock.now() - opened.at < LONGEST_USE_MS
		if (isYoung && opened.connection.isReady && opened.key === question.endpoint.key?.value) return opened
		opened.connection.close()
		return undefined
	}

	/** A conversation may have two replies at once; one connection is enough to wait for the next. */
	function putAside(opened: Opened, question: WireRequest): void {
		const name = conversationOf(question)
		if (isOff || idle.has(name)) return opened.connection.close()
		opened.connection.rest(LONGEST_REST_MS)
		idle.set(name, opened)
	}

	async function open({ endpoint, signal }: WireRequest): Promise<Opened> {
		const limitMs = limits.connectTimeoutMs ?? 15_000
		// Not the request's own signal: the connection outlives the request.
		const stop = new AbortController()
		const abort = () => stop.abort()
		const timer = setTimeout(abort, limitMs)
		signal.addEventListener('abort', abort)
		try {
			const { url, headers } = openAiAddress('/responses', endpoint)
			// It has no body.
			headers.delete('content-type')
			const line = await openWebSocket(upgrade =>
				fetch(url, { headers: [...headers, ...Object.entries(upgrade)], signal: stop.signal }),
			)
			return { connection: new ResponsesConnection(line), key: endpoint.key?.value, at: clock.now() }
		} catch (failure) {
			if (!stop.signal.aborted) throw failure
			throw new Error(`the server did not answer the handshake within ${limitMs / 1000} s`)
		} finally {
			clearTimeout(timer)
			signal.removeEventListener('abort', abort)
		}
	}

	return { ask }
}

type AskedReply = Awaited<ReturnType<Socket['ask']>>

type Opened = {
	connection: ResponsesConnection
	/** What it was opened with. Another key wants another connection. */
	key: string | undefined
	at: UnixMs
}

/** Servers give a connection an hour; one that is about to end is not begun on. */
const LONGEST_USE_MS = 55 * 60_000
const LONGEST_REST_MS = 5 * 60_000

function conversationOf({ head }: WireRequest): string {
	return textIn(head.prompt_cache_key)
}

/** What would have been the status of an answer comes as an event with that status in it. */
function refusalIn(event: JsonObject): Refusal | undefined {
	if (event.type !== 'error' || typeof event.status !== 'number') return undefined
	const headers = objectIn(event.headers)
	return {
		status: event.status,
		headers: { get: name => textIn(headers[name]) || null },
		text: JSON.stringify({ error: event.error ?? event }),
	}
}

/** Some name the reply they do not know by a code, some only in words. */
function isForgotten(event: JsonObject): boolean {
	return /previous_response/.test(JSON.stringify(event.error ?? event))
}
