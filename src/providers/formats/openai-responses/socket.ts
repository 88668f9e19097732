// Responses over WebSockets, for as long as that goes well. Whatever goes wrong before a reply has begun ends in a
// request over HTTPS, there and then and from then on: nothing was shown, and asking again is safe.

import { deferred } from '../../../core/async/deferred.ts'
import { messageOf } from '../../../core/errors.ts'
import type { UnixMs } from '../../../core/ids.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Timed } from '../../../process/timed-notes.ts'
import type { Refusal } from '../../errors/map-error.ts'
import { isProxied } from '../../http/proxy.ts'
import { objectIn, textIn } from '../../http/read-json.ts'
import { openWebSocket, UpgradeRefused } from '../../http/web-socket.ts'
import { openAiAddress } from '../../wire/address.ts'
import type { ProviderSetup } from '../../wire/wire.ts'
import type { Socket, SocketHeaders, WireRequest } from '../../wire/wire-format.ts'
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
	/** Conversations for which one is being opened that came too late for their last request. */
	const opening = new Set<string>()
	let isOff = false
	let isLookedUp = false
	let hasWorked = false
	/** The server knows its last reply when it is asked to go on from it. */
	let remembers = true
	/** Replies in a row that broke off. */
	let breaks = 0

	async function ask(question: WireRequest): Promise<AskedReply> {
		await lookUp()
		if (isOff) return { declined: undefined }
		if (breaks > 1) return giveUp('two replies in a row broke off')
		try {
			return await answerTo(question)
		} catch (failure) {
			if (question.signal.aborted) throw failure
			await note(failure)
			return giveUp(messageOf(failure))
		}
	}

	/** What another process has found out today. Whoever insists on sockets is not held to it. */
	async function lookUp(): Promise<void> {
		if (isLookedUp || config.socket === true) return
		isLookedUp = true
		const notes = await limits.withoutSockets?.read(clock.now())
		if (notes?.has(config.baseUrl)) isOff = true
	}

	/** That a network is down says nothing of the server. */
	async function note(failure: unknown): Promise<void> {
		if (failure instanceof TooSlow || isAnsweredForGood(failure)) await noteLack()
	}

	async function noteLack(): Promise<void> {
		if (hasWorked) return
		const until = clock.now() + VERDICT_MS
		await limits.withoutSockets?.change(notes => new Map(notes).set(config.baseUrl, { until }), clock.now())
	}

	async function noteSocket(): Promise<void> {
		const without = (notes: ReadonlyMap<string, Timed>) =>
			notes.has(config.baseUrl) ? new Map([...notes].filter(([url]) => url !== config.baseUrl)) : notes
		await limits.withoutSockets?.change(without, clock.now())
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

	async function answerTo(question: WireRequest): Promise<AskedReply> {
		const ready = takeIdle(question) ?? (await openInTime(question))
		if (!ready) return { declined: undefined }
		let opened = ready
		for (let isAgain = false; ; isAgain = true) {
			const { connection } = opened
			const first = await connection.ask(question, remembers, limits.firstEventTimeoutMs ?? 30_000)
			hasWorked = true
			const [event = {}] = first
			const refusal = refusalIn(event)
			if (!refusal) {
				const events = connection.reply(question, first, ended(opened, question))
				return { events, headers: takeHeaders(opened) }
			}
			// Not even a new one is served: a limit of another kind, and no fault of the request.
			if (isAgain && isTooOld(event)) {
				connection.close()
				throw new Error('the server serves no more of them just now')
			}
			const mayRepeat = !isAgain && (isTooOld(event) || isForgotten(event)) && question.mayAskAgain()
			if (mayRepeat && isTooOld(event)) {
				connection.close()
				opened = await open(question.endpoint, question.signal)
			} else if (mayRepeat) {
				remembers = false
			} else {
				putAside(opened, question)
				return { refusal, headers: headersIn(event) }
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

	/** One that is late is kept for the next request: nobody waits for it any more. */
	async function openInTime(question: WireRequest): Promise<Opened | undefined> {
		const name = conversationOf(question)
		if (opening.has(name)) return undefined
		const late = new AbortController()
		const opened = open(question.endpoint, late.signal)
		const abort = () => late.abort()
		question.signal.addEventListener('abort', abort)
		const timer = deferred()
		const waiting = setTimeout(timer.resolve, limits.socketRaceMs ?? RACE_MS)
		try {
			const first = await Promise.race([opened, timer.promise])
			if (first) return first
		} finally {
			clearTimeout(waiting)
			question.signal.removeEventListener('abort', abort)
		}
		opening.add(name)
		// At once: a process with one prompt is over long before the handshake is given up, and the next would wait again.
		await noteLack()
		void opened
			.then(
				async kept => {
					putAside(kept, question)
					await noteSocket()
				},
				async failure => {
					await note(failure)
					giveUp(messageOf(failure))
				},
			)
			.finally(() => opening.delete(name))
		return undefined
	}

	async function open(endpoint: WireRequest['endpoint'], signal: AbortSignal): Promise<Opened> {
		const limitMs = limits.connectTimeoutMs ?? 15_000
		// Not the request's own signal: the connection outlives the request.
		const stop = new AbortController()
		const abort = () => stop.abort()
		const timer = setTimeout(abort, limitMs).unref()
		signal.addEventListener('abort', abort)
		try {
			const { url, headers } = openAiAddress('/responses', endpoint)
			// It has no body.
			headers.delete('content-type')
			let told: SocketHeaders = {}
			const line = await openWebSocket(async upgrade => {
				const sent = [...headers, ...Object.entries(upgrade)]
				const response = await fetch(url, { headers: sent, signal: stop.signal })
				told = { headers: response.headers }
				return response
			})
			return { connection: new ResponsesConnection(line), key: endpoint.key?.value, at: clock.now(), ...told }
		} catch (failure) {
			if (!stop.signal.aborted || signal.aborted) throw failure
			throw new TooSlow(limitMs)
		} finally {
			clearTimeout(timer)
			signal.removeEventListener('abort', abort)
		}
	}

	return { ask }
}

class TooSlow extends Error {
	constructor(limitMs: number) {
		super(`the server did not answer the handshake within ${limitMs / 1000} s`)
	}
}

/** Not what another key, or a better hour, would change. */
function isAnsweredForGood(failure: unknown): boolean {
	return (
		failure instanceof UpgradeRefused &&
		![401, 403, 408, 429].includes(failure.status) &&
		failure.status <= 501
	)
}

/** SPEC M2: HTTPS is asked after 1.5 s, and what was found out of a server is kept for a day. */
const RACE_MS = 1_500
const VERDICT_MS = 24 * 60 * 60_000

type AskedReply = Awaited<ReturnType<Socket['ask']>>

type Opened = SocketHeaders & {
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

/** What the handshake said is true of the first reply over it, and old news with the next. */
function takeHeaders(opened: Opened): SocketHeaders['headers'] {
	const { headers } = opened
	delete opened.headers
	return headers
}

function headersIn(event: JsonObject): [string, string][] {
	return Object.entries(objectIn(event.headers)).map(([name, value]) => [name, String(value)])
}

/** Some name the reply they do not know by a code, some only in words. */
function isForgotten(event: JsonObject): boolean {
	return /previous_response/.test(JSON.stringify(event.error ?? event))
}
