// Where a request goes and what its headers say of who asks: what the vendors' own clients would send, without what
// those tell about the machine.

import type { Endpoint } from '../errors/map-error.ts'
import { PlainHeaders } from '../http/http-headers.ts'

export type Address = { url: string; headers: PlainHeaders }

/** For OpenAI and everyone compatible with it: a key is a bearer token. */
export function openAiAddress(path: string, { config, key }: Endpoint): Address {
	const headers = new PlainHeaders(JSON_HEADERS)
	if (key) headers.set('authorization', `Bearer ${key.value}`)
	return { url: joined(config.baseUrl, path), headers: withOwn(headers, config.headers) }
}

/**
 * A key goes into the header that the API is documented with, which is the only one that older gateways know. Tokens,
 * from an OAuth login or a gateway of one's own, are bearer tokens.
 */
export function messagesAddress({ config, key }: Endpoint): Address {
	const headers = new PlainHeaders(JSON_HEADERS)
	headers.set('anthropic-version', MESSAGES_VERSION)
	const isToken = key?.isToken || key?.source.endsWith('AUTH_TOKEN')
	if (key && isToken) headers.set('authorization', `Bearer ${key.value}`)
	else if (key) headers.set('x-api-key', key.value)
	const baseUrl = config.baseUrl.replace(/\/(?:v1\/?)?$/, '')
	return { url: joined(baseUrl, '/v1/messages'), headers: withOwn(headers, config.headers) }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }

/** The one that `@anthropic-ai/sdk` is written for, as its types are. */
const MESSAGES_VERSION = '2026-10-21'

function joined(baseUrl: string, path: string): string {
	return baseUrl.replace(/\/$/, '') + path
}

/** What the user configured is stronger than anything. */
function withOwn(headers: PlainHeaders, own: Endpoint['config']['headers']): PlainHeaders {
	for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value)
	return headers
}
