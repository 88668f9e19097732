// Allowed login addresses: encrypted ones, and those on this machine. Settings and servers name them, and anything
// else could send a code or a token over an open wire, or make a browser open a file.

import { AgentError } from '../errors.ts'

/**
 * @param text - from a settings file or a server
 * @param what - what it is the address of, for the message
 * @throws AgentError `config-invalid`
 */
export function webAddress(text: string, what: string): URL {
	const url = parseUrl(text)
	if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))) return url
	const shown = JSON.stringify(text.slice(0, 200))
	throw new AgentError('config-invalid', `${what} must begin with https://, not be ${shown}`)
}

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text)
	} catch {
		return undefined
	}
}

export function isLoopback({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
