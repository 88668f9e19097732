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
	const declared = Number(request.headers['content-length'] ?? 0)
	if (declared > MOST_BODY_BYTES) throw tooLarge(declared)
	const chunks: Buffer[] = []
	let bytes = 0
	for await (const chunk of request) {
		bytes += (chunk as Buffer).length
		if (bytes > MOST_BODY_BYTES) throw tooLarge(bytes)
		chunks.push(chunk as Buffer)
	}
	const json = parseJson(Buffer.concat(chunks).toString('utf8'))
	if (json === undefined)
		throw new Refusal(
			'bad-request',
			bytes === 0 ? 'the body is empty; it has to be JSON' : 'the body is not JSON',
		)
	return json
}

function tooLarge(bytes: number): Refusal {
	return new Refusal(
		'body-too-large',
		`the body has ${bytes} bytes or more; at most ${MOST_BODY_BYTES} are taken`,
		// What is left of it is not read.
		{ Connection: 'close' },
	)
}
