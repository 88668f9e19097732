// One request to the web: the name is looked up once, what it stands for is judged, and only that is connected to, so that
// a name cannot mean one thing when it is judged and another when it is used.

import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { AgentError, messageOf } from '../../core/errors.ts'
import { ProblemError, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { hostText, isForbidden, reachable, type WebAddress } from './web-address.ts'

export type WebNetwork = {
	/** Who asks. */
	userAgent: string
	/** `fetch.allowedHosts`. */
	allowedHosts: readonly string[]
	/** The way through the proxy that the environment names for an address. Left out, there is none. */
	proxyRoute?: ((url: URL) => Promise<ProxyRoute | undefined>) | undefined
	/** Stands in for the machine's, where a test brings its own. */
	internet?: WebInternet | undefined
	limits?: Partial<WebLimits>
}

/** What of a request is different. `address`: the proxy's own, where it is asked for the page itself. */
export type ProxyRoute = {
	address?: string
	options: Pick<RequestOptions, 'agent' | 'path'> & { headers?: OutgoingHttpHeaders }
}

export type WebInternet = {
	/** Addresses of a name. */
	resolve(host: string): Promise<readonly string[]>
	connect(address: string, port: number): Socket
}

/** `totalMs`: of one page, redirects included. `bodyBytes`: over the wire, and once more decompressed. */
export type WebLimits = { connectMs: number; totalMs: number; bodyBytes: number }

export const WEB_LIMITS: WebLimits = { connectMs: 10_000, totalMs: 30_000, bodyBytes: 5 * 1024 * 1024 }

/** A page that cannot be had, and why in a whole sentence. */
export class WebFailure extends ProblemError {}

export type WebOrder = {
	method?: 'GET' | 'POST'
	headers?: Readonly<Record<string, string>>
	body?: string
}

/**
 * @returns the answer whatever its status, the body unread
 * @throws WebFailure
 */
export async function askWeb(
	address: WebAddress,
	network: WebNetwork,
	signal: AbortSignal,
	order: WebOrder = {},
): Promise<IncomingMessage> {
	if (isForbidden(address, network.allowedHosts)) throw new WebFailure(forbidden(address))
	const connectMs = network.limits?.connectMs ?? WEB_LIMITS.connectMs
	const connecting = new AbortController()
	const late = new WebFailure(
		problem`${hostText(address)} did not accept a connection within ${connectMs / 1000} s.`,
	)
	const timer = setTimeout(() => connecting.abort(late), connectMs)
	try {
		const until = AbortSignal.any([signal, connecting.signal])
		const way = await wayTo(address, network, until)
		const headers = { ...headersOf(order, network), ...way.options.headers }
		const options = { ...way.options, method: order.method ?? 'GET', headers, signal: until }
		return await send({ target: way.address ?? address.url.href, options, body: order.body }, () =>
			clearTimeout(timer),
		)
	} catch (error) {
		if (signal.aborted) throw signal.reason
		if (connecting.signal.aborted) throw late
		if (error instanceof WebFailure) throw error
		// The proxy's doing, in a sentence of its own.
		if (error instanceof AgentError) throw new WebFailure(problem`${error.message}.`)
		throw new WebFailure(problem`${hostText(address)} could not be reached: ${inWords(error)}.`)
	} finally {
		clearTimeout(timer)
	}
}

type Way = { address?: string; options: RequestOptions & { headers?: OutgoingHttpHeaders } }

/** @returns how to connect */
async function wayTo(address: WebAddress, network: WebNetwork, signal: AbortSignal): Promise<Way> {
	const { url, host, port } = address
	const route = await network.proxyRoute?.(url)
	const found = await unlessAborted(lookUp(host, network), signal).catch((error: unknown) => {
		// Behind a proxy names may be known to it alone.
		if (route) return []
		throw error
	})
	const addresses = reachable(address, found, network.allowedHosts)
	if (addresses.length === 0 && (found.length > 0 || !route)) throw new WebFailure(forbidden(address))
	// What the name means is looked up by the proxy then, and is its network's affair.
	if (route) return route
	const { connect } = process.getBuiltinModule('node:net')
	const lookup = pinned(addresses)
	const open = () =>
		network.internet
			? network.internet.connect(addresses[0]!, port)
			: connect({ host, port, lookup, autoSelectFamily: true })
	if (url.protocol === 'http:') return { options: { createConnection: open } }
	const servername = isIP(host) ? {} : { servername: host }
	const tls = process.getBuiltinModule('node:tls')
	const secured = () => tls.connect({ socket: open(), ALPNProtocols: ['http/1.1'], ...servername })
	return { options: { createConnection: secured } }
}

async function lookUp(host: string, { internet }: WebNetwork): Promise<readonly string[]> {
	if (isIP(host)) return [host]
	if (internet) return internet.resolve(host)
	const found = await process.getBuiltinModule('node:dns').promises.lookup(host, { all: true })
	return found.map(({ address }) => address)
}

type Lookup = NonNullable<RequestOptions['lookup']>

function pinned(addresses: readonly string[]): Lookup {
	const all = addresses.map(address => ({ address, family: isIP(address) }))
	return (_name, options, done) => {
		const [first] = all
		if (!first) return done(new Error('it has no address'), '', 4)
		if (options.all) done(null, all)
		else done(null, first.address, first.family)
	}
}

function headersOf({ headers }: WebOrder, { userAgent }: WebNetwork): OutgoingHttpHeaders {
	return { 'user-agent': userAgent, connection: 'close', ...headers }
}

function send(
	{ target, options, body }: { target: string; options: RequestOptions; body: string | undefined },
	connected: () => void,
): Promise<IncomingMessage> {
	const isSecure = target.startsWith('https:')
	const { request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http')
	return new Promise((resolve, reject) => {
		const asked = request(target, options)
		asked.once('socket', socket => {
			if (!isSecure && !socket.connecting) connected()
			else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
		})
		asked.once('response', response => {
			connected()
			resolve(response)
		})
		// Also afterwards: what breaks while the body is read is told by the body.
		asked.on('error', reject)
		asked.end(body)
	})
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason)
		if (signal.aborted) {
			// Nobody hears of it any more, and a rejection that nobody hears of ends the process.
			promise.catch(() => undefined)
			return stop()
		}
		signal.addEventListener('abort', stop, { once: true })
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
	})
}

export function forbidden(address: WebAddress): Problem {
	return problem`${hostText(address)} is an address of this machine or its network. ${ALLOWED_HOSTS}.`
}

const ALLOWED_HOSTS = {
	told: 'It can be fetched once the user has named it in the setting fetch.allowedHosts',
	cause: 'The setting fetch.allowedHosts can name it',
}

function inWords(error: unknown): string {
	const [first = error] = error instanceof AggregateError ? error.errors : []
	const code = first instanceof Error && 'code' in first ? String(first.code) : ''
	const [line = ''] = messageOf(first).split('\n')
	// OpenSSL adds the line of its own source.
	const said = line.replace(/:\.\.\/[^ ]*:\d+:$/, '')
	return WORDS.find(([pattern]) => pattern.test(code))?.[1].replace('%', said) ?? said
}

const WORDS: readonly (readonly [code: RegExp, words: string])[] = [
	[/^ENOTFOUND$/, 'there is no host of that name'],
	[/^EAI_/, 'names cannot be looked up at the moment'],
	[/^ECONNREFUSED$/, 'nothing listens there'],
	[/^(?:ECONNRESET|EPIPE)$/, 'it closed the connection without an answer'],
	[/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'there is no way to its network'],
	[/^ETIMEDOUT$/, 'it did not answer'],
	[/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/, 'its certificate cannot be trusted (%)'],
	[/^(?:EPROTO|ERR_SSL_)/, 'it does not speak TLS there (%)'],
	[/^HPE_/, 'its answer is no HTTP (%)'],
]
