// The body of an answer, decompressed as it comes. Nothing compressed is asked for; gateways compress all the same.

import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { AgentError } from '../../core/errors.ts'

/**
 * @returns what the server has to say, piece by piece: what a piece decompresses to is not held back for the next one
 * @throws AgentError `bad-request` for a way to compress that nobody here knows
 */
export function decompressed(message: IncomingMessage): Readable {
	const applied = (message.headers['content-encoding'] ?? '')
		.toLowerCase()
		.split(',')
		.map(each => each.trim())
		.filter(each => each !== '' && each !== 'identity')
	// The last that was applied is undone first.
	return applied.reverse().reduce<Readable>((source, name) => undo(source, name), message)
}

function undo(source: Readable, name: string): Transform {
	const decoder = decoderOf(name)
	if (!decoder) {
		source.destroy()
		throw new AgentError('bad-request', `the answer is compressed as ${name}, which cannot be read`)
	}
	source.once('error', error => decoder.destroy(error))
	decoder.once('close', () => source.destroy())
	return source.pipe(decoder)
}

function decoderOf(name: string): Transform | undefined {
	const zlib = process.getBuiltinModule('node:zlib')
	switch (name) {
		case 'gzip':
		case 'x-gzip':
			return zlib.createGunzip()
		case 'deflate':
			return zlib.createInflate()
		case 'br':
			return zlib.createBrotliDecompress()
		case 'zstd':
			// Node 20 has none.
			return 'createZstdDecompress' in zlib ? zlib.createZstdDecompress() : undefined
		default:
			return undefined
	}
}
