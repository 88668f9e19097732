// Answers: JSON with the headers that every one of them has.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Headers } from './refusal.ts'

/** For whatever is no page: nothing of it is to be run, framed, kept or guessed at. */
export const SECURITY_HEADERS: Headers = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Headers = {},
): void {
	if (response.headersSent || response.destroyed) return
	const text = `${JSON.stringify(body)}\n`
	response.writeHead(status, {
		...SECURITY_HEADERS,
		'Content-Type': 'application/json; charset=utf-8',
		'Content-Length': String(Buffer.byteLength(text)),
		...headers,
	})
	response.end(text)
}

/**
 * The same while the body of the request is still on its way: nobody reads it, and a connection that is taken down under
 * it would take the answer with it.
 */
export function sendEarly(
	request: IncomingMessage,
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Headers,
): void {
	if (response.headersSent || response.destroyed) return
	const text = `${JSON.stringify(body)}\n`
	response.writeHead(status, {
		...SECURITY_HEADERS,
		'Content-Type': 'application/json; charset=utf-8',
		'Content-Length': String(Buffer.byteLength(text)),
		...headers,
		Connection: 'close',
	})
	response.write(text)
	const timer = setTimeout(() => response.end(), LINGER_MS)
	response.once('close', () => clearTimeout(timer))
	request.once('end', () => response.end()).resume()
}

const LINGER_MS = 1_000
