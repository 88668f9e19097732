// Requests to models over the platform's own `fetch`, where there is no Node: in the shape that wires ask with.

import { joinedBytes, utf8Text } from '../../core/text/bytes.ts'
import type { HttpBody } from '../../providers/http/answer-body.ts'
import type { HttpFetch } from '../../providers/http/http-fetch.ts'
import { PlainHeaders } from '../../providers/http/http-headers.ts'

/**
 * Follows no redirect: a key must not travel to a host the user did not name. Where pages of other origins are asked, the
 * server has to allow it (CORS).
 */
export function webFetch(ask: typeof fetch): HttpFetch {
	return async (target, { method = 'GET', headers = [], body, signal } = {}) => {
		const sent = new PlainHeaders(headers)
		const response = await ask(String(target), {
			method,
			headers: [...sent],
			redirect: 'error',
			...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
			...(signal && { signal }),
		})
		const text = async () => {
			const chunks: Uint8Array[] = []
			for await (const chunk of received) chunks.push(chunk)
			return utf8Text(joinedBytes(chunks))
		}
		const received = bodyOf(response.body)
		return {
			ok: response.ok,
			status: response.status,
			statusText: response.statusText,
			url: response.url,
			headers: new PlainHeaders(response.headers),
			body: received,
			text,
			json: async () => JSON.parse(await text()),
		}
	}
}

/** Not every platform can iterate over a stream. */
function bodyOf(stream: ReadableStream<Uint8Array> | null): HttpBody {
	const reader = stream?.getReader()
	const cancel = () => void reader?.cancel().catch(() => undefined)
	return {
		cancel,
		[Symbol.asyncIterator]: () => ({
			async next() {
				const read = await reader?.read()
				return read && !read.done ? { done: false, value: read.value } : { done: true, value: undefined }
			},
			async return() {
				cancel()
				return { done: true, value: undefined }
			},
		}),
	}
}
