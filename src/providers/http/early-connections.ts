// Connections that are opened before anything is asked: while a prompt is typed the server it goes to is looked up, reached
// and has shown its certificate, which from far away takes longer than all that happens here between Enter and the request.

import type { Agent } from 'node:http'
import type { Socket, TcpNetConnectOpts } from 'node:net'

export type EarlyConnections = {
	/** Opens one that the next new connection to this server is, unless one waits already. That it fails shows in the request. */
	open(agent: Agent, url: URL): void
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
			const isSecure = url.protocol === 'https:'
			const host = url.hostname.replace(/^\[|\]$/g, '')
			const options = { host, port: Number(url.port || (isSecure ? 443 : 80)) }
			const server = serverOf(options)
			const connect = connects.get(agent)
			if (!connect || waiting.has(server)) return
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
		isEarly: socket => early.has(socket),
	}
}

function serverOf({ host, port }: TcpNetConnectOpts): string {
	return `${host}:${port}`
}

/** Servers keep one that nothing comes over for a minute or less. */
const LONGEST_WAIT_MS = 30_000
