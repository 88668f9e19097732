// The body of an answer, piece by piece, and what becomes of its connection when the reader leaves before the end.

import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Read once. Leaving the loop early frees the connection: for the next request if the answer ends soon, else for good. */
export type HttpBody = AsyncIterable<Uint8Array> & { cancel(): void }

/** Resolves when a connection can be used again, or when that takes too long to be waited for. */
export type WhenFree = () => Promise<void>

/**
 * @param onLeave - called when the reader has left the answer before its end
 * @throws AgentError `bad-request` for a way to compress that nobody here knows
 */
export async function openBody(
	{ request, message }: { request: ClientRequest; message: IncomingMessage },
	onLeave: (whenFree: WhenFree) => void,
): Promise<HttpBody> {
	const source = await sourceOf(message)
	const leave = () => {
		if (!source.readableEnded && !message.destroyed) onLeave(letGo({ request, message, source }))
	}
	return {
		[Symbol.asyncIterator]: () => piecesOf(source, leave),
		cancel: () => void message.destroy(),
	}
}

/** What decompresses is loaded for an answer that is compressed. */
async function sourceOf(message: IncomingMessage): Promise<Readable> {
	if (message.headers['content-encoding'] === undefined) return message
	const { decompressed } = await import('./decompress.ts')
	return decompressed(message)
}

/** By hand and not as a generator over the stream's own: those make a dozen promises for each piece. */
function piecesOf(source: Readable, leave: () => void): AsyncIterator<Uint8Array, undefined> {
	let waiting:
		| { resolve(next: IteratorResult<Uint8Array, undefined>): void; reject(error: unknown): void }
		| undefined
	let failure: Error | undefined
	const settle = () => {
		if (!waiting) return
		const piece: Uint8Array | null = source.read()
		const { resolve, reject } = waiting
		if (piece) resolve({ done: false, value: piece })
		else if (failure) reject(failure)
		else if (source.readableEnded) resolve(END)
		else if (source.closed) reject(new Error('the connection was closed before the answer was complete'))
		else return
		waiting = undefined
	}
	source.on('readable', settle)
	source.on('end', settle)
	source.on('error', error => {
		failure = error
		settle()
	})
	source.on('close', () => {
		if (!source.readableEnded)
			failure ??= new Error('the connection was closed before the answer was complete')
		settle()
	})
	return {
		next: () =>
			new Promise((resolve, reject) => {
				waiting = { resolve, reject }
				settle()
			}),
		return: async () => {
			source.off('readable', settle)
			leave()
			return END
		},
	}
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * The reader has what it wanted. Most servers end the answer in the same breath; then the connection can be
 * used again, which saves a TLS handshake a turn. Nothing waits for it but the next request, not even the end of the
 * process.
 */
function letGo({
	request,
	message,
	source,
}: {
	request: ClientRequest
	message: IncomingMessage
	source: Readable
}): WhenFree {
	const timer = message.complete ? undefined : setTimeout(() => message.destroy(), 1_000).unref()
	// Node says so when it puts the connection back, which takes it a moment even for an answer that is here whole.
	const free = new Promise<void>(resolve => {
		// Behind a whole answer the server may have closed it already, and nobody says so twice.
		if (request.closed) resolve()
		else request.once('close', resolve)
	}).then(() => clearTimeout(timer))
	source.on('error', () => {})
	message.socket.unref()
	source.resume()
	return () =>
		new Promise(resolve => {
			// What came while this process was busy is read before the patience for it ends.
			const patience = setTimeout(setImmediate, BREATH_MS, resolve)
			void free.then(() => {
				clearTimeout(patience)
				resolve()
			})
		})
}

const BREATH_MS = 10
