// Messages both ways over a connection that an HTTP request was upgraded to. The handshake goes through the same
// client as every other request: with its headers, and over a connection that is still good when the answer is no.

import { createHash, randomBytes } from 'node:crypto'
import type { Duplex, Writable } from 'node:stream'
import type { HttpResponse } from './http-fetch.ts'

/** @throws Error with words that follow the server's name, such as `answered 404 to the handshake` */
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
		throw new Error(`answered ${response.status} to the WebSocket handshake`)
	}
	const { socket, head } = response.upgraded
	if (response.headers.get('sec-websocket-accept') !== acceptOf(key)) {
		socket.destroy()
		throw new Error('agreed to something else than the WebSocket that was asked for')
	}
	return new WebSocketLine(socket, head, await frames())
}

/** Text messages, handed out in the batches they came in. Ends for good when either side closes it. */
export class WebSocketLine {
	readonly #socket: Duplex
	readonly #sender: Sender
	#heard: string[] = []
	#listener: (() => void) | undefined
	#ending: string | undefined

	constructor(socket: Duplex, head: Uint8Array, { Receiver, Sender }: Frames) {
		this.#socket = socket
		this.#sender = new Sender(socket, {})
		const receiver = new Receiver({ isServer: false })
		receiver.on('message', (data: Buffer, isBinary: boolean) => {
			if (!isBinary) this.#hear(data.toString())
		})
		receiver.on('ping', (data: Buffer) => this.#sender.pong(data, true))
		receiver.on('conclude', (code: number) => this.#end(`closed the WebSocket (${code})`))
		receiver.on('error', error => this.#end(`does not speak WebSocket: ${error.message}`))
		socket.on('error', error => this.#end(`broke the WebSocket off (${error.message})`))
		socket.on('close', () => this.#end('dropped the WebSocket'))
		receiver.write(head)
		socket.pipe(receiver)
	}

	/** How it ended, in words that follow the server's name; undefined while it is open. */
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
		const socket = this.#socket
		if ('ref' in socket && typeof socket.ref === 'function' && 'unref' in socket) {
			if (isHeld) socket.ref()
			else if (typeof socket.unref === 'function') socket.unref()
		}
	}

	close(): void {
		this.#end('was left')
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
		this.#socket.end(() => this.#socket.destroy())
		this.#listener?.()
	}
}

/** The half of `ws` that knows frames. It exports both, but its types leave them out. */
type Frames = {
	Receiver: new (options: { isServer: boolean }) => Writable
	Sender: new (socket: Duplex, extensions: object) => Sender
}

type Sender = {
	send(data: Uint8Array, frame: { binary: boolean; compress: boolean; fin: boolean; mask: boolean }): void
	pong(data: Uint8Array, mask: boolean): void
	close(code: number, reason: string, mask: boolean): void
}

async function frames(): Promise<Frames> {
	const { Receiver, Sender } = (await import('ws')) as unknown as Frames
	return { Receiver, Sender }
}

/** What proves that the server understood: RFC 6455, section 1.3. */
function acceptOf(key: string): string {
	return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

/** Read to its end, a refusal leaves its connection to the request that follows. One that goes on is left. */
async function putAside({ body }: HttpResponse): Promise<void> {
	const timer = setTimeout(() => body.cancel(), LONGEST_REFUSAL_MS)
	try {
		for await (const _ of body);
	} catch {
		// It has said what matters.
	} finally {
		clearTimeout(timer)
	}
}

const LONGEST_REFUSAL_MS = 200
