// A tiny HTTP server on this machine that answers as a test tells it to, and remembers what it was asked.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: IncomingMessage['headers']; text: string }
export type Answer = (response: ServerResponse, asked: Asked) => void | Promise<void>

export type Loopback = {
	readonly url: string
	readonly port: number
	readonly asked: readonly Asked[]
	/** Answers are used up in order; the last one stays. */
	answerWith(...answers: Answer[]): void
	close(): Promise<void>
}

export async function startLoopback(): Promise<Loopback> {
	const asked: Asked[] = []
	let answers: readonly Answer[] = []
	const server = createServer(async (request, response) => {
		if (request.headers.upgrade) return void response.writeHead(404).end()
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const seen = { path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() }
		asked.push(seen)
		const [answer, ...later] = answers
		if (later.length > 0) answers = later
		await answer?.(response, seen)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		asked,
		answerWith: (...given) => {
			answers = given
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

/** An event stream, whole. */
export function streams(text: string | Uint8Array): Answer {
	return response => {
		response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
	}
}

/** An event stream that stays open after what it says. */
export function streamsOn(text: string): Answer {
	return response => {
		response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
	}
}

export function refuses(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
	const text = typeof body === 'string' ? body : JSON.stringify(body)
	const type = typeof body === 'string' ? 'text/html' : 'application/json'
	return response => {
		response.writeHead(status, { 'content-type': type, ...headers }).end(text)
	}
}
