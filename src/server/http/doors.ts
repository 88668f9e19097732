// Host and Origin: a page in somebody's browser reaches everything that listens on their machine, and a name it owns may
// be made to point here. So a request has to be meant for us, and a page has to be ours or one that was let in.

import { Refusal } from './refusal.ts'

export type Doors = {
	/** Names and addresses, with or without a port. */
	allowedHosts: readonly string[]
	/** `https://tasks.example.com`. */
	allowedOrigins: readonly string[]
	/** It listens for this machine alone. */
	isLoopback: boolean
	port: number
}

/** @throws Refusal `foreign-host` */
export function requireHost(header: string | undefined, doors: Doors): void {
	const host = (header ?? '').toLowerCase()
	if (isOwnHost(host, doors) || doors.allowedHosts.some(allowed => isHost(host, allowed.toLowerCase())))
		return
	throw new Refusal(
		'foreign-host',
		`this server is not ${host === '' ? 'without a name' : JSON.stringify(host)}; --allow-host lets it answer to a further name`,
	)
}

/** @returns the origin of a page that may read the answer, undefined where no page asks @throws Refusal `forbidden-origin` */
export function requireOrigin(
	origin: string | undefined,
	host: string | undefined,
	{ allowedOrigins }: Doors,
): string | undefined {
	if (origin === undefined) return undefined
	const asked = origin.toLowerCase()
	if (asked === `http://${host?.toLowerCase()}` || asked === `https://${host?.toLowerCase()}`) return origin
	if (allowedOrigins.some(allowed => allowed.toLowerCase().replace(/\/$/, '') === asked)) return origin
	throw new Refusal(
		'forbidden-origin',
		`pages of ${JSON.stringify(origin)} may not ask this server; --allow-origin lets them`,
	)
}

function isOwnHost(host: string, { isLoopback, port }: Doors): boolean {
	const [, name = '', hostPort] = /^(\[[0-9a-f:.]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
	if (hostPort !== undefined ? Number(hostPort) !== port : port !== 80) return false
	if (LOOPBACK_NAMES.includes(name)) return true
	// An address cannot be made to point elsewhere, as a name can.
	return !isLoopback && (/^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.startsWith('['))
}

function isHost(host: string, allowed: string): boolean {
	return host === allowed || host.replace(/:\d+$/, '') === allowed
}

export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']
