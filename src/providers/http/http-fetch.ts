// The HTTP client that providers ask with, on `node:http(s)`. The built-in `fetch` costs up to 250 ms at its
// first use, follows redirects with the key in hand, and cannot tell a slow connect from a slow answer.

import type { ClientRequest, Agent as HttpAgent, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { AgentError } from '../../core/errors.ts'
import { type HttpBody, openBody, type WhenFree } from './answer-body.ts'
import { createEarlyConnections, type EarlyConnections } from './early-connections.ts'
import { PlainHeaders } from './http-headers.ts'
import { type HttpProxy, proxyAuthorization, proxyFor } from './proxy.ts'

export type HttpFetch = (url: string | URL, init?: HttpInit) => Promise<HttpResponse>

export type HttpInit = {
	method?: string
	headers?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>
	body?: string | Uint8Array
	/** Ends the answer, too. Once that is whole, its connection is another request's, and the signal does nothing. */
	signal?: AbortSignal
	/** Whether it may be sent anew when the connection it was sent on turns out to be dead; yes when left out. */
	mayAskAgain?: () => boolean
}

export type HttpResponse = {
	readonly ok: boolean
	readonly status: number
	readonly statusText: string
	readonly url: string
	readonly headers: PlainHeaders
	readonly body: HttpBody
	/** The connection itself, where the request asked for an upgrade and the server agreed. */
	readonly upgraded?: Upgraded
	text(): Promise<string>
	json(): Promise<unknown>
}

/** `head` is what has come over it already. */
export type Upgraded = { socket: Socket; head: Uint8Array }

export type HttpLimits = {
	connectTimeoutMs?: number
	/** From sending the request to the first line of the answer. */
	headersTimeoutMs?: number
	/** Where `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are read from. */
	proxyEnv?: Readonly<Record<string, string | undefined>>
	/** Who asks. */
	userAgent?: string
}

export type HttpClient = {
	/**
	 * Keeps connections open between requests, follows no redirect, and rejects with an AgentError `timeout` or
	 * `bad-request` for what it judges itself, else with the system's own error.
	 */
	fetch: HttpFetch
	/** Opens a connection that the next request to this server goes over. Nothing is sent, and nothing fails. */
	connect(address: string): void
}

/** @returns the `fetch` of a client of its own */
export function createHttpFetch(limits: HttpLimits = {}): HttpFetch {
	return createHttpClient(limits).fetch
}

export function createHttpClient(limits: HttpLimits = {}): HttpClient {
	const agents = new Map<string, HttpAgent>()
	const early = createEarlyConnections()
	const { connectTimeoutMs = CONNECT_MS, proxyEnv = {} } = limits
	/** By server: waits for the connection of the answer that was left last. A new one would take longer. */
	const leaving = new Map<string, WhenFree>()

	function kept(key: string, create: () => HttpAgent): HttpAgent {
		const agent = agents.get(key) ?? create()
		agents.set(key, agent)
		return agent
	}

	function directAgent(protocol: string): HttpAgent {
		return kept(protocol, () => {
			const agent = new (transport(protocol).Agent)({ keepAlive: true })
			early.serve(agent)
			return agent
		})
	}

	/** The way to a server: straight, or through the proxy that the environment names. */
	async function routeTo(url: URL): Promise<ConnectionRoute> {
		const { protocol } = url
		const proxy = proxyFor(url, proxyEnv)
		if (!proxy) return { agent: directAgent(protocol) }
		const { createTunnelAgent } = await import('./proxy-tunnel.ts')
		if (protocol === 'https:')
			return {
				agent: kept(proxy.url.href, () => createTunnelAgent(proxy, connectTimeoutMs)),
				tunnelled: true,
			}
		return {
			agent: kept(proxy.url.protocol, () => new (transport(proxy.url.protocol).Agent)({ keepAlive: true })),
			proxy,
		}
	}

	return {
		async fetch(target, init = {}) {
			const url = new URL(target)
			const route = await routeTo(url)
			await leaving.get(url.host)?.()
			const sending = { url, init, limits, early }
			const answer = await send({ ...sending, route }).catch(async error => {
				// The server closed an idle connection just as it was used again. It has not seen the request.
				if (!(error instanceof StaleConnection)) throw await inWords(error, url, route, init)
				if (init.mayAskAgain?.() === false) throw error.cause
				return send({ ...sending, route: { ...route, agent: false } })
			})
			refuseRedirect(url, answer.message)
			return responseOf(url, answer, await openBody(answer, whenFree => leaving.set(url.host, whenFree)))
		},
		connect(address) {
			if (!URL.canParse(address)) return
			const url = new URL(address)
			if (!proxyFor(url, proxyEnv)) early.open(directAgent(url.protocol), url)
		},
	}
}

const CONNECT_MS = 15_000

type ConnectionRoute = {
	agent: HttpAgent | false
	/** It reads the request and hands it on. */
	proxy?: HttpProxy
	tunnelled?: true
}

async function inWords(error: unknown, url: URL, route: ConnectionRoute, init: HttpInit): Promise<unknown> {
	if (error instanceof AgentError || init.signal?.aborted) return error
	if (route.proxy) {
		const { proxyUnreachable } = await import('./proxy-tunnel.ts')
		return error instanceof Error ? proxyUnreachable(route.proxy, error) : error
	}
	// Through a tunnel only the proxy could look again.
	if (route.tunnelled) return error
	const { tlsTrouble } = await import('./tls-trouble.ts')
	return (await tlsTrouble(url, error)) ?? error
}

class StaleConnection extends Error {}

type Sending = {
	url: URL
	init: HttpInit
	route: ConnectionRoute
	limits: HttpLimits
	early: EarlyConnections
}
type ReceivedResponse = { request: ClientRequest; message: IncomingMessage; upgraded?: Upgraded }

function send({ url, init, route, limits, early }: Sending): Promise<ReceivedResponse> {
	const { connectTimeoutMs = CONNECT_MS, headersTimeoutMs = 60_000, userAgent = 'keelson' } = limits
	const { signal } = init
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(stopped())
		const headers = new PlainHeaders(init.headers)
		if (!headers.has('user-agent')) headers.set('user-agent', userAgent)
		const options: RequestOptions = {
			method: init.method ?? 'GET',
			headers: Object.fromEntries(headers),
			agent: route.agent,
		}
		const request = route.proxy
			? transport(route.proxy.url.protocol).request(...throughProxy(url, options, route.proxy))
			: transport(url.protocol).request(url, options)

		function limit(timeoutMs: number, what: string): NodeJS.Timeout {
			const problem = `${url.host} ${what} within ${timeoutMs / 1000} s`
			return setTimeout(() => request.destroy(new AgentError('timeout', problem)), timeoutMs)
		}
		// Node's own option for it costs each request a dozen objects, and as many calls when it has ended.
		const stop = () => {
			if (request.destroyed) return
			// An answer that is here whole, and not read to its end, takes Node's own listener from a connection that is ending.
			request.socket?.once('error', () => {})
			request.destroy(stopped())
		}
		signal?.addEventListener('abort', stop)
		request.once('close', () => signal?.removeEventListener('abort', stop))

		const answering = limit(headersTimeoutMs, 'did not begin to answer')
		let isKept = false
		request.once('socket', socket => {
			isKept = request.reusedSocket || early.isEarly(socket)
			if (!socket.connecting) return
			const connecting = limit(connectTimeoutMs, 'did not accept a connection')
			const settled = () => clearTimeout(connecting)
			socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', settled)
			request.once('response', settled).once('close', settled)
		})
		function answered(answer: ReceivedResponse): void {
			clearTimeout(answering)
			resolve(answer)
		}
		request.once('response', message => {
			if (route.proxy && isRefusalOfProxy(message))
				return void refusedBy(route.proxy, message, url).then(reject)
			answered({ request, message })
		})
		if (headers.has('upgrade')) {
			request.once('upgrade', (message, _, head) => {
				if (!(route.proxy || route.tunnelled)) early.keeps(url, message.socket)
				answered({ request, message, upgraded: { socket: message.socket, head } })
			})
		}
		request.on('error', (error: NodeJS.ErrnoException) => {
			clearTimeout(answering)
			const isStale = isKept && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
			reject(isStale && !signal?.aborted ? new StaleConnection('', { cause: error }) : error)
		})
		// As bytes: Node writes a long string with the headers in front of it several times slower.
		request.end(typeof init.body === 'string' ? Buffer.from(init.body) : init.body)
	})
}

function stopped(): Error {
	return new DOMException('The request was stopped', 'AbortError')
}

/** The whole address goes to the proxy, which opens the connection. */
function throughProxy(url: URL, options: RequestOptions, proxy: HttpProxy): [string, RequestOptions] {
	const authorization = proxyAuthorization(proxy)
	const headers = {
		...options.headers,
		host: url.host,
		...(authorization && { 'proxy-authorization': authorization }),
	}
	return [`${proxy.url.protocol}//${proxy.url.host}`, { ...options, path: url.href, headers }]
}

/** A page that forbids is what proxies answer with; what is asked through them answers in JSON. */
function isRefusalOfProxy({ statusCode, headers }: IncomingMessage): boolean {
	return statusCode === 407 || (statusCode === 403 && /^text\/html/i.test(headers['content-type'] ?? ''))
}

async function refusedBy(proxy: HttpProxy, message: IncomingMessage, url: URL): Promise<AgentError> {
	message.destroy()
	const { proxyRefusal } = await import('./proxy-tunnel.ts')
	return proxyRefusal(proxy, message, url.host)
}

/** A key must not travel to a host the user did not name. */
function refuseRedirect(url: URL, message: IncomingMessage): void {
	const status = message.statusCode ?? 0
	if (status < 300 || status > 399) return
	message.destroy()
	const location = message.headers.location
	const host = location === undefined ? 'nowhere' : new URL(location, url).host
	throw new AgentError(
		'bad-request',
		`${url.origin}${url.pathname} answered ${status}: it redirects to ${host}. Redirects are not followed with a key; if ${host} is right, put it into the base URL`,
	)
}

function responseOf(url: URL, { message, upgraded }: ReceivedResponse, body: HttpBody): HttpResponse {
	const status = message.statusCode ?? 0
	async function text(): Promise<string> {
		const chunks: Uint8Array[] = []
		for await (const chunk of body) chunks.push(chunk)
		return Buffer.concat(chunks).toString('utf8')
	}
	return {
		ok: status >= 200 && status <= 299,
		status,
		statusText: message.statusMessage ?? '',
		url: url.href,
		headers: headersOf(message),
		body,
		...(upgraded && { upgraded }),
		text,
		json: async () => JSON.parse(await text()),
	}
}

function headersOf(message: IncomingMessage): PlainHeaders {
	const headers = new PlainHeaders()
	const raw = message.rawHeaders
	for (let i = 0; i + 1 < raw.length; i += 2) headers.append(raw[i] ?? '', raw[i + 1] ?? '')
	return headers
}

/** Importing these as modules costs 50 ms on Node 24; asking the process for them does not. */
function transport(protocol: string): typeof import('node:http') | typeof import('node:https') {
	if (protocol === 'https:') return process.getBuiltinModule('node:https')
	if (protocol === 'http:') return process.getBuiltinModule('node:http')
	throw new AgentError('config-invalid', `a base URL begins with http:// or https://, not with ${protocol}`)
}
