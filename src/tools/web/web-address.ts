// Web addresses that may be asked: http and https only, without credentials, and nothing of this machine or its network
// unless the user has named it.

import { isIP } from 'node:net'
import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { isPrivateAddress, isPrivateName, readHostPort } from '../../safety/sandbox/hosts.ts'

/** An address in its one spelling: `host` is lower case, without brackets and without a dot at its end. */
export type WebAddress = {
	url: URL
	host: string
	port: number
	/** It came with a user name or a password, which are left out and never sent. */
	hadCredentials: boolean
}

/** @returns what is wrong with it, as the end of a sentence about it */
export function readWebAddress(text: string, base?: URL): WebAddress | { problem: Problem } {
	if (!URL.canParse(text, base?.href))
		return { problem: problem`is no address${advice('; give all of it, as in https://example.com/page')}` }
	// It has made one of `0177.1`, `2130706433` and `0x7f.0.0.1` by now.
	const url = new URL(text, base?.href)
	const { protocol } = url
	if (protocol !== 'http:' && protocol !== 'https:')
		return { problem: problem`begins with ${protocol}, and only http: and https: can be fetched` }
	const hadCredentials = url.username !== '' || url.password !== ''
	url.username = ''
	url.password = ''
	url.hash = ''
	const bracketed = /^\[(.+)\]$/.exec(url.hostname)?.[1]
	const host = bracketed ?? url.hostname.replace(/\.$/, '')
	const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
	if (bracketed === undefined && !readHostPort(host, port))
		return {
			problem: problem`names the host ${JSON.stringify(host)}, which is no plain name or address`,
		}
	if (bracketed === undefined) url.hostname = host
	return { url, host, port, hadCredentials }
}

type AddressPlace = Pick<WebAddress, 'host' | 'port'>

/**
 * Where a name may be connected to.
 * @param addresses - what it was looked up as
 * @param allowed - `fetch.allowedHosts`: a name or an address in full, or either with `:port`
 */
export function reachable(
	place: AddressPlace,
	addresses: readonly string[],
	allowed: readonly string[],
): readonly string[] {
	return addresses.filter(
		address =>
			!isPrivateAddress(address) ||
			isNamed(place, allowed) ||
			// Who may be reached by its number may be reached by a name for it.
			isNamed({ host: address, port: place.port }, allowed),
	)
}

/** Known without a look-up to be private, and not named by the user. */
export function isForbidden(place: AddressPlace, allowed: readonly string[]): boolean {
	const { host } = place
	const isPrivate = isIP(host) ? isPrivateAddress(host) : isPrivateName(host)
	return isPrivate && reachable(place, [isIP(host) ? host : LOOPBACK], allowed).length === 0
}

/** What every name that ends in `localhost` is. */
const LOOPBACK = '127.0.0.1'

function isNamed({ host, port }: AddressPlace, allowed: readonly string[]): boolean {
	return allowed.some(entry => {
		const named = readEntry(entry)
		return named?.host === host && (named.port === undefined || named.port === port)
	})
}

function readEntry(entry: string): { host: string; port: number | undefined } | undefined {
	const text = entry.trim().toLowerCase()
	if (isIP(text)) return { host: canonical(text), port: undefined }
	const [, name = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? []
	const host = name.replace(/^\[|\]$/g, '')
	return host === ''
		? undefined
		: { host: canonical(host), port: digits === undefined ? undefined : Number(digits) }
}

/** `0:0:0:0:0:0:0:1` is `::1`. */
function canonical(host: string): string {
	return isIP(host) === 6 ? new URL(`http://[${host}]/`).hostname.slice(1, -1) : host
}

export function hostText({ host, port }: AddressPlace): string {
	return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
