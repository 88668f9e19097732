// Responses over WebSockets, for as long as that goes well. Whatever goes wrong before a reply has begun ends in a
// request over HTTPS, there and then and from then on: nothing was shown, and asking again is safe.

import { deferred } from '../../../core/async/deferred.ts'
import { messageOf } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { ServerRefusal } from '../../errors/map-error.ts'
import { isProxied } from '../../http/proxy.ts'
import { objectIn, textIn } from '../../http/read-json.ts'
import type { ProviderSetup } from '../../wire/wire.ts'
import type { Socket, SocketHeaders, WireRequest } from '../../wire/wire-format.ts'
import { isTooOld, type ReplyEnd } from './connection.ts'
import { isVerdict, type OpenConnection, openConnection } from './open-connection.ts'
import { socketVerdict } from './socket-verdict.ts'

/** @returns undefined where sockets are switched off, or a proxy stands in between */
export function createResponsesSocket(setup: ProviderSetup): Socket | undefined {
	const { config, clock, limits = {} } = setup
	if (config.socket === false || limits.sockets === false) return undefined
	if (isProxied(config.baseUrl, limits.proxyEnv ?? {})) return undefined
	const verdict = socketVerdict(setup)
	/** Those that wait for the next request, by conversation. */
	const idle = new Map<string, OpenConnection>()
	/** Conversations for which one is being opened that came too late for their last request. */
	const opening = new Set<string>()
	let isOff = false
	let hasWorked = false
	/** The server knows its last reply when it is asked to go on from it. */
	let remembers = true
	/** Replies in a row that broke off. */
	let breaks = 0

	async function ask(question: WireRequest): Promise<AskedReply> {
		if (await verdict.isWithout()) isOff = true
		if (isOff) return { declined: undefined }
		if (breaks > 1) return giveUp('two replies in a row broke off')
		try {
			return await answerTo(question)
		} catch (failure) {
			if (question.signal.aborted) throw failure
			if (isVerdict(failure)) await noteLack()
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
				opened = await openConnection(setup, question.endpoint, question.signal)
			} else if (mayRepeat) {
				remembers = false
			} else {
				putAside(opened, question)
				return { refusal, headers: headersIn(event) }
			}
		}
	}

	function ended(opened: OpenConnection, question: WireRequest): (how: ReplyEnd) => void {
		return how => {
			if (how === 'broken') breaks++
			else if (how !== 'left') breaks = 0
			if (how === 'whole') putAside(opened, question)
		}
	}

	function takeIdle(question: WireRequest): OpenConnection | undefined {
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
	function putAside(opened: OpenConnection, question: WireRequest): void {
		const name = conversationOf(question)
		if (isOff || idle.has(name)) return opened.connection.close()
		opened.connection.rest(LONGEST_REST_MS)
		idle.set(name, opened)
	}

	/** One that is late is kept for the next request: nobody waits for it any more. */
	async function openInTime(question: WireRequest): Promise<OpenConnection | undefined> {
		const name = conversationOf(question)
		if (opening.has(name)) return undefined
		const late = new AbortController()
		const opened = openConnection(setup, question.endpoint, late.signal)
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
					await verdict.noteSocket()
				},
				async failure => {
					if (isVerdict(failure)) await noteLack()
					giveUp(messageOf(failure))
				},
			)
			.finally(() => opening.delete(name))
		return undefined
	}

	async function noteLack(): Promise<void> {
		if (!hasWorked) await verdict.noteLack()
	}

	return { ask }
}

/** HTTPS is asked by then. */
const RACE_MS = 1_500

type AskedReply = Awaited<ReturnType<Socket['ask']>>

/** Servers give a connection an hour; one that is about to end is not begun on. */
const LONGEST_USE_MS = 55 * 60_000
const LONGEST_REST_MS = 5 * 60_000

function conversationOf({ head }: WireRequest): string {
	return textIn(head.prompt_cache_key)
}

/** What would have been the status of an answer comes as an event with that status in it. */
function refusalIn(event: JsonObject): ServerRefusal | undefined {
	if (event.type !== 'error' || typeof event.status !== 'number') return undefined
	const headers = objectIn(event.headers)
	return {
		status: event.status,
		headers: { get: name => textIn(headers[name]) || null },
		text: JSON.stringify({ error: event.error ?? event }),
	}
}

/** What the handshake said is true of the first reply over it, and old news with the next. */
function takeHeaders(opened: OpenConnection): SocketHeaders['headers'] {
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
