// A gateway that offers WebSockets in front of a server that has none: a message becomes a request, the events of
// its answer become messages. What a test tells the server to do is then seen through a socket.

import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseJson } from '../../../src/core/json.ts'
import { createSseDecoder } from '../../../src/providers/http/sse.ts'
import { type Loopback, startLoopback } from './loopback.ts'

export async function startSocketGateway(): Promise<Loopback> {
	const inner = await startLoopback()
	const open = new Set<Socket>()
	const sockets = new WebSocketServer({ noServer: true })
	const server = createServer((message, response) => {
		const asked = askInner(message, answer => {
			response.writeHead(answer.statusCode ?? 500, answer.headers)
			answer.pipe(response)
		})
		message.pipe(asked)
	})

	function askInner(message: IncomingMessage, answered: (answer: IncomingMessage) => void) {
		const { upgrade, connection, host, ...headers } = message.headers
		const asked = request(`${inner.url}${message.url}`, { method: 'POST', headers }, answered)
		return asked.on('error', () => message.socket.destroy())
	}

	server.on('connection', socket => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
	})
	server.on('upgrade', (message, socket, head) => {
		sockets.handleUpgrade(message, socket, head, client => {
			client.on('message', data => {
				const asked = askInner(message, answer => passOn(answer, client))
				client.once('close', () => asked.destroy())
				asked.end(data.toString())
			})
		})
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		...inner,
		url: `http://127.0.0.1:${port}`,
		port,
		close: async () => {
			for (const socket of open) socket.destroy()
			await new Promise<void>(resolve => server.close(() => resolve()))
			await inner.close()
		},
	}
}

async function passOn(answer: IncomingMessage, client: WebSocket): Promise<void> {
	const { statusCode: status = 500, headers } = answer
	const decoder = createSseDecoder()
	let text = ''
	let isOver = false
	const send = (events: ReturnType<typeof decoder.push>) => {
		for (const { data } of events) {
			client.send(data)
			isOver ||= /"type":"(?:response\.completed|error)"/.test(data)
		}
	}
	try {
		for await (const chunk of answer) {
			text += chunk
			if (status === 200) send(decoder.push(chunk))
		}
		if (status === 200) send(decoder.end())
		else client.send(JSON.stringify({ type: 'error', status, headers, ...Object(parseJson(text)) }))
	} catch {
		// Torn: so is the socket.
	}
	if (status === 200 && !isOver) client.terminate()
}
