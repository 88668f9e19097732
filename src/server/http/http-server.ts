// The HTTP server: who may come in, which route answers, and what becomes of requests that are slow, large or broken.
// What the routes do is theirs.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import { type AuthContext, LOCAL } from '../../core/services/auth-context.ts'
import type { Authentication } from '../../core/services/authentication.ts'
import type { Logging } from '../../core/services/logging.ts'
import { sendEarly, sendJson } from './answers.ts'
import { type Doors, requireHost, requireOrigin } from './doors.ts'
import { createRates, type Rate, type Rates } from './rates.ts'
import { errorAnswer, type Headers, Refusal } from './refusal.ts'
import { readJson } from './request-body.ts'
import { matchRoute, type Route } from './route.ts'

export type HttpServerOptions = {
	host: string
	/** 0: one that is free. */
	port: number
	allowedHosts: readonly string[]
	allowedOrigins: readonly string[]
	authentication: Authentication
	logging: Logging
	clock: Pick<Clock, 'monotonicMs'>
	/** Of one tenant. */
	rate?: Rate
	/** Of one address without a good token. */
	strangersRate?: Rate
	/** How long a request may take to be here. */
	requestMs?: number
}

export type HttpServer = {
	/** `http://127.0.0.1:8080`. */
	url: string
	/** From now on they are answered; before, a request waits. */
	serve(routes: readonly Route[]): void
	/** Nothing new is taken; what is open is ended, at the latest when `graceMs` are over. */
	close(graceMs: number): Promise<void>
}

/** @throws AgentError `usage` where the address cannot be had */
export async function listen(options: HttpServerOptions): Promise<HttpServer> {
	const { host, port, requestMs = REQUEST_MS } = options
	const server = process.getBuiltinModule('node:http').createServer({
		headersTimeout: Math.min(requestMs, HEADERS_MS),
		requestTimeout: requestMs,
		keepAliveTimeout: KEEP_ALIVE_MS,
		connectionsCheckingInterval: Math.min(1000, requestMs),
		maxHeaderSize: MOST_HEADER_BYTES,
	})
	server.maxConnections = MOST_CONNECTIONS
	server.on('clientError', answerBroken)
	await bound(server, host, port)
	const address = server.address() as AddressInfo
	const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
	const doors: Doors = { ...options, isLoopback: isLoopback(address.address), port: address.port }
	const work = new HttpWork(options, doors)
	server.on('request', (request, response) => void work.answer(request, response))
	return {
		url: `http://${shown}:${address.port}`,
		serve: routes => work.serve(routes),
		close: graceMs => closed(server, graceMs, () => work.stop()),
	}
}

export function isLoopback(address: string): boolean {
	return address === 'localhost' || address === '::1' || /^127\./.test(address)
}

class HttpWork {
	readonly #options: HttpServerOptions
	readonly #doors: Doors
	readonly #rates: Rates
	readonly #strangers: Rates
	readonly #closing = new AbortController()
	/** Those of somebody, as long as they are answered. */
	readonly #open = new Set<{ request: IncomingMessage; auth: AuthContext; leave(): void }>()
	readonly #forgetTokens: (() => void) | undefined
	#routes: Promise<readonly Route[]>
	#begin: (routes: readonly Route[]) => void = () => {}

	constructor(options: HttpServerOptions, doors: Doors) {
		this.#options = options
		this.#doors = doors
		this.#rates = createRates(options.rate ?? TENANT_RATE, options.clock)
		this.#strangers = createRates(options.strangersRate ?? STRANGERS_RATE, options.clock)
		this.#forgetTokens = options.authentication.onChange?.(() => void this.#lookAgain())
		this.#routes = new Promise(resolve => {
			this.#begin = resolve
		})
	}

	serve(routes: readonly Route[]): void {
		this.#begin(routes)
		this.#routes = Promise.resolve(routes)
	}

	stop(): void {
		this.#forgetTokens?.()
		this.#closing.abort()
	}

	async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const gone = new AbortController()
		const leave = () => gone.abort()
		response.once('close', leave)
		if (this.#closing.signal.aborted) leave()
		else this.#closing.signal.addEventListener('abort', leave, { once: true })
		// A socket that breaks while an answer goes out ends the answer, and nothing else.
		response.on('error', leave)
		let auth: AuthContext | undefined
		try {
			if (this.#closing.signal.aborted) throw new Refusal('shutting-down', 'this server is ending')
			if ((request.headersDistinct.host?.length ?? 0) > 1)
				throw new Refusal('bad-request', 'the request has more than one Host')
			requireHost(request.headers.host, this.#doors)
			const origin = requireOrigin(request.headers.origin, request.headers.host, this.#doors)
			if (origin !== undefined)
				for (const [name, value] of Object.entries(crossOrigin(origin))) response.setHeader(name, value)
			const url = urlOf(request)
			const { method = 'GET' } = request
			if (method === 'OPTIONS' && origin !== undefined) return void response.writeHead(204).end()
			const found = matchRoute(await this.#routes, method, url.pathname)
			const exchange = { request, response, url, signal: gone.signal, body: () => readJson(request) }
			if ('route' in found && found.route.isOpen) {
				this.#strangers.take(`open ${request.socket.remoteAddress}`)
				return await found.route.handle({ ...exchange, params: found.params })
			}
			if ('allowed' in found && found.isOpen) throw noRoute(method, url.pathname, found.allowed)
			auth = await this.#whoAsks(request)
			this.#rates.take(`${auth.app}/${auth.user}`)
			if (!('route' in found)) throw noRoute(method, url.pathname, found.allowed)
			if (found.route.isOpen) return
			const open = { request, auth, leave }
			this.#open.add(open)
			try {
				await found.route.handle({ ...exchange, params: found.params, auth })
			} finally {
				this.#open.delete(open)
			}
		} catch (error) {
			this.#refuse(error, request, response, auth)
		} finally {
			this.#closing.signal.removeEventListener('abort', leave)
		}
	}

	/** A stream ends with the token that it was opened with. */
	async #lookAgain(): Promise<void> {
		for (const { request, auth, leave } of [...this.#open]) {
			const now = await this.#options.authentication.authenticate(tokenOf(request) ?? '')
			if (now?.app !== auth.app || now.user !== auth.user) leave()
		}
	}

	/** @throws Refusal `unauthenticated` */
	async #whoAsks(request: IncomingMessage): Promise<AuthContext> {
		const token = tokenOf(request)
		const auth = token === undefined ? undefined : await this.#options.authentication.authenticate(token)
		if (auth) return auth
		this.#strangers.take(request.socket.remoteAddress ?? '')
		throw new Refusal(
			'unauthenticated',
			token === undefined
				? 'a token is needed: Authorization: Bearer TOKEN'
				: 'the token is not one of this server',
			{ 'WWW-Authenticate': 'Bearer' },
		)
	}

	#refuse(
		error: unknown,
		request: IncomingMessage,
		response: ServerResponse,
		auth: AuthContext | undefined,
	): void {
		const { status, headers, body } = errorAnswer(error)
		if (status >= 500 && !response.destroyed) {
			const fields = { method: request.method ?? '', path: request.url?.split('?')[0] ?? '', status }
			this.#options.logging.log(auth ?? LOCAL, 'error', messageOf(error), fields)
		}
		if (response.headersSent) return void response.destroy()
		const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
		const isWhole = request.complete || (length === undefined && encoding === undefined)
		if (isWhole) sendJson(response, status, body, headers)
		else sendEarly(request, response, status, body, headers)
	}
}

function tokenOf({ headers }: IncomingMessage): string | undefined {
	return /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1]
}

function noRoute(method: string, path: string, allowed: readonly string[]): Refusal {
	return allowed.length === 0
		? new Refusal('not-found', `there is nothing at ${path}`)
		: new Refusal('method-not-allowed', `${path} is not for ${method}`, { Allow: allowed.join(', ') })
}

/** @throws Refusal `bad-request` */
function urlOf(request: IncomingMessage): URL {
	const path = request.url ?? '/'
	// What is not a path from here would name another host.
	const url =
		path.startsWith('/') && URL.canParse(`http://server${path}`) ? new URL(`http://server${path}`) : undefined
	if (url?.host === 'server') return url
	throw new Refusal('bad-request', `${JSON.stringify(path.slice(0, 100))} is not a path`)
}

function crossOrigin(origin: string): Headers {
	return {
		'Access-Control-Allow-Origin': origin,
		'Access-Control-Allow-Headers':
			'Authorization, Content-Type, Last-Event-ID, A2A-Version, A2A-Extensions, Traceparent',
		'Access-Control-Allow-Methods': 'GET, HEAD, POST',
		'Access-Control-Expose-Headers': 'Location, Retry-After',
		Vary: 'Origin',
	}
}

/** What could not even be read as a request. */
function answerBroken(error: Error & { code?: string }, socket: Socket): void {
	if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
	const [status, code, message] =
		error.code === 'HPE_HEADER_OVERFLOW'
			? [
					'431 Request Header Fields Too Large',
					'headers-too-large',
					`the headers have more than ${MOST_HEADER_BYTES} bytes`,
				]
			: error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
				? ['408 Request Timeout', 'request-timeout', 'the request did not come in time']
				: ['400 Bad Request', 'bad-request', 'that is not an HTTP request']
	const body = `${JSON.stringify({ error: { code, message } })}\n`
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
		() => socket.destroy(),
	)
}

function bound(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const failed = (error: Error) =>
			reject(
				new AgentError('usage', `${host}:${port} cannot be listened on: ${error.message}`, { cause: error }),
			)
		server.once('error', failed)
		server.listen({ host, port, backlog: BACKLOG }, () => {
			server.off('error', failed)
			resolve()
		})
	})
}

async function closed(server: Server, graceMs: number, stop: () => void): Promise<void> {
	const all = new Promise<void>(resolve => server.close(() => resolve()))
	stop()
	server.closeIdleConnections()
	const timer = setTimeout(() => server.closeAllConnections(), graceMs)
	await all
	clearTimeout(timer)
}

const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const KEEP_ALIVE_MS = 5_000
const MOST_HEADER_BYTES = 16 * 1024
const MOST_CONNECTIONS = 2_048
const BACKLOG = 511
const TENANT_RATE: Rate = { perSecond: 200, atOnce: 400 }
const STRANGERS_RATE: Rate = { perSecond: 20, atOnce: 100 }
