// A stdio transport that ends in order: when stdin has ended, what was asked is still answered before it closes. As long as
// that takes, the client is looked for: one that is gone ends it.

import { Readable } from 'node:stream'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

export type AnsweringTransport = {
	transport: StdioServerTransport
	/** Fires when nothing more comes in: whoever is asked now cannot answer. */
	inputEnded: AbortSignal
}

export function answeringTransport(stdin: Readable, lookEveryMs = LOOK_EVERY_MS): AnsweringTransport {
	const inputEnded = new AbortController()
	const unanswered = new Set<unknown>()
	let noneLeft = () => {}
	const answered = (id: unknown) => {
		if (unanswered.delete(id) && unanswered.size === 0) noneLeft()
	}

	/** For the transport it ends when everything is answered. */
	async function* heldOpen(): AsyncGenerator<Buffer> {
		yield* stdin
		// What came last is read by then.
		await new Promise(setImmediate)
		inputEnded.abort()
		if (unanswered.size === 0) return
		let number = 0
		const look = setInterval(() => {
			const ping: JSONRPCMessage = { jsonrpc: '2.0', id: `there-${++number}`, method: 'ping' }
			// The transport closes itself over a pipe that nobody reads.
			transport.send(ping).catch(() => undefined)
		}, lookEveryMs)
		try {
			await new Promise<void>(resolve => {
				noneLeft = resolve
			})
		} finally {
			clearInterval(look)
		}
	}

	const transport = new StdioServerTransport(Readable.from(heldOpen()))
	// Heard before the server: it keeps what is there when it connects.
	transport.onmessage = message => {
		if (isJSONRPCRequest(message)) unanswered.add(message.id)
		// To what was cancelled there is no answer.
		else if ('method' in message && message.method === 'notifications/cancelled')
			answered(message.params?.requestId)
	}
	const send = transport.send.bind(transport)
	transport.send = async message => {
		await send(message)
		if (!('method' in message) && 'id' in message) answered(message.id)
	}
	return { transport, inputEnded: inputEnded.signal }
}

const LOOK_EVERY_MS = 1_000
