// A connection to a provider's server, made one floor at a time: proxy or name and TCP, then TLS. Each floor is a step of
// its own, so that what does not hold is told by its name. Nothing but a CONNECT is sent.

import { access, constants } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { AgentError, messageOf } from '../../core/errors.ts'
import { type Endpoint, fromNetwork } from '../errors/map-error.ts'
import type { HttpProxy } from '../http/proxy.ts'
import { shownProxy } from '../http/proxy.ts'
import { openTunnel, proxyUnreachable } from '../http/proxy-tunnel.ts'
import { certificateWords, nameOf, namesIn, tlsTrouble } from '../http/tls-trouble.ts'
import { type Steps, type Verdict, within } from './step.ts'

export type Connecting = {
	url: URL
	endpoint: Endpoint
	proxy: HttpProxy | undefined
	env: Readonly<Record<string, string | undefined>>
	steps: Steps
	limitMs: number
}

/** @returns undefined when a step failed, which has been told; the socket is the caller's to destroy */
export async function connect(way: Connecting): Promise<Socket | undefined> {
	const plain = way.proxy ? await throughProxy(way, way.proxy) : await directly(way)
	if (way.url.protocol === 'http:') {
		way.steps.skip('tls', plain ? 'the base URL begins with http://' : NO_CONNECTION)
		return plain
	}
	if (!plain) way.steps.skip('tls', NO_CONNECTION)
	return plain && (await overTls(way, plain))
}

const NO_CONNECTION = 'there is no connection'

async function throughProxy(
	{ url, steps, limitMs }: Connecting,
	proxy: HttpProxy,
): Promise<Socket | undefined> {
	const attempt = await steps.attempt(
		'proxy',
		async (): Promise<Verdict<Socket>> => {
			const startedMs = performance.now()
			const reached = await within(limitMs, openTcp(hostOf(proxy.url), portOf(proxy.url), limitMs))
			const reachedMs = Math.round(performance.now() - startedMs)
			const text = `${shownProxy(proxy)} reached in ${reachedMs} ms`
			const details = { proxy: proxy.url.host, variable: proxy.variable, reached_ms: reachedMs }
			// What has no TLS is handed to it request by request.
			if (url.protocol === 'http:') return { text, value: reached, details }
			reached.destroy()
			const authority = `${hostOf(url)}:${portOf(url)}`
			const value = await openTunnel(proxy, authority, limitMs)
			return { text: `${text}; it answered 200 to CONNECT ${authority}`, value, details }
		},
		error =>
			error instanceof AgentError
				? error
				: proxyUnreachable(proxy, error instanceof Error ? error : new Error(messageOf(error))),
	)
	const isOpen = 'value' in attempt
	steps.skip('dns', isOpen ? `the proxy looks ${url.hostname} up` : 'the proxy does not let us through')
	steps.skip('tcp', isOpen ? 'the proxy makes the connection' : 'the proxy does not let us through')
	return isOpen ? attempt.value : undefined
}

type HostAddress = { address: string; family: number }

async function directly({ url, endpoint, steps, limitMs }: Connecting): Promise<Socket | undefined> {
	steps.skip('proxy', 'no variable names one for this address')
	const inWords = (error: unknown) => fromNetwork(error, endpoint)
	const addresses = await addressesOf(url, steps, limitMs, inWords)
	if (!addresses) {
		steps.skip('tcp', `there is no address of ${url.hostname}`)
		return undefined
	}
	const port = portOf(url)
	const attempt = await steps.attempt('tcp', () => firstOf(addresses, port, limitMs), inWords)
	return 'value' in attempt ? attempt.value : undefined
}

async function addressesOf(
	url: URL,
	steps: Steps,
	limitMs: number,
	inWords: (error: unknown) => AgentError,
): Promise<readonly HostAddress[] | undefined> {
	const host = hostOf(url)
	const family = process.getBuiltinModule('node:net').isIP(host)
	if (family !== 0) {
		steps.skip('dns', `${host} is an address`)
		return [{ address: host, family }]
	}
	const { lookup } = process.getBuiltinModule('node:dns/promises')
	const attempt = await steps.attempt(
		'dns',
		async () => {
			const found = await within(limitMs, lookup(host, { all: true }))
			const details = { addresses: found.map(({ address }) => address) }
			const count = [4, 6].map(each => `${found.filter(one => one.family === each).length} IPv${each}`)
			const shown = found.slice(0, SHOWN_ADDRESSES).map(({ address }) => address)
			const more = found.length > shown.length ? ', …' : ''
			return { text: `${host} is ${shown.join(', ')}${more} (${count.join(', ')})`, value: found, details }
		},
		inWords,
	)
	return 'value' in attempt ? attempt.value : undefined
}

const SHOWN_ADDRESSES = 4

/** One of each family is tried at once; the first to connect is kept, and both are told of. */
async function firstOf(
	addresses: readonly HostAddress[],
	port: number,
	limitMs: number,
): Promise<Verdict<Socket>> {
	const tried = [4, 6].flatMap(family => addresses.find(each => each.family === family) ?? [])
	const opened = await Promise.all(
		tried.map(async ({ address, family }) => {
			const shown = family === 6 ? `[${address}]:${port}` : `${address}:${port}`
			const startedMs = performance.now()
			return openTcp(address, port, limitMs).then(
				socket => ({ socket, shown, durationMs: Math.round(performance.now() - startedMs) }),
				error => ({ error, shown }),
			)
		}),
	)
	const good = opened.flatMap(each => ('socket' in each ? [each] : []))
	good.sort((one, other) => one.durationMs - other.durationMs)
	const [first, ...others] = good
	for (const { socket } of others) socket.destroy()
	if (!first) throw opened.flatMap(each => ('error' in each ? [each.error] : []))[0]
	const words = opened.map(each =>
		'socket' in each ? `${each.shown} in ${each.durationMs} ms` : `${each.shown} not (${codeIn(each.error)})`,
	)
	return { text: `connected to ${words.join(', ')}`, value: first.socket }
}

function codeIn(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
}

function openTcp(host: string, port: number, limitMs: number): Promise<Socket> {
	const { connect: open } = process.getBuiltinModule('node:net')
	return new Promise((resolve, reject) => {
		const socket = open({ host, port })
		socket.setTimeout(limitMs, () => {
			const error = Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' })
			socket.destroy(error)
		})
		socket.once('error', reject)
		socket.once('connect', () => {
			socket.setTimeout(0)
			// It may be lost while the next step is being told.
			socket.on('error', () => {})
			resolve(socket)
		})
	})
}

/** The certificate is judged after the handshake, so that one connection tells both what it is and what is wrong with it. */
async function overTls(
	{ url, endpoint, env, steps, limitMs }: Connecting,
	socket: Socket,
): Promise<Socket | undefined> {
	const attempt = await steps.attempt(
		'tls',
		async (): Promise<Verdict<Socket>> => {
			const secure = await within(limitMs, handshake(url, socket))
			const certificate = secure.getPeerCertificate()
			const isUnchecked = env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
			const trouble = secure.authorized ? undefined : String(secure.authorizationError)
			if (trouble !== undefined && !isUnchecked) {
				const words = certificateWords(trouble, url, certificate)
				throw new AgentError('config-invalid', `${url.host} ${words} (${trouble})`)
			}
			const version = secure.getProtocol() ?? 'TLS'
			const details = {
				version,
				issuer: nameOf(certificate.issuer),
				names: namesIn(certificate),
				valid_to: certificate.valid_to,
			}
			const about = `${version}, certificate for ${short(details.names)}, signed by ${details.issuer}, good until ${details.valid_to}`
			const unchecked =
				trouble === undefined ? '' : `; not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0 (${trouble})`
			return { text: `${about}${unchecked}${await ownIssuers(env)}`, value: secure, details }
		},
		async error => {
			const known = (await tlsTrouble(url, error)) ?? fromNetwork(error, endpoint)
			const own = await ownIssuers(env)
			return own === '' ? known : new AgentError(known.code, `${known.message}${own}`, { cause: error })
		},
	)
	if ('value' in attempt) return attempt.value
	socket.destroy()
	return undefined
}

function handshake(url: URL, socket: Socket): Promise<TLSSocket> {
	const { connect: secureOver } = process.getBuiltinModule('node:tls')
	const { isIP } = process.getBuiltinModule('node:net')
	const host = hostOf(url)
	return new Promise((resolve, reject) => {
		const secure = secureOver({
			socket,
			host,
			rejectUnauthorized: false,
			ALPNProtocols: ['http/1.1'],
			...(isIP(host) === 0 && { servername: host }),
		})
		secure.once('secureConnect', () => resolve(secure))
		secure.once('close', () =>
			reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })),
		)
		secure.on('error', reject)
	})
}

/** A wildcard certificate of a large site names hundreds. */
function short(names: string): string {
	const all = names.split(', ')
	return all.length > 3 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : names
}

async function ownIssuers({ NODE_EXTRA_CA_CERTS: path }: Connecting['env']): Promise<string> {
	if (!path) return ''
	const problem = await access(path, constants.R_OK).catch((error: Error) => error)
	return problem
		? `; NODE_EXTRA_CA_CERTS names ${path}, which cannot be read (${problem.message})`
		: `; NODE_EXTRA_CA_CERTS adds the issuers in ${path}`
}

function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[|\]$/g, '')
}

function portOf({ port, protocol }: URL): number {
	return Number(port || (protocol === 'https:' ? 443 : 80))
}
