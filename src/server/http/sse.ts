// Server-sent events of one response. What a reader does not take is not kept for him: whoever writes waits, and a reader
// who takes nothing for too long is cut off.

import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './answers.ts'

export type SseMessage = { event?: string; data: string; id?: number }

export class EventStream {
	readonly #response: ServerResponse
	readonly #stallMs: number
	readonly #keepAlive: NodeJS.Timeout

	constructor(response: ServerResponse, { keepAliveMs = KEEP_ALIVE_MS, stallMs = STALL_MS } = {}) {
		this.#response = response
		this.#stallMs = stallMs
		response.writeHead(200, {
			...SECURITY_HEADERS,
			'Content-Type': 'text/event-stream; charset=utf-8',
			// A proxy that gathers before it passes on would make nothing of it.
			'X-Accel-Buffering': 'no',
		})
		response.write(`retry: ${RETRY_MS}\n\n`)
		this.#keepAlive = setInterval(() => {
			if (!response.writableNeedDrain) response.write(':\n\n')
		}, keepAliveMs)
		response.once('close', () => clearInterval(this.#keepAlive))
	}

	/** Resolves when there is room for more, or the reader is gone. */
	async write({ event, data, id }: SseMessage): Promise<void> {
		const response = this.#response
		if (response.destroyed || response.writableEnded) return
		// JSON has no line ends of its own.
		const text = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
		if (response.write(text)) return
		await new Promise<void>(resolve => {
			const timer = setTimeout(() => response.destroy(), this.#stallMs)
			const done = () => {
				clearTimeout(timer)
				response.off('drain', done).off('close', done)
				resolve()
			}
			response.once('drain', done).once('close', done)
		})
	}

	end(): void {
		clearInterval(this.#keepAlive)
		this.#response.end()
	}
}

/** What a client that lost us waits before it comes back. */
const RETRY_MS = 1_000
const KEEP_ALIVE_MS = 15_000
const STALL_MS = 30_000
