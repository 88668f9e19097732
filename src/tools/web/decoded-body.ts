// The body of an answer, decompressed and bounded: neither more bytes than the limit come over the wire, nor do more come
// out of them.

import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** `isCut`: there was more. */
export type Body = { bytes: Buffer; isCut: boolean }

/** What `decodeBody` can undo, for the request. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/**
 * @param encoding - `content-encoding`, as it came
 * @throws Error when it cannot be decoded or breaks off
 */
export async function decodeBody(
	source: AsyncIterable<Uint8Array>,
	encoding: string | undefined,
	limitBytes: number,
): Promise<Body> {
	const names = (encoding ?? '')
		.toLowerCase()
		.split(',')
		.map(each => each.trim())
	const applied = names.filter(name => name !== '' && name !== 'identity')
	const unknown = applied.find(name => !DECODERS.has(name))
	if (unknown !== undefined || applied.length > 2)
		throw new Error(`its body is encoded as ${applied.join(', ')}, which cannot be read`)
	let stream: AsyncIterable<Uint8Array> = bounded(source, limitBytes)
	// The last that was applied is undone first.
	for (const name of applied.reverse()) stream = decoded(stream, name)
	return collect(stream, limitBytes)
}

const DECODERS = new Map<string, (first: Uint8Array) => Transform>([
	['gzip', () => createGunzip()],
	['x-gzip', () => createGunzip()],
	['br', () => createBrotliDecompress()],
	// Half of the servers leave the header of zlib out.
	['deflate', first => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw())],
])

/** What comes over the wire for more than the limit is no page. */
async function* bounded(source: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
	let seenBytes = 0
	for await (const chunk of source) {
		yield chunk
		seenBytes += chunk.length
		if (seenBytes > limitBytes) return
	}
}

async function* decoded(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
	const iterator = source[Symbol.asyncIterator]()
	const first = await iterator.next()
	if (first.done) return
	const decoder = DECODERS.get(name)!(first.value)
	async function* rest() {
		yield first.value
		for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) yield chunk
	}
	const input = Readable.from(rest(), { objectMode: false })
	input.once('error', error => decoder.destroy(error))
	try {
		yield* input.pipe(decoder)
	} finally {
		// The reader has enough: what has not been decompressed yet never is.
		input.destroy()
		decoder.destroy()
		await iterator.return?.()
	}
}

async function collect(stream: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Body> {
	const chunks: Uint8Array[] = []
	let sizeBytes = 0
	for await (const chunk of stream) {
		chunks.push(chunk)
		sizeBytes += chunk.length
		if (sizeBytes > limitBytes) return { bytes: Buffer.concat(chunks).subarray(0, limitBytes), isCut: true }
	}
	return { bytes: Buffer.concat(chunks), isCut: false }
}
