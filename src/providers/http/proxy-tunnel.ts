// A tunnel through a proxy: what is sent to a server over TLS goes through it unread (CONNECT, RFC 9110 section 9.3.6).
// What the proxy refuses is told as the proxy's doing.

import type { IncomingMessage } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { AgentError } from '../../core/errors.ts'
import { type HttpProxy, proxyAuthorization, shownProxy } from './proxy.ts'

/** Keeps its connections open between requests, each to the one server it was opened for. */
export function createTunnelAgent(proxy: HttpProxy, connectTimeoutMs: number): HttpsAgent {
	const { Agent } = process.getBuiltinModule('node:https')
	const agent = new Agent({ keepAlive: true })
	Object.assign(agent, {
		createConnection(options: ConnectionOptions, callback: (error: Error | null, socket?: Socket) => void) {
			openTunnel(proxy, `${options.host}:${options.port}`, connectTimeoutMs).then(
				socket => {
					const { host = '' } = options
					const { connect } = process.getBuiltinModule('node:tls')
					const servername =
						options.servername ?? (process.getBuiltinModule('node:net').isIP(host) ? '' : host)
					callback(null, connect({ ...options, socket, servername }))
				},
				error => callback(error),
			)
		},
	})
	return agent
}

/** @throws AgentError `config-invalid` for what the proxy refuses, `connection-lost` when it cannot be reached or reaches nobody */
export function openTunnel(proxy: HttpProxy, authority: string, timeoutMs: number): Promise<Socket> {
	const { request } = process.getBuiltinModule(proxy.url.protocol === 'https:' ? 'node:https' : 'node:http')
	const authorization = proxyAuthorization(proxy)
	return new Promise((resolve, reject) => {
		const asked = request({
			host: proxy.url.hostname.replace(/^\[|\]$/g, ''),
			port: proxy.url.port || (proxy.url.protocol === 'https:' ? 443 : 80),
			method: 'CONNECT',
			path: authority,
			agent: false,
			headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
		})
		const timer = setTimeout(
			() => asked.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
			timeoutMs,
		).unref()
		asked.once('connect', (message, socket) => {
			clearTimeout(timer)
			if (message.statusCode === 200) return resolve(socket)
			socket.destroy()
			reject(proxyRefusal(proxy, message, authority))
		})
		// Some answer a CONNECT like any other request.
		asked.once('response', message => {
			clearTimeout(timer)
			asked.destroy()
			reject(proxyRefusal(proxy, message, authority))
		})
		asked.once('error', error => {
			clearTimeout(timer)
			reject(proxyUnreachable(proxy, error))
		})
		asked.end()
	})
}

/** The answer of a proxy in words that say what to do about it. */
export function proxyRefusal(
	proxy: HttpProxy,
	{
		statusCode = 0,
		statusMessage = '',
		headers,
	}: Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'>,
	target: string,
): AgentError {
	const shown = shownProxy(proxy)
	if (statusCode === 407) {
		const wanted = [headers['proxy-authenticate'] ?? []].flat().join(', ')
		if (wanted !== '' && !/\bbasic\b/i.test(wanted)) {
			const [scheme] = wanted.split(/[ ,]/)
			const advice = 'a proxy of your own on this machine that does can stand in between'
			return new AgentError(
				'config-invalid',
				`${shown} wants a login by ${scheme}, which is not spoken here; ${advice}`,
			)
		}
		const has = proxyAuthorization(proxy)
			? 'does not take the name and password in it'
			: 'wants a name and a password'
		const { protocol, host } = proxy.url
		return new AgentError(
			'config-invalid',
			`${shown} ${has}; it is written ${protocol}//NAME:PASSWORD@${host}`,
		)
	}
	const answer = `${statusCode} ${statusMessage}`.trim()
	if (statusCode >= 500)
		return new AgentError('connection-lost', `${shown} cannot reach ${target}: ${answer}`)
	const advice = `ask who runs it, or name the host in NO_PROXY`
	return new AgentError('config-invalid', `${shown} lets nothing through to ${target}: ${answer}; ${advice}`)
}

export function proxyUnreachable(proxy: HttpProxy, error: Error): AgentError {
	const code = 'code' in error ? String(error.code) : ''
	const wrong = MISCONFIGURED.find(([pattern]) => pattern.test(code))?.[1]
	if (wrong !== undefined)
		return new AgentError('config-invalid', `${shownProxy(proxy)} ${wrong} (${code})`, { cause: error })
	const words = UNREACHABLE.get(code) ?? `could not be asked: ${error.message}`
	return new AgentError('connection-lost', `${shownProxy(proxy)} ${words}`, { cause: error })
}

/** What another try would not change. */
const MISCONFIGURED: readonly (readonly [code: RegExp, words: string])[] = [
	[
		/CERT|SELF_SIGNED|UNABLE_TO_/,
		'has a certificate that is not trusted; NODE_EXTRA_CA_CERTS names a file with your own issuers',
	],
	[/^ERR_SSL|^EPROTO/, 'does not speak TLS; write its address with http://'],
	[/^HPE_/, 'does not speak HTTP'],
]

const UNREACHABLE: ReadonlyMap<string, string> = new Map([
	['ECONNREFUSED', 'refused the connection'],
	['ECONNRESET', 'closed the connection'],
	['ENOTFOUND', 'is not a host that can be found'],
	['EAI_AGAIN', 'could not be looked up: the name server does not answer'],
	['EHOSTUNREACH', 'cannot be reached'],
	['ENETUNREACH', 'cannot be reached'],
])
