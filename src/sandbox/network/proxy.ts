// The only way out of a sandbox whose network asks: a proxy on a Unix socket that checks the name, asks about it,
// looks it up once, and connects to exactly the address it has checked.

import { lookup } from 'node:dns/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionDecision, HostPort } from '../../core/sandbox.ts'
import {
	isAllowedHost,
	isNamedHost,
	isPrivateAddress,
	isPrivateName,
	readHostPort,
} from '../../safety/sandbox/hosts.ts'

export type HostGate = {
	/** `sandbox.allowedHosts`: these are not asked about. */
	allowed: readonly string[]
	/** Called once for each host and port: a command that tries again is not a new question. */
	ask(target: HostPort): Promise<ConnectionDecision>
	/** Told once of each host that was not reached and why, in a sentence. Its client often says no more than "403". */
	refused?(why: string): void
	internet?: Internet
}

/** Stands in for the system's, where a test brings its own. */
export type Internet = {
	/** Addresses of a name. */
	resolve(host: string): Promise<readonly string[]>
	connect(address: string, port: number): Socket
}

export type SandboxProxy = { close(): void }

const CONNECT_MS = 30_000

/** @param path - of the socket, for one command; resolves once it can be connected to */
export async function startProxy(path: string, gate: HostGate): Promise<SandboxProxy> {
	const passes = createGate(gate)
	const tunnels = new Set<Duplex>()
	const server = createServer((request, response) => void forward(request, response, passes))
	server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
		tunnels.add(client)
		client.once('close', () => tunnels.delete(client))
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
			for (const client of tunnels) client.destroy()
		},
	}
}

/** @returns how to connect, or why not */
type Passes = (target: HostPort) => Promise<{ connect(): Socket } | { refused: string }>

function createGate({ allowed, ask, refused = () => {}, internet = SYSTEM }: HostGate): Passes {
	const answers = new Map<string, Promise<ConnectionDecision>>()
	const told = new Set<string>()
	const answerFor = (target: HostPort): Promise<ConnectionDecision> => {
		const key = nameOf(target)
		const answer = answers.get(key) ?? ask(target).catch(() => NOT_ASKED)
		answers.set(key, answer)
		return answer
	}
	const judge = async (target: HostPort): Promise<{ address: string } | { refused: string }> => {
		const isNamed = isNamedHost(target, allowed)
		// Before the question: a yes would not help.
		if (!isNamed && isPrivateName(target.host)) return { refused: ofThisNetwork(target) }
		const answer = isAllowedHost(target, allowed) ? YES : await answerFor(target)
		if (!answer.allowed) return { refused: `${nameOf(target)} is not allowed: ${answer.why}` }
		// Only now: who is asked for a name learns of it.
		const addresses = await internet.resolve(target.host).catch(() => [])
		if (addresses.length === 0) return { refused: `${target.host} has no address` }
		const address = addresses.find(each => isNamed || !isPrivateAddress(each))
		return address === undefined ? { refused: ofThisNetwork(target) } : { address }
	}
	return async target => {
		const found = await judge(target)
		if ('address' in found) return { connect: () => internet.connect(found.address, target.port) }
		if (!told.has(found.refused)) refused(found.refused)
		told.add(found.refused)
		return found
	}
}

const YES: ConnectionDecision = { allowed: true }
const NOT_ASKED: ConnectionDecision = { allowed: false, why: 'the question could not be put' }

const SYSTEM: Internet = {
	resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
	connect: (address, port) => connect({ host: address, port }),
}

function nameOf({ host, port }: HostPort): string {
	return `${host}:${port}`
}

function ofThisNetwork(target: HostPort): string {
	return `${nameOf(target)} is an address of this machine or its network; sandbox.allowedHosts can name it`
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
	// It may have gone away while somebody was asked.
	if (client.destroyed) return
	const upstream = passed.connect().setTimeout(CONNECT_MS)
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
	if (response.destroyed) return
	const upstream = httpRequest({
		// No pool: what is judged is each connection.
		createConnection: () => passed.connect().setTimeout(CONNECT_MS),
		method: request.method,
		path: `${url.pathname}${url.search}`,
		headers: { ...headers, host: url.host },
		timeout: CONNECT_MS,
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
