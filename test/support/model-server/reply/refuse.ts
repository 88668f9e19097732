// Requests that never get to the script: a wrong key, a missing header, broken JSON, and what the API's own rules forbid.

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { JsonValue } from '../../../../src/core/json.ts'
import { isObject } from '../../../../src/core/json.ts'
import type { ScriptedError, Wire } from './reply.ts'

export type Refusal = { status: number; error: ScriptedError & { param?: string } }

export function refusalOf(arrived: {
	wire: Wire
	headers: IncomingHttpHeaders
	bytes: Buffer
	/** What the bytes say, if they are JSON at all. */
	body: JsonValue | undefined
	key: string | undefined
}): Refusal | undefined {
	const { wire, headers, bytes, body, key } = arrived
	const given = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')
	if (key !== undefined && given !== key) return { status: 401, error: {} }
	if (wire.name === 'messages' && !headers['anthropic-version']) {
		return { status: 400, error: { message: 'anthropic-version: header is required' } }
	}
	if (!isUtf8(bytes) || !isObject(body) || hasLoneSurrogate(body)) {
		return { status: 400, error: { message: BROKEN[wire.name] } }
	}
	const problem = wire.check(body)
	return problem && { status: 400, error: problem }
}

const BROKEN_OPENAI =
	'We could not parse the JSON body of your request. The API expects a JSON payload, but what was sent was not valid JSON.'
const BROKEN: Record<Wire['name'], string> = {
	responses: BROKEN_OPENAI,
	chat: BROKEN_OPENAI,
	messages: 'The request body is not valid JSON: no low surrogate in string, or not an object',
}

/** JSON.stringify escapes a surrogate exactly when its other half is missing. */
function hasLoneSurrogate(body: JsonValue): boolean {
	return /(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(JSON.stringify(body))
}
