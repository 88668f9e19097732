// The only way out of a sandbox whose network asks: a proxy on a Unix socket that checks the name, asks about it,
// looks it up once, and connects to exactly the address it has checked.

import { lookup } from 'node:dns/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
	type HostPort,
	isAllowedHost,
	isNamedHost,
	isPrivateAddress,
	readHostPort,
} from '../../tools/sandbox/hosts.ts'

export type HostGate = {
	/** `sandbox.allowedHosts`: these are not asked about. */
	allowed: readonly string[]
	ask(target: HostPort): Promise<'once' | 'session' | 'no'>
	/** Addresses of a name. Stands in for the system's, where a test brings its own. */
	resolve?(host: string): Promise<readonly string[]>
}

export type SandboxProxy = { close(): void }

const CONNECT_MS = 30_000

/** @param path - of the socket; resolves once it can be connected to */
export async function startProxy(path: string, gate: HostGate): Promise<SandboxProxy> {
	const passes = createGate(gate)
	const server = createServer((request, response) => void forward(request, response, passes))
	server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
		void tunnel(request.url ?? '', client, head, passes)
	})
	// A client that goes away in the middle is nothing to report.
	server.on('clientError', (_, socket) => socket.destroy())
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(path, resolve)
	})
	// The proxy lives as long as somebody needs it, not the other way round.
	server.unref()
	return {
		close: () => {
			server.close()
			server.closeAllConnections()
		},
	}
}

/** @returns the address to connect to, or why not */
type Passes = (target: HostPort) => Promise<{ address: string } | { refused: string }>

function createGate({ allowed, ask, resolve = systemResolve }: HostGate): Passes {
	const forSession = new Set<string>()
	const asking = new Map<string, Promise<'once' | 'session' | 'no'>>()
	const isWanted = async (target: HostPort): Promise<boolean> => {
		const key = `${target.host}:${target.port}`
		if (isAllowedHost(target, allowed) || forSession.has(key)) return true
		// A page loads ten things from one host at once: one question.
		const question = asking.get(key) ?? ask(target).finally(() => asking.delete(key))
		asking.set(key, question)
		const answer = await question.catch(() => 'no' as const)
		if (answer === 'session') forSession.add(key)
		return answer !== 'no'
	}
	return async target => {
		const shown = `${target.host}:${target.port}`
		if (!(await isWanted(target)))
			return { refused: `${shown} is not allowed; sandbox.allowedHosts can name it` }
		const addresses = await resolve(target.host).catch(() => [])
		if (addresses.length === 0) return { refused: `${target.host} has no address` }
		const isNamed = isNamedHost(target, allowed)
		const address = addresses.find(each => isNamed || !isPrivateAddress(each))
		if (address !== undefined) return { address }
		return {
			refused: `${shown} is an address of this machine or its network; sandbox.allowedHosts can name it`,
		}
	}
}

async function systemResolve(host: string): Promise<readonly string[]> {
	return (await lookup(host, { all: true })).map(({ address }) => address)
}

async function tunnel(authority: string, client: Duplex, head: Buffer, passes: Passes): Promise<void> {
	client.on('error', () => client.destroy())
	const target = readHostPort(authority)
	const passed = target
		? await passes(target)
		: { refused: `${JSON.stringify(authority)} is no host and port` }
	if (!target || 'refused' in passed) {
		client.end(refusal('refused' in passed ? passed.refused : ''))
		return
	}
	const upstream = connect({ host: passed.address, port: target.port, timeout: CONNECT_MS })
	upstream.once('connect', () => {
		upstream.setTimeout(0)
		client.write('HTTP/1.1 200 Connection established\r\n\r\n')
		upstream.write(head)
		upstream.pipe(client)
		client.pipe(upstream)
	})
	endTogether(client, upstream)
}

function endTogether(client: Duplex, upstream: Socket): void {
	upstream.once('timeout', () => upstream.destroy())
	upstream.once('error', () => client.destroy())
	upstream.once('close', () => client.destroy())
	client.once('close', () => upstream.destroy())
}

/** Plain HTTP: the client sends the whole address in the first line. */
async function forward(request: IncomingMessage, response: ServerResponse, passes: Passes): Promise<void> {
	const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
	const target = url?.protocol === 'http:' ? readHostPort(url.host, 80) : undefined
	const passed = target ? await passes(target) : { refused: 'only http:// addresses and CONNECT pass' }
	if (!url || !target || 'refused' in passed) {
		response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' })
		response.end(`keelson: ${'refused' in passed ? passed.refused : ''}\n`)
		return
	}
	const { 'proxy-connection': _, 'proxy-authorization': __, connection: ___, ...headers } = request.headers
	const upstream = httpRequest({
		host: passed.address,
		port: target.port,
		method: request.method,
		path: `${url.pathname}${url.search}`,
		headers: { ...headers, host: url.host },
		timeout: CONNECT_MS,
		// No pool: what is asked about is each connection.
		agent: false,
	})
	upstream.once('response', answer => {
		response.writeHead(answer.statusCode ?? 502, answer.headers)
		answer.pipe(response)
	})
	upstream.once('timeout', () => upstream.destroy(new Error('no answer in time')))
	upstream.once('error', error => {
		if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
		response.end(`keelson: ${error.message}\n`)
	})
	response.once('close', () => upstream.destroy())
	request.pipe(upstream)
}

function refusal(reason: string): string {
	const body = `keelson: ${reason}\n`
	return `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
