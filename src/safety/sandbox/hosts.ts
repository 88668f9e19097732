// The network allowlist of a sandbox: which hosts a command may reach through the proxy, and how one is asked about.

import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { PermissionDecision } from '../../core/permission.ts'
import type { HostPort } from '../../core/sandbox.ts'

/**
 * @param authority - `host:port` as a client wrote it
 * @returns undefined for what is no plain name or dotted address: everything else has been read differently by two
 * programs before
 */
export function readHostPort(authority: string, defaultPort?: number): HostPort | undefined {
	const [, name = '', digits] = /^([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(authority) ?? []
	const port = digits === undefined ? defaultPort : Number(digits)
	if (port === undefined || port < 1 || port > 65_535) return undefined
	const host = name.toLowerCase()
	// A last label of digits makes it an address, and then `0177.1` and `2130706433` are ways to hide one.
	if (/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host)) return isIPv4(host) ? { host, port } : undefined
	const labels = host.split('.')
	return host.length <= 253 && labels.every(label => LABEL.test(label)) ? { host, port } : undefined
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** @param allowed - `example.com`, `*.example.com` (not the name itself), or either with `:port` */
export function isAllowedHost({ host, port }: HostPort, allowed: readonly string[]): boolean {
	return allowed.some(entry => {
		const [, pattern = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? []
		if (only !== undefined && Number(only) !== port) return false
		return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
	})
}

/** Named in full, so meant; a pattern does not open the way to machines that happen to have such a name. */
export function isNamedHost(target: HostPort, allowed: readonly string[]): boolean {
	return isAllowedHost(
		target,
		allowed.filter(entry => !entry.includes('*')),
	)
}

/** What needs no look-up to be known as one of this machine or its network. */
export function isPrivateName(host: string): boolean {
	return isIPv4(host) ? isPrivateAddress(host) : host === 'localhost' || host.endsWith('.localhost')
}

/** Of this machine, of its neighbours, or of the cloud it runs in. */
export function isPrivateAddress(address: string): boolean {
	// The usual kind first: the pattern that Node knows the other one by takes three milliseconds to be made.
	if (isIPv4(address)) return PRIVATE_FOUR.check(address, 'ipv4')
	return !isIPv6(address) || PRIVATE_SIX.check(address, 'ipv6')
}

// Two lists, because one with the mapped range in it would take every IPv4 address for a mapped one.
const PRIVATE_FOUR = listOf(
	'ipv4',
	'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
		'192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)

// Whatever carries an IPv4 address inside counts as private, because what it carries is not looked at.
const PRIVATE_SIX = listOf(
	'ipv6',
	'::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/23 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
)

function listOf(family: 'ipv4' | 'ipv6', ranges: string): BlockList {
	const list = new BlockList()
	for (const range of ranges.split(' ')) {
		const [network = '', bits] = range.split('/')
		list.addSubnet(network, Number(bits), family)
	}
	return list
}

/** @param command - what runs and wants to */
export function connectDecision({ host, port }: HostPort, command?: string): PermissionDecision {
	return {
		tier: 'side-effecting',
		outcome: 'ask',
		isWorkspaceEdit: false,
		title: `connect to ${host}:${port}`,
		reasons: [
			'A command in the sandbox wants to reach this host; it is not in sandbox.allowedHosts.',
			'Yes once holds until the command ends.',
		],
		...(command !== undefined && {
			parts: [{ command, outcome: 'ask', reason: 'It is running, and waits.', rule: 'connect' }],
		}),
		sessionKeys: [`connect:${host}:${port}`],
	}
}
