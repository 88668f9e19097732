// Sandbox denials: whether a command failed because the sandbox stopped it, from how it ended and what it printed. In
// doubt it did not: a wrong yes asks the user a needless question.

import type { SandboxPolicy } from '../../core/sandbox.ts'
import { protectedFromWriting } from '../paths/protected-paths.ts'
import { OWN_PLACES } from './mounts.ts'

export type Ended = { exitCode: number | undefined; output: string }

/** @returns why, in a sentence for the user, or undefined */
export function deniedBy(
	policy: Pick<SandboxPolicy, 'network'>,
	{ exitCode, output }: Ended,
): string | undefined {
	if (exitCode === undefined || exitCode === 0) return undefined
	// What failed says so near its end; what it printed before may be anything.
	const lines = output
		.slice(-LOOKED_AT)
		.split('\n')
		.filter(line => line.length <= LONGEST_LINE)
	const written = lines.find(line => READ_ONLY.test(line) || isPlaceholderName(line))
	if (written !== undefined)
		return `It wrote where commands may not write in the sandbox: ${formatLine(written)}`
	const unheld = lines.find(line => SERVICE.test(line))
	if (unheld !== undefined)
		return `It needed a service of this machine, which is out of reach in the sandbox: ${formatLine(unheld)}`
	const loggedOut = lines.find(line => LOGIN.test(line))
	if (loggedOut !== undefined)
		return `It needed a login, and those are out of reach in the sandbox: ${formatLine(loggedOut)}`
	if (policy.network === 'on') return undefined
	const asked = lines.find(line => UNREACHABLE.test(line))
	return asked === undefined
		? undefined
		: `It needed the network, which the sandbox keeps closed: ${formatLine(asked)}`
}

/** A server of another command is on another machine as far as a sandboxed command can tell. */
export function isLonely(policy: Pick<SandboxPolicy, 'network'>, { exitCode, output }: Ended): boolean {
	if (policy.network === 'on' || exitCode === undefined || exitCode === 0) return false
	return output
		.slice(-LOOKED_AT)
		.split('\n')
		.some(line => REFUSED.test(line) && LOOPBACK.test(line))
}

/** Paths that a failed command did not find, and that may well be there outside, where it has places of its own. */
export function missedPaths({ exitCode, output }: Ended): readonly string[] {
	if (exitCode === undefined || exitCode === 0) return []
	const lines = output
		.slice(-LOOKED_AT)
		.split('\n')
		.filter(line => /no such file|\bENOENT\b|does not exist/i.test(line))
	const words = lines.flatMap(line => line.split(/[\s'"‘’`:,()]+/))
	return [...new Set(words.filter(word => OWN_PLACES.some(place => word.startsWith(`${place}/`))))].slice(
		0,
		20,
	)
}

const LOOKED_AT = 20_000
const LONGEST_LINE = 2_000

const READ_ONLY = /read-only file system|\bEROFS\b|os error 30\b|\[Errno 30\]/i

/** Daemons are spoken to through sockets, and the desktop as well. */
const SERVICE =
	/cannot connect to the docker daemon|unable to connect to podman|error during connect: .*docker|failed to connect to (?:the )?(?:system|session|user)?\s*(?:scope )?bus|(?:cannot|can't|unable to) open display|system has not been booted with systemd/i

/** What clients say that find no login, as their documentation and their users quote them. */
const LOGIN =
	/could not read (?:username|password) for|permission denied \((?:[\w-]+,)*publickey|host key verification failed|\bENEEDAUTH\b|unable to locate credentials|could not (?:load|find) (?:the )?(?:default )?credentials|you must be logged in|you are not (?:logged in|authenticated)|not logged in(?:to| to)? any|no (?:active|configured) account|(?:run|use|try|with|execute)[: ]+[`'"]?[\w-]+ (?:auth |configure |account )?(?:login|signin|sign-in)\b/i

const UNREACHABLE =
	/network is unreachable|\b(?:ENETUNREACH|EAI_AGAIN)\b|(?:temporary failure in|could not resolve|couldn't resolve|unable to resolve|failure in) (?:name resolution|host|hostname|proxy)|name or service not known|getaddrinfo ENOTFOUND|failed to lookup address|no such host|dial tcp: lookup/i

const REFUSED = /connection refused|\bECONNREFUSED\b|failed to connect|could not connect/i
const LOOPBACK = /localhost|127\.0\.0\.1|::1/

/**
 * Where something is mounted on a name, it cannot be replaced, and what keeps a missing file from being made is an
 * empty folder. Both happen without a sandbox too, but hardly to these names.
 */
function isPlaceholderName(line: string): boolean {
	if (
		!/device or resource busy|is a directory|\bE(?:BUSY|ISDIR|XDEV)\b|invalid cross-device link/i.test(line)
	)
		return false
	return line
		.split(/[\s'"‘’`:,()]+/)
		.some(
			word =>
				word.length > 2 && protectedFromWriting(word.replace(/^\.\//, '').replace(/\/+$/, '')) !== undefined,
		)
}

function formatLine(line: string): string {
	const text = line.trim()
	return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
