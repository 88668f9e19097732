// Connections that are opened before anything is asked: while a prompt is typed the server it goes to is looked up, reached
// and has shown its certificate, which from far away takes longer than all that happens here between Enter and the request.
// So it is for the first prompt, and for a later one once the server has closed what was idle.

import type { Agent } from 'node:http'
import type { Socket, TcpNetConnectOpts } from 'node:net'

export type EarlyConnections = {
	/** Opens one that the next new connection to this server is, unless there is one. That it fails shows in the request. */
	open(agent: Agent, url: URL): void
	/** One that no longer belongs to its agent, and over which the next request goes as long as it is open. */
	keeps(url: URL, socket: Socket): void
	/** From now on its requests take what waits for them. */
	serve(agent: Agent): void
	/** Such a connection may have been closed by the server, as one may that was used before. */
	isEarly(socket: Socket): boolean
}

type Connect = (options: TcpNetConnectOpts) => Socket

/** What the types leave out. Both kinds of agents make a connection from options alone, and hand it back. */
type ConnectingAgent = { createConnection: Connect; options: object }

export function createEarlyConnections(): EarlyConnections {
	const waiting = new Map<string, Socket>()
	const early = new WeakSet<Socket>()
	const kept = new Map<string, Set<Socket>>()
	const connects = new WeakMap<Agent, Connect>()

	function take(server: string): Socket | undefined {
		const socket = waiting.get(server)
		waiting.delete(server)
		if (!socket || socket.destroyed || socket.readableEnded) return undefined
		// Some say why they close one that nothing came over; that is no answer to anything.
		if (socket.readableLength > 0) {
			socket.destroy()
			return undefined
		}
		return socket.ref()
	}

	return {
		serve(agent) {
			const connecting = agent as unknown as ConnectingAgent
			const connect: Connect = connecting.createConnection.bind(agent)
			connects.set(agent, options => connect({ ...connecting.options, ...options }))
			connecting.createConnection = (...given) => take(serverOf(given[0])) ?? connect(...given)
		},
		open(agent, url) {
			const options = addressOf(url)
			const { host } = options
			const server = serverOf(options)
			const connect = connects.get(agent)
			if (!connect || waiting.has(server) || kept.has(server) || hasOne(agent, server)) return
			const isName = !/^[\d.]+$|:/.test(host)
			const socket = connect({ ...options, ...(isName && { servername: host }) })
			const forget = () => {
				if (waiting.get(server) !== socket) return
				waiting.delete(server)
				socket.destroy()
			}
			early.add(socket)
			waiting.set(server, socket)
			// It keeps no process from ending.
			socket.unref().once('close', forget).on('error', forget)
			setTimeout(forget, LONGEST_WAIT_MS).unref()
		},
		keeps(url, socket) {
			const server = serverOf(addressOf(url))
			const sockets = kept.get(server) ?? new Set()
			kept.set(server, sockets.add(socket))
			socket.once('close', () => {
				sockets.delete(socket)
				if (sockets.size === 0) kept.delete(server)
			})
		},
		isEarly: socket => early.has(socket),
	}
}

function addressOf(url: URL): { host: string; port: number } {
	const usual = url.protocol === 'https:' ? 443 : 80
	return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || usual) }
}

/** Used now or before. An agent's names for servers begin like ours. */
function hasOne({ sockets, freeSockets }: Agent, server: string): boolean {
	return [sockets, freeSockets].some(some => Object.keys(some).some(name => name.startsWith(`${server}:`)))
}

function serverOf({ host, port }: TcpNetConnectOpts): string {
	return `${host}:${port}`
}

/** Servers keep one that nothing comes over for a minute or less. */
const LONGEST_WAIT_MS = 30_000
