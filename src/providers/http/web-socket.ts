// Messages both ways over a connection that an HTTP request was upgraded to. The handshake goes through the same
// client as every other request: with its headers, and over a connection that is still good when the answer is no.

import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Sender } from 'ws'
import type { HttpResponse } from './http-fetch.ts'

/** @throws Error when there is to be none, with the reason; whatever `ask` throws goes through */
export async function openWebSocket(
	ask: (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>,
): Promise<WebSocketLine> {
	const key = randomBytes(16).toString('base64')
	const response = await ask({
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': key,
	})
	if (!response.upgraded) {
		await putAside(response)
		throw new UpgradeRefused(response.status)
	}
	const { socket, head } = response.upgraded
	if (response.headers.get('sec-websocket-accept') !== acceptOf(key)) {
		socket.destroy()
		throw new Error('the server agreed to something else')
	}
	// It may be lost while `ws` is being loaded.
	socket.on('error', () => {})
	return new WebSocketLine(socket, head, await import('ws'))
}

/** The server has answered, and the answer is no. */
export class UpgradeRefused extends Error {
	readonly status: number

	constructor(status: number) {
		super(`the server answered ${status} to the handshake`)
		this.status = status
	}
}

/** Text messages, handed out in the batches they came in. Ends for good when either side closes it. */
export class WebSocketLine {
	readonly #socket: Socket
	readonly #sender: Sender
	#heard: string[] = []
	#listener: (() => void) | undefined
	#ending: string | undefined

	constructor(
		socket: Socket,
		head: Uint8Array,
		{ Receiver, Sender }: Pick<typeof import('ws'), 'Receiver' | 'Sender'>,
	) {
		this.#socket = socket
		this.#sender = new Sender(socket, {})
		const receiver = new Receiver({ isServer: false })
		// A relay that sends text as binary says the same.
		receiver.on('message', (data: Buffer) => this.#hear(data.toString()))
		receiver.on('ping', (data: Buffer) => this.#sender.pong(data, true))
		receiver.on('conclude', (code: number) => this.#end(`the server closed it (${code})`))
		receiver.on('error', error => this.#end(`the server sent what is no WebSocket frame: ${error.message}`))
		socket.on('error', error => this.#end(`the connection broke: ${error.message}`))
		socket.on('close', () => this.#end('the connection was dropped'))
		receiver.write(head)
		socket.pipe(receiver)
		if (socket.destroyed) this.#end('the connection was dropped')
	}

	/** Why it is no longer open; undefined while it is. */
	get ending(): string | undefined {
		return this.#ending
	}

	/** Nothing has come that nobody asked for yet. */
	get isQuiet(): boolean {
		return this.#heard.length === 0
	}

	send(message: Uint8Array): void {
		this.#sender.send(message, { binary: false, compress: false, fin: true, mask: true })
	}

	/** What has come since the last time, at least one message; undefined when there will be no more. */
	async next(): Promise<readonly string[] | undefined> {
		if (this.#heard.length === 0 && this.#ending === undefined) {
			await new Promise<void>(resolve => {
				this.#listener = resolve
			})
		}
		const heard = this.#heard
		this.#heard = []
		return heard.length > 0 ? heard : undefined
	}

	/** Whether the process stays for it. */
	hold(isHeld: boolean): void {
		if (isHeld) this.#socket.ref()
		else this.#socket.unref()
	}

	/** @param why - for whoever waits for a message */
	close(why = 'it was left'): void {
		this.#end(why)
	}

	#hear(message: string): void {
		if (this.#ending !== undefined) return
		this.#heard.push(message)
		this.#listener?.()
	}

	#end(how: string): void {
		if (this.#ending !== undefined) return
		this.#ending = how
		if (this.#socket.writable) this.#sender.close(1000, '', true)
		// Whatever it still says is of no use; a server that does not hang up is not waited for.
		this.#socket.unpipe()
		this.#socket.destroySoon()
		this.#listener?.()
	}
}

/** What proves that the server understood: RFC 6455, section 1.3. */
function acceptOf(key: string): string {
	return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

/**
 * Read to its end, a refusal leaves its connection to the request that follows, which spares that a TLS handshake.
 * Without TLS there is nothing to spare, and a request that fails on a new connection fails for no old reason.
 */
async function putAside({ url, body }: HttpResponse): Promise<void> {
	if (!url.startsWith('https:')) return body.cancel()
	const timer = setTimeout(body.cancel, LONGEST_REFUSAL_MS)
	try {
		for await (const _ of body);
	} catch {
		// It has said what matters.
	} finally {
		clearTimeout(timer)
	}
}

const LONGEST_REFUSAL_MS = 200
