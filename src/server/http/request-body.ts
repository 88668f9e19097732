// The body of a request, as JSON, and not more of it than is good.

import type { IncomingMessage } from 'node:http'
import { type JsonValue, parseJson } from '../../core/json.ts'
import { Refusal } from './refusal.ts'

export const MOST_BODY_BYTES = 2 * 1024 * 1024

/** @throws Refusal `unsupported-media-type`, `body-too-large`, `bad-request` */
export async function readJson(request: IncomingMessage): Promise<JsonValue> {
	const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
	if (type !== 'application/json')
		throw new Refusal(
			'unsupported-media-type',
			`the body is ${type ?? 'of no type'}; send JSON with Content-Type: application/json`,
		)
	const encoding = request.headers['content-encoding']
	if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
		throw new Refusal(
			'unsupported-media-type',
			`the body is encoded as ${encoding.slice(0, 40)}; send it as it is, without Content-Encoding`,
		)
	const declared = Number(request.headers['content-length'] ?? 0)
	if (declared > MOST_BODY_BYTES) throw tooLarge(declared)
	const bytes = await bytesOf(request)
	const text = textOf(bytes)
	if (text === undefined) throw new Refusal('bad-request', 'the body is not UTF-8')
	if (isDeeperThan(MOST_DEPTH, text))
		throw new Refusal('bad-request', `the body is nested more than ${MOST_DEPTH} levels deep`)
	const json = parseJson(text)
	if (json === undefined)
		throw new Refusal(
			'bad-request',
			bytes.length === 0 ? 'the body is empty; it has to be JSON' : 'the body is not JSON',
		)
	return json
}

/** Not by iterating: whoever leaves that early takes the connection down, and with it the answer. */
function bytesOf(request: IncomingMessage): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = []
		let bytes = 0
		const take = (chunk: Buffer) => {
			bytes += chunk.length
			if (bytes <= MOST_BODY_BYTES) return void chunks.push(chunk)
			request.off('data', take)
			reject(tooLarge(bytes))
		}
		request.on('data', take)
		request.once('end', () => resolve(Buffer.concat(chunks)))
		request.once('error', reject)
		request.once('close', () => reject(new Refusal('bad-request', 'the body did not come whole')))
	})
}

function textOf(bytes: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		return undefined
	}
}

/** Whoever goes through a value as deep as a body is long runs out of stack. */
function isDeeperThan(most: number, json: string): boolean {
	let depth = 0
	for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
		if (token === '[' || token === '{') depth++
		else if (token === ']' || token === '}') depth--
		if (depth > most) return true
	}
	return false
}

const MOST_DEPTH = 128

function tooLarge(bytes: number): Refusal {
	return new Refusal(
		'body-too-large',
		`the body has ${bytes} bytes or more; at most ${MOST_BODY_BYTES} are taken`,
	)
}
